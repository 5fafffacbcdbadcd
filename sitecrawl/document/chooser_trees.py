"""The chooser's trees: a small boosted ensemble as arrays, evaluated in numpy.

Each node that decides holds a mask of the leaves that stay possible when its test fails; the leaf of a
row is the first one that every mask leaves (QuickScorer: Lucchese et al., SIGIR 2015).
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
_ROWS_AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Trees:
    """An ensemble: by node the column tested, the threshold and the mask; by tree its first node and
    the values of its leaves.

    `columns` names the features in the order of the columns.
    """

    columns: tuple[str, ...]
    tested: NDArray[np.intp]
    threshold: NDArray[np.float32]
    mask: NDArray[np.uint16]
    first: NDArray[np.intp]
    leaves: NDArray[np.float32]

    def probabilities(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each row of feature values the probability that its run is content."""
        parts = [self._scores(rows[start : start + _ROWS_AT_ONCE]) for start in range(0, len(rows), _ROWS_AT_ONCE)]
        scores = np.concatenate(parts) if parts else np.zeros(0)
        return np.asarray(1.0 / (1.0 + np.exp(-scores)))

    def _scores(self, rows: NDArray[np.float32]) -> Any:
        values = np.ascontiguousarray(rows.T)[self.tested]
        fails = values > self.threshold[:, None]
        masks = np.where(fails, self.mask[:, None], np.uint16(0xFFFF))
        left = np.bitwise_and.reduceat(masks, self.first, axis=0)
        # the lowest bit that is set, as a number of a leaf
        leaf = _BIT_NUMBER[(left & (~left + np.uint16(1))).astype(np.uint32) % 37]
        return np.take_along_axis(self.leaves, leaf, axis=1).sum(axis=0, dtype=np.float64)


# 2 is a primitive root of 37: the remainders of 2 ** n are all different
_BIT_NUMBER = np.zeros(37, np.intp)
for _bit in range(16):
    _BIT_NUMBER[(1 << _bit) % 37] = _bit


@cache
def load_trees() -> Trees | None:
    """The ensemble that is shipped, or None when its file is missing or not readable."""
    try:
        with (files("sitecrawl.document") / WEIGHTS).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return unpack(dict(arrays))
    except (OSError, ValueError, KeyError):
        return None


def unpack(arrays: dict[str, Any]) -> Trees:
    """An ensemble from the arrays of its file."""
    columns = tuple(json.loads(str(arrays["columns"])))
    first = np.concatenate(([0], np.cumsum(arrays["nodes"].astype(np.intp))[:-1]))
    return Trees(
        columns,
        arrays["tested"].astype(np.intp),
        arrays["threshold"].astype(np.float32),
        arrays["mask"].astype(np.uint16),
        first,
        arrays["leaves"].astype(np.float32),
    )
