"""Features of a run's own words."""

from __future__ import annotations

import re

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
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:ago|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b", re.I
)
_PRICE = re.compile(r"[€$£¥₹]\s?\d|\d\s?(?:[€£]|usd|eur|kr\b)", re.I)
_RIGHTS = re.compile(r"©|copyright|all rights reserved|cookie|privacy policy", re.I)


def add_words(columns: Columns, runs: Runs, hints: Hints) -> Own:
    """Add what a run's own words say; the columns are given back by name."""
    rows = columns.rows
    title = set(re.findall(r"\w+", hints.title.lower()))
    said = _grams(" ".join(hints.said))
    own: Own = {
        name: np.zeros(rows, np.float32) for name in ("end", "stop", "title", "said", "upper", "digit", "commas", "tag")
    }
    own |= {name: np.zeros(rows, np.float32) for name in ("date", "price", "rights", "length")}
    for row, (text, words, node) in enumerate(zip(runs.text, runs.words, runs.node, strict=True)):
        count = len(words)
        own["end"][row] = _END.search(text[-3:]) is not None
        own["stop"][row] = sum(map(_STOP.__contains__, words)) / count
        own["title"][row] = sum(map(title.__contains__, words)) / count
        own["upper"][row] = sum(map(str.isupper, text[:60])) / min(len(text), 60)
        own["digit"][row] = sum(map(str.isdigit, text[:60])) / min(len(text), 60)
        own["commas"][row] = text.count(",") / count
        own["length"][row] = len(text) / count
        own["tag"][row] = _TAGS.get(runs.tags[node], 0)
        if count < 30:
            own["date"][row] = _DATE.search(text) is not None
            own["price"][row] = _PRICE.search(text) is not None
            own["rights"][row] = _RIGHTS.search(text) is not None
        if said:
            grams = list(zip(words, words[1:], words[2:], strict=False))
            own["said"][row] = sum(map(said.__contains__, grams)) / len(grams) if grams else 0.0
    size = np.fromiter(map(len, runs.words), np.float32, rows)
    own["size"] = size
    own["density"] = np.array(runs.linked, np.float32) / np.maximum(size, 1)
    for name, values in own.items():
        columns.add(name, values)
    columns.add("breaks", runs.breaks)
    columns.add("images", np.minimum(np.array(runs.images), 9))
    return own


def _grams(text: str) -> set[tuple[str, str, str]]:
    words = re.findall(r"\w+", text.lower())
    return set(zip(words, words[1:], words[2:], strict=False))
