"""The chooser's trees: a small boosted ensemble as arrays, evaluated in numpy.

Each node that decides rules out the leaves on its left when its test fails; the leaf of a row is the
first one that no node rules out (QuickScorer: Lucchese et al., SIGIR 2015).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

WEIGHTS = "chooser.npz"
# so that a part's comparisons stay in the processor's cache
_ROWS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Trees:
    """An ensemble: by node the column tested, the threshold, and which of the leaves 0 to 7 (`low`) and
    8 to 15 (`high`) a failed test rules out; by tree the values of its leaves.

    The first nodes of all trees come first, then the second ones; a tree with fewer nodes than others is filled
    up with tests that never fail. `columns` names the features in the order of the columns.
    """

    columns: tuple[str, ...]
    tested: NDArray[np.intp]
    threshold: NDArray[np.float32]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    leaves: NDArray[np.float32]

    def probabilities(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each row of feature values the probability that its run is content."""
        parts = [self._scores(rows[start : start + _ROWS_AT_ONCE]) for start in range(0, len(rows), _ROWS_AT_ONCE)]
        scores = np.concatenate(parts) if parts else np.zeros(0)
        return np.asarray(1.0 / (1.0 + np.exp(-scores)))

    def _scores(self, rows: NDArray[np.float32]) -> Any:
        fails = np.ascontiguousarray(rows.T).take(self.tested, axis=0) > self.threshold
        # all bits where the test fails
        ruled = np.negative(fails.view(np.int8)).view(np.uint8)
        shape = (-1, len(self.leaves), len(rows))
        low = np.bitwise_or.reduce((ruled & self.low).reshape(shape), axis=0)
        high = np.bitwise_or.reduce((ruled & self.high).reshape(shape), axis=0)
        leaf = _FIRST_LEFT[low | high.astype(np.uint16) << 8]
        return np.take_along_axis(self.leaves, leaf, axis=1).sum(axis=0, dtype=np.float64)


def _first_left() -> NDArray[np.intp]:
    """For every set of leaves ruled out the first of the sixteen that is not."""
    sets = np.arange(1 << 16)
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
    columns = tuple(json.loads(str(arrays["columns"])))
    counts = arrays["nodes"].astype(np.intp)
    first = np.cumsum(counts) - counts
    tree = np.repeat(np.arange(len(counts)), counts)
    place = (np.arange(len(tree)) - first[tree]) * len(counts) + tree
    size = int(counts.max()) * len(counts)
    tested, threshold = np.zeros(size, np.intp), np.full((size, 1), np.inf, np.float32)
    low, high = np.zeros((size, 1), np.uint8), np.zeros((size, 1), np.uint8)
    ruled = ~arrays["mask"].astype(np.uint16)
    tested[place], threshold[place, 0] = arrays["tested"], arrays["threshold"]
    low[place, 0], high[place, 0] = ruled & 0xFF, ruled >> 8
    return Trees(columns, tested, threshold, low, high, arrays["leaves"].astype(np.float32))
