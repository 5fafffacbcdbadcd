"""Features of what else is on the page: repeats, headings before, neighbours."""

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


def add_repeats(columns: Columns, runs: Runs, shape: Shape) -> None:
    """Add how often a run's words, its place in the markup and the card around it are repeated."""
    keys = [" ".join(words) for words in runs.words]
    counts = Counter(keys)
    columns.add("repeated", [min(counts[key], 9) for key in keys])
    first = {key: row for row, key in reversed(list(enumerate(keys)))}
    columns.add("seen", [first[key] < row for row, key in enumerate(keys)])
    paths: list[int] = []
    for signature, parent in zip(runs.signatures, runs.parent, strict=True):
        paths.append(hash((signature, paths[parent] if parent >= 0 else 0)))
    of_run = [paths[node] for node in runs.node]
    same = Counter(of_run)
    words: Counter[int] = Counter()
    linked: Counter[int] = Counter()
    for key, size, links in zip(of_run, shape.size.tolist(), runs.linked, strict=True):
        words[key] += int(size)
        linked[key] += links
    columns.add("alike", [min(same[key], 200) for key in of_run])
    columns.add("alike_share", [words[key] / shape.total for key in of_run])
    columns.add("alike_mean", [words[key] / same[key] for key in of_run])
    columns.add("alike_density", [linked[key] / words[key] for key in of_run])
    # same-signature siblings of the nearest repeated ancestor: cards, posts, rows
    siblings = Counter(zip(runs.parent, runs.signatures, strict=True))
    own = [siblings[key] for key in zip(runs.parent, runs.signatures, strict=True)]
    cards: list[int] = []
    for node, parent in enumerate(runs.parent):
        repeated = own[node] >= 3 and runs.end[node] - runs.start[node] >= 2
        cards.append(node if repeated else cards[parent] if parent >= 0 else -1)
    card = np.array(cards)[shape.node]
    has = card >= 0
    columns.add("card_count", np.where(has, np.array(own)[card], 0))
    columns.add("card_size", np.where(has, shape.node_size[card], 0))
    columns.add("card_density", np.where(has, shape.node_linked[card] / np.maximum(shape.node_size[card], 1), 0))
    columns.add("card_runs", np.where(has, shape.node_runs[card], 0))
    columns.add("card_parent_share", np.where(has, shape.node_size[shape.parent[card]] / shape.total, 0))


def add_headings(columns: Columns, runs: Runs, own: Own) -> None:
    """Add the distance to the headings before a run, and what the last one is about."""
    rows = columns.rows
    h1 = heading = -1
    since_h1, since_heading, level = [0.0] * rows, [0.0] * rows, [0.0] * rows
    kinds = {kind: [0.0] * rows for kind in _SECTION}
    tags = own["tag"].tolist()
    current: Counter[str] = Counter()
    first_h1 = next((row for row, tag in enumerate(tags) if tag == 8), -1)
    for row, tag in enumerate(tags):
        if tag == 8:
            h1 = row
        if 8 <= tag <= 13 or tag == 23:
            heading = row
            current = Counter(kind for word in runs.words[row] if (kind := _SECTION_WORDS.get(word)))
            size = len(runs.words[row])
        since_h1[row] = float(row - h1) if h1 >= 0 else float(row - first_h1) if first_h1 >= 0 else _FAR
        since_heading[row] = float(row - heading) if heading >= 0 else _FAR
        level[row] = tags[heading] if heading >= 0 else 0.0
        for kind, count in current.items():
            kinds[kind][row] = count / size
    columns.add("since_h1", since_h1)
    columns.add("since_heading", since_heading)
    columns.add("heading_tag", level)
    for kind, values in kinds.items():
        columns.add(f"section_{kind}", values)


def add_neighbours(columns: Columns, shape: Shape, own: Own) -> None:
    """Add the three runs before and after, and the prose close by."""
    long = shape.size >= 10
    for step in (-3, -2, -1, 1, 2, 3):
        columns.add(f"size{step:+d}", _shifted(shape.size, step))
        columns.add(f"density{step:+d}", _shifted(own["density"], step))
        if abs(step) == 1:
            columns.add(f"tag{step:+d}", _shifted(own["tag"], step))
            columns.add(f"end{step:+d}", _shifted(own["end"], step))
    sums = np.concatenate(([0.0], np.cumsum(np.where(long & (own["density"] < 0.35), shape.size, 0))))
    row = np.arange(columns.rows)
    for reach in (5, 15):
        after = sums[np.minimum(row + 1 + reach, columns.rows)] - sums[row + 1]
        before = sums[row] - sums[np.maximum(row - reach, 0)]
        columns.add(f"after{reach}", after)
        columns.add(f"before{reach}", before)


def _shifted(values: Any, step: int) -> Any:
    shifted = np.full(len(values), -1, np.float32)
    if abs(step) < len(values):
        if step > 0:
            shifted[:-step] = values[step:]
        else:
            shifted[-step:] = values[:step]
    return shifted
