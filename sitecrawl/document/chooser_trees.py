"""The chooser's trees: a small boosted ensemble as arrays, evaluated in numpy.

Each node that decides rules out the leaves on its left when its test fails; the leaf of a row is the
first one that no node rules out (QuickScorer: Lucchese et al., SIGIR 2015).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

WEIGHTS = "chooser.npz"
# so that a part's comparisons stay in the processor's cache
_ROWS_AT_ONCE = 128
_LEAVES = 16


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """An ensemble: by node the tree it is of, the column it tests, the threshold, and which leaves a failed
    test rules out, a bit each; by tree the values of its leaves. `columns` names the features in their order.
    """

    columns: tuple[str, ...]
    tree: NDArray[np.intp]
    tested: NDArray[np.intp]
    threshold: NDArray[np.float32]
    ruled: NDArray[np.uint16]
    leaves: NDArray[np.float32]

    def probabilities(self, table: NDArray[np.float32], of_page: frozenset[str] = frozenset()) -> NDArray[np.float64]:
        """For each run the probability that it is content, from its feature values (columns by runs);
        the columns `of_page` have one value for all runs, and are tested once.
        """
        page, layers = _split(self, of_page)
        always = page.ruled_out(table)
        starts = range(0, table.shape[1], _ROWS_AT_ONCE)
        parts = [layers.scores(table[:, start : start + _ROWS_AT_ONCE], always) for start in starts]
        scores = np.concatenate(parts) if parts else np.zeros(0)
        return np.asarray(1.0 / (1.0 + np.exp(-scores)))


class _PageNodes:
    """The nodes that test what is the same for all runs of a page."""

    def __init__(self, trees: Trees, nodes: Any, order: Any) -> None:
        place = np.argsort(order)[trees.tree[nodes]]
        self._tested, self._threshold = trees.tested[nodes], trees.threshold[nodes]
        self._ruled, self._place, self._trees = trees.ruled[nodes], place, len(order)

    def ruled_out(self, table: NDArray[np.float32]) -> Any:
        """The leaves of each tree that they rule out, as bytes: two rows of trees."""
        ruled = np.zeros(self._trees, np.uint16)
        if table.shape[1]:
            fails = table[self._tested, 0] > self._threshold
            np.bitwise_or.at(ruled, self._place[fails], self._ruled[fails])
        return _bytes(ruled)


class _Layers:
    """The other nodes: the first ones of all trees, then the second ones. The trees with the most
    nodes come first, so that each layer is of the first so many trees.
    """

    def __init__(self, trees: Trees, nodes: Any, order: Any, counts: Any) -> None:
        rank = np.argsort(order)[trees.tree[nodes]]
        depth = np.arange(len(nodes)) - (np.cumsum(counts) - counts)[trees.tree[nodes]]
        nodes = nodes[np.lexsort((rank, depth))]
        self._tested, self._threshold = trees.tested[nodes], trees.threshold[nodes, None]
        self._ruled = np.ascontiguousarray(_bytes(trees.ruled[nodes]).T)[:, :, None]
        self._widths = [int((counts > layer).sum()) for layer in range(int(counts.max(initial=0)))]
        self._leaves = trees.leaves[order].ravel()
        self._first = (np.arange(len(order)) * _LEAVES)[:, None]

    def scores(self, table: NDArray[np.float32], always: Any) -> Any:
        """The sum of the trees' values for each run; `always` are the leaves that are ruled out for all."""
        fails = table.take(self._tested, axis=0) > self._threshold
        # all bits where the test fails
        ruled = np.negative(fails.view(np.int8)).view(np.uint8)[:, None, :] & self._ruled
        found = np.repeat(always.T[:, :, None], table.shape[1], axis=2)
        start = 0
        for width in self._widths:
            part = found[:width]
            np.bitwise_or(part, ruled[start : start + width], out=part)
            start += width
        leaf = _FIRST_LEFT.take(found[:, 0] | found[:, 1].astype(np.uint16) << 8)
        leaf += self._first
        return self._leaves.take(leaf).sum(axis=0, dtype=np.float64)


def _bytes(ruled: Any) -> Any:
    """Sets of 16 leaves as two rows of bytes: leaves 0 to 7, leaves 8 to 15."""
    return np.stack([ruled & 0xFF, ruled >> 8]).astype(np.uint8)


@lru_cache(maxsize=16)
def _split(trees: Trees, of_page: frozenset[str]) -> tuple[_PageNodes, _Layers]:
    same = np.array([name in of_page for name in trees.columns], np.bool_)[trees.tested]
    nodes = np.flatnonzero(~same)
    counts = np.bincount(trees.tree[nodes], minlength=len(trees.leaves))
    order = np.argsort(-counts, kind="stable")
    return _PageNodes(trees, np.flatnonzero(same), order), _Layers(trees, nodes, order, counts)


def _first_left() -> NDArray[np.intp]:
    """For every set of leaves ruled out the first of the sixteen that is not."""
    sets = np.arange(1 << _LEAVES)
    lowest = ~sets & (sets + 1)
    return np.asarray(np.log2(lowest), np.intp)


_FIRST_LEFT = _first_left()


@cache
def load_trees() -> Trees | None:
    """The ensemble that is shipped, or None when its file is missing or not readable."""
    try:
        with (files("sitecrawl.document") / WEIGHTS).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return unpack(dict(arrays))
    except (OSError, ValueError, KeyError):
        return None


def unpack(arrays: dict[str, Any]) -> Trees:
    """An ensemble from the arrays of its file, where `mask` has the leaves that a failed test leaves."""
    columns: Sequence[str] = json.loads(str(arrays["columns"]))
    counts = arrays["nodes"].astype(np.intp)
    return Trees(
        tuple(columns),
        np.repeat(np.arange(len(counts)), counts),
        arrays["tested"].astype(np.intp),
        arrays["threshold"].astype(np.float32),
        ~arrays["mask"].astype(np.uint16),
        arrays["leaves"].astype(np.float32),
    )
