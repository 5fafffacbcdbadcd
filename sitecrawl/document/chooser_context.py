"""Features of what stands before and after a run: the same words, headings, neighbours."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Own, Shape

_SECTION = {
    "related": (
        "related recommended similar also like more popular trending latest recent next previous explore "
        "posts articles stories read"
    ),
    "talk": "comments comment reply replies reviews review responses discussion customer ratings",
    "ask": "subscribe newsletter share follow sign join contact get started ready demo download book touch",
    "menu": (
        "categories category tags archives menu navigation links pages company products resources support "
        "legal filter sort search shop"
    ),
    "facts": (
        "faq questions features description specifications details ingredients overview about how why what "
        "benefits pricing hours"
    ),
}
_SECTION_WORDS = {word: kind for kind, words in _SECTION.items() for word in words.split()}
_FAR = 99.0
# numbers of tags in the feature "tag"
_H1, _H6, _SUMMARY = 8, 13, 23
_Section = tuple[float, int, dict[str, float]]


def add_repeats(columns: Columns, runs: Runs) -> None:
    """Add how often a run's words are repeated."""
    keys = [" ".join(words) for words in runs.words]
    counts = Counter(keys)
    columns.add("repeated", [min(counts[key], 9) for key in keys])
    first = {key: row for row, key in reversed(list(enumerate(keys)))}
    columns.add("seen", [first[key] < row for row, key in enumerate(keys)])


def add_headings(columns: Columns, runs: Runs, own: Own, alike: Any) -> None:
    """Add the distance to the headings before a run, and what the last one and those above it are about;
    `alike` counts the runs at the same place in the markup.
    """
    rows = columns.rows
    h1 = heading = -1
    since_h1, last, upper = [0.0] * rows, [-1] * rows, [_FAR] * rows
    kinds, stacked = ({kind: [0.0] * rows for kind in _SECTION} for _ in range(2))
    tags = own["tag"].tolist()
    open_sections: list[_Section] = []
    current: dict[str, float] = {}
    above: dict[str, float] = {}
    first_h1 = next((row for row, tag in enumerate(tags) if tag == _H1), -1)
    for row, tag in enumerate(tags):
        if tag == _H1:
            h1 = row
        if _H1 <= tag <= _H6 or tag == _SUMMARY:
            heading, current = row, _kinds(runs.words[row])
        if _H1 <= tag <= _H6:
            while open_sections and open_sections[-1][0] >= tag:
                open_sections.pop()
            open_sections.append((tag, row, current))
            above = _most([kinds for tag, _, kinds in open_sections if tag > _H1])
        since_h1[row] = float(row - h1) if h1 >= 0 else float(row - first_h1) if first_h1 >= 0 else _FAR
        last[row] = heading
        if len(open_sections) > 1:
            upper[row] = float(row - open_sections[-2][1])
        for kind, share in current.items():
            kinds[kind][row] = share
        for kind, share in above.items():
            stacked[kind][row] = share
    columns.add("since_h1", since_h1)
    columns.add("since_upper", upper)
    at = np.array(last)
    has = at >= 0
    columns.add("since_heading", np.where(has, np.arange(rows) - at, _FAR))
    for name, values in (("tag", own["tag"]), ("size", own["size"]), ("density", own["density"]), ("alike", alike)):
        columns.add(f"heading_{name}", np.where(has, values[at], 0))
    for kind in _SECTION:
        columns.add(f"section_{kind}", kinds[kind])
        columns.add(f"above_{kind}", stacked[kind])


def _kinds(words: list[str]) -> dict[str, float]:
    """Of a heading's words the share that tells each kind of section."""
    counts = Counter(kind for word in words if (kind := _SECTION_WORDS.get(word)))
    return {kind: count / len(words) for kind, count in counts.items()}


def _most(shares: list[dict[str, float]]) -> dict[str, float]:
    return {kind: max(one.get(kind, 0.0) for one in shares) for kind in set().union(*shares)}


def add_neighbours(columns: Columns, shape: Shape, own: Own) -> None:
    """Add the three runs before and after, and the prose close by."""
    for step in (-3, -2, -1, 1, 2, 3):
        columns.add(f"size{step:+d}", _shifted(shape.size, step))
        columns.add(f"density{step:+d}", _shifted(own["density"], step))
        if abs(step) == 1:
            columns.add(f"tag{step:+d}", _shifted(own["tag"], step))
            columns.add(f"end{step:+d}", _shifted(own["end"], step))
    sums = np.concatenate(([0.0], np.cumsum(shape.prose)))
    row = np.arange(columns.rows)
    for reach in (5, 15):
        after = sums[np.minimum(row + 1 + reach, columns.rows)] - sums[row + 1]
        before = sums[row] - sums[np.maximum(row - reach, 0)]
        columns.add(f"after{reach}", after)
        columns.add(f"before{reach}", before)
    columns.add("prose_before", sums[:-1] / max(sums[-1], 1))
    columns.add("prose_after", 1 - sums[1:] / max(sums[-1], 1))
    long = np.flatnonzero((shape.size >= 20) & (own["density"] < 0.25))
    ahead = np.searchsorted(long, row)
    columns.add("till_prose", np.append(long, columns.rows + _FAR)[ahead] - row)


def _shifted(values: Any, step: int) -> Any:
    shifted = np.full(len(values), -1, np.float32)
    if abs(step) < len(values):
        if step > 0:
            shifted[:-step] = values[step:]
        else:
            shifted[-step:] = values[:step]
    return shifted
