"""Features of a run's own words."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.chooser_runs import Runs, split_words
from sitecrawl.document.chooser_shape import Columns, Own

# the commonest of seven languages
_STOP_WORDS = (
    "the of and to a in is that for it you with on as are this be your we our by or from at have not can "
    "will if was an they their more but all which when has about who so what there than its also been "
    "were how do my der die das und den von zu mit ist des im für auf ein eine nicht sich dem auch als es "
    "werden aus er hat le la les de et un une du en pour que dans qui est sur par pas au plus el los y "
    "las del se con una su lo no il di che per non sono da si het een van te dat op zijn met "
)
_STOP = frozenset(_STOP_WORDS.split())
_TAGS = {
    "p": 1, "li": 2, "div": 3, "td": 4, "th": 5, "dd": 6, "dt": 7, "h1": 8, "h2": 9, "h3": 10, "h4": 11, "h5": 12,
    "h6": 13, "pre": 14, "button": 15, "label": 16, "blockquote": 17, "figcaption": 18, "section": 19, "article": 20,
    "header": 21, "form": 22, "summary": 23, "body": 24,
}  # fmt: skip
_ENDS, _CLOSERS = frozenset(".!?。！？…:;"), frozenset("\"'”’»)]")
_END = re.compile(r"[.!?。！？…:;][\"'”’»)\]]*$")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
_DATE_WORDS = frozenset(["ago", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
_PRICE = re.compile(r"[€$£¥₹]\s?\d|\d\s?(?:[€£]|usd|eur|kr\b)", re.I)
# first words of links that lead on and of buttons
_ONWARD_WORDS = (
    "read more view learn see show find load discover shop continue explore add buy mehr weiter lire leer get try "
    "sign start book contact download watch reply share quote report edit like"
)
_ONWARD = frozenset(_ONWARD_WORDS.split())
_LONGEST_ONWARD = 5
_WIDE = re.compile(r"[^\x00-\x7f]")
_HEAD = 60
_SHORT = 30
_NOTHING = (False, False, False, False)


def add_words(columns: Columns, runs: Runs, hints: Hints) -> Own:
    """Add what a run's own words say; the columns are given back by name."""
    title, said = frozenset(split_words(hints.title)), _grams(" ".join(hints.said))
    sizes = np.fromiter(map(len, runs.words), np.intp, columns.rows)
    lengths = np.fromiter(map(len, runs.text), np.intp, columns.rows)
    capitals, digits = _signs_at_beginning(runs.text)
    beginnings = np.minimum(lengths, _HEAD)
    small = [_small(text, words) for text, words in zip(runs.text, runs.words, strict=True)]
    date, price, rights, more = np.array(small, np.bool_).reshape(-1, 4).T
    found: Own = {
        "end": [_ends_sentence(text) for text in runs.text],
        "stop": _count_members(runs.words, _STOP) / sizes,
        "title": _count_members(runs.words, title) / sizes if title else np.zeros(columns.rows),
        "said": [_share_of_grams(words, said) for words in runs.words] if said else np.zeros(columns.rows),
        "upper": capitals / beginnings,
        "digit": digits / beginnings,
        "commas": np.array([text.count(",") for text in runs.text]) / sizes,
        "tag": [_TAGS.get(runs.tags[node], 0) for node in runs.node],
        "date": date,
        "price": price,
        "rights": rights,
        "length": lengths / sizes,
        "size": sizes,
        "density": np.array(runs.linked, np.float32) / np.maximum(sizes, 1),
        "more": more,
    }
    own: Own = {name: np.asarray(values, np.float32) for name, values in found.items()}
    for name, values in own.items():
        columns.add(name, values)
    columns.add("breaks", runs.breaks)
    columns.add("images", np.minimum(np.array(runs.images), 9))
    return own


def _ends_sentence(text: str) -> bool:
    last = text[-1]
    return last in _ENDS or (last in _CLOSERS and _END.search(text[-3:]) is not None)


def _count_members(runs: list[list[str]], members: frozenset[str]) -> NDArray[np.intp]:
    is_member = members.__contains__
    return np.array([sum(map(is_member, words)) for words in runs], np.intp)


def _small(text: str, words: list[str]) -> tuple[bool, bool, bool, bool]:
    """Of a short run whether it has a date, a price, a word of rights, and whether it leads on."""
    if len(words) >= _SHORT:
        return _NOTHING
    lower = text.lower()
    has_digit = _DIGIT.search(text) is not None
    return (
        not _DATE_WORDS.isdisjoint(words) or (has_digit and _DATE.search(text) is not None),
        has_digit and _PRICE.search(text) is not None,
        "©" in lower
        or "copyright" in lower
        or "all rights reserved" in lower
        or "cookie" in lower
        or "privacy policy" in lower,
        len(words) <= _LONGEST_ONWARD and words[0] in _ONWARD,
    )


def _signs_at_beginning(texts: list[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each text the capitals and the digits among its first characters."""
    heads = "".join([text[:_HEAD].ljust(_HEAD) for text in texts])
    wide = [sign for sign in set(_WIDE.findall(heads)) if sign.isupper() or sign.isdigit()]
    encoded = heads.encode("utf-32-le", "surrogatepass") if wide else heads.encode("ascii", "replace")
    signs: NDArray[Any] = np.frombuffer(encoded, np.uint32 if wide else np.uint8).reshape(-1, _HEAD)
    capitals, digits = signs - ord("A") < 26, signs - ord("0") < 10
    for sign in wide:
        (capitals if sign.isupper() else digits)[signs == ord(sign)] = True
    return np.count_nonzero(capitals, axis=1), np.count_nonzero(digits, axis=1)


def _share_of_grams(words: list[str], said: set[tuple[str, str, str]]) -> float:
    grams = max(len(words) - 2, 0)
    return sum(map(said.__contains__, zip(words, words[1:], words[2:], strict=False))) / grams if grams else 0.0


def _grams(text: str) -> set[tuple[str, str, str]]:
    words = split_words(text)
    return set(zip(words, words[1:], words[2:], strict=False))
