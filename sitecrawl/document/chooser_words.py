"""Features of a run's own words."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

import numpy as np

from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.chooser_runs import Runs
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
_END = re.compile(r"[.!?。！？…:;][\"'”’»)\]]*$")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
_DATE_WORDS = frozenset(["ago", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
_PRICE = re.compile(r"[€$£¥₹]\s?\d|\d\s?(?:[€£]|usd|eur|kr\b)", re.I)
_RIGHTS = ("©", "copyright", "all rights reserved", "cookie", "privacy policy")
# first words of links that lead on and of buttons
_ONWARD_WORDS = (
    "read more view learn see show find load discover shop continue explore add buy mehr weiter lire leer get try "
    "sign start book contact download watch reply share quote report edit like"
)
_ONWARD = frozenset(_ONWARD_WORDS.split())
_LONGEST_ONWARD = 5
_UPPER, _DIGITS = string.ascii_uppercase.encode(), string.digits.encode()
_HEAD = 60
_SHORT = 30
Row = tuple[float, ...]


def add_words(columns: Columns, runs: Runs, hints: Hints) -> Own:
    """Add what a run's own words say; the columns are given back by name."""
    title = frozenset(re.findall(r"\w+", hints.title.lower()))
    said = _grams(" ".join(hints.said))
    rows = [_row(text, words, title) for text, words in zip(runs.text, runs.words, strict=True)]
    names = ("end", "stop", "title", "upper", "digit", "commas", "length", "date", "price", "rights", "more")
    found: Own = dict(zip(names, np.array(rows, np.float32).reshape(-1, len(names)).T, strict=True))
    size = np.fromiter(map(len, runs.words), np.float32, columns.rows)
    found |= {
        "said": np.array([_share_of_grams(words, said) for words in runs.words] if said else 0, np.float32),
        "tag": np.array([_TAGS.get(runs.tags[node], 0) for node in runs.node], np.float32),
        "size": size,
        "density": np.array(runs.linked, np.float32) / np.maximum(size, 1),
    }
    own: Own = {name: np.broadcast_to(found[name], columns.rows) for name in _ORDER}
    for name, values in own.items():
        columns.add(name, values)
    columns.add("breaks", runs.breaks)
    columns.add("images", np.minimum(np.array(runs.images), 9))
    return own


_ORDER = ("end", "stop", "title", "said", "upper", "digit", "commas", "tag", "date", "price", "rights", "length",
          "size", "density", "more")  # fmt: skip


def _row(text: str, words: list[str], title: frozenset[str]) -> Row:
    """A run's figures: end of sentence, shares of stop words and of the title's words, of capitals and digits at its
    beginning, commas and characters a word; of a short one whether it has a date, a price, a word of rights, and
    whether it leads on.
    """
    count = len(words)
    head = text[:_HEAD]
    has_digit = _DIGIT.search(text) is not None
    date = price = rights = False
    if count < _SHORT:
        lower = text.lower()
        date = not _DATE_WORDS.isdisjoint(words) or (has_digit and _DATE.search(text) is not None)
        price = has_digit and _PRICE.search(text) is not None
        rights = any(word in lower for word in _RIGHTS)
    return (
        _END.search(text[-3:]) is not None,
        sum(map(_STOP.__contains__, words)) / count,
        sum(map(title.__contains__, words)) / count if title else 0.0,
        _count(head, _UPPER, str.isupper) / len(head),
        _count(head, _DIGITS, str.isdigit) / len(head),
        text.count(",") / count,
        len(text) / count,
        date,
        price,
        rights,
        count <= _LONGEST_ONWARD and words[0] in _ONWARD,
    )


def _count(text: str, members: bytes, is_member: Callable[[str], bool]) -> int:
    """Characters that are members; `members` are those of ASCII."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, members))
    return sum(map(is_member, text))


def _share_of_grams(words: list[str], said: set[tuple[str, str, str]]) -> float:
    grams = max(len(words) - 2, 0)
    return sum(map(said.__contains__, zip(words, words[1:], words[2:], strict=False))) / grams if grams else 0.0


def _grams(text: str) -> set[tuple[str, str, str]]:
    words = re.findall(r"\w+", text.lower())
    return set(zip(words, words[1:], words[2:], strict=False))
