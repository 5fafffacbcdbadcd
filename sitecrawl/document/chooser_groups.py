"""Features of the runs at the same place in the markup as a run, and of the card around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Own, Shape

_MOST_ALIKE = 200
_LAST_RANK = 20


class Groups:
    """The runs of a page by a key: for each run the number of its group, and sums over groups.

    Groups are numbered in reading order: the keys are hashes, whose order differs from process to process.
    """

    def __init__(self, keys: Sequence[int]) -> None:
        numbers: dict[int, int] = {}
        self.number = np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.intp)
        self.count = np.bincount(self.number)

    def total(self, values: Any) -> Any:
        """A sum for each group."""
        return np.bincount(self.number, values)

    def mean(self, values: Any) -> Any:
        """For each run the mean over its group."""
        return (self.total(values) / self.count)[self.number]


def paths(names: Iterable[str], parent: Sequence[int]) -> list[int]:
    """For each node a number for the names from the root down to it, in the order in which they first stand."""
    numbers: dict[tuple[str, int], int] = {}
    found: list[int] = []
    for name, above in zip(names, parent, strict=True):
        found.append(numbers.setdefault((name, found[above] if above >= 0 else -1), len(numbers)))
    return found


def add_groups(columns: Columns, runs: Runs, shape: Shape, own: Own) -> Groups:
    """Add how many runs stand at a run's place in the markup and what they are like: by tags and classes (`alike`,
    given back), and by tags alone.
    """
    exact = paths(runs.signatures, runs.parent)
    alike = Groups([exact[node] for node in runs.node])
    _add_sizes(columns, "alike", alike, shape)
    # how much prose a group has against the group that has most, and its rank by that
    prose = alike.total(shape.prose)
    rank = np.searchsorted(np.sort(-prose), -prose)
    columns.add("alike_prose", (prose / max(prose.max(), 1))[alike.number])
    columns.add("alike_rank", np.minimum(rank, _LAST_RANK)[alike.number])
    for name in ("title", "end", "said", "date", "price"):
        columns.add(f"alike_{name}", alike.mean(own[name]))
    row = np.arange(columns.rows)
    first, last = np.full(len(alike.count), columns.rows), np.zeros(len(alike.count), np.intp)
    np.minimum.at(first, alike.number, row)
    np.maximum.at(last, alike.number, row)
    columns.add("alike_first", first[alike.number] / columns.rows)
    columns.add("alike_span", (last - first)[alike.number] / columns.rows)
    tags = paths(runs.tags, runs.parent)
    by_tags = Groups([tags[node] for node in runs.node])
    _add_sizes(columns, "tags", by_tags, shape)
    return alike


def _add_sizes(columns: Columns, name: str, groups: Groups, shape: Shape) -> None:
    words, at = groups.total(shape.size), groups.number
    columns.add(name, np.minimum(groups.count, _MOST_ALIKE)[at])
    columns.add(f"{name}_share", (words / shape.total)[at])
    columns.add(f"{name}_mean", (words / groups.count)[at])
    columns.add(f"{name}_density", (groups.total(shape.linked) / words)[at])


def add_cards(columns: Columns, runs: Runs, shape: Shape, own: Own) -> None:
    """Add what the nearest element is like that has two siblings or more of its tag and classes, and runs:
    a card, a post, a row; and the element that holds them all.
    """
    keys = list(zip(runs.parent, runs.signatures, strict=True))
    siblings = Counter(keys)
    alike = [siblings[key] for key in keys]
    found: list[int] = []
    for node, parent in enumerate(runs.parent):
        repeated = alike[node] >= 3 and runs.end[node] - runs.start[node] >= 2
        found.append(node if repeated else found[parent] if parent >= 0 else -1)
    card = np.array(found)[shape.node]
    has = card >= 0
    deck = shape.parent[card]
    columns.add("card_count", np.where(has, np.array(alike)[card], 0))
    columns.add("card_size", np.where(has, shape.node_size[card], 0))
    columns.add("card_density", np.where(has, shape.node_linked[card] / np.maximum(shape.node_size[card], 1), 0))
    columns.add("card_runs", np.where(has, shape.node_runs[card], 0))
    columns.add("card_parent_share", np.where(has, shape.node_size[deck] / shape.total, 0))
    is_heading = (own["tag"] >= 8) & (own["tag"] <= 13)
    linked_headings = is_heading & (own["density"] > 0.7)
    runs_in = np.maximum(shape.node_runs, 1)
    for name, values in (("more", own["more"]), ("date", own["date"]), ("linked_heading", linked_headings)):
        below = shape.below(values) / runs_in
        columns.add(f"card_{name}", np.where(has, below[card], -1))
        columns.add(f"deck_{name}", np.where(has, below[deck], -1))
    columns.add("deck_long", np.where(has, (shape.below((shape.size >= 20) & (shape.prose > 0)) / runs_in)[deck], -1))
    columns.add("page_more", own["more"].mean())
    columns.add("page_cards", float(shape.size[has].sum()) / shape.total)
    columns.add("page_linked_headings", float(linked_headings.sum()) / max(float(is_heading.sum()), 1))
