"""A page's runs and nodes as arrays, and the table of feature columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitecrawl.document.chooser_runs import Runs

Numbers = NDArray[np.float32]
Own = dict[str, Any]
_SINGLE = (bool, int, float, np.generic)


class Columns:
    """Collects feature columns by name, in the order in which they are added."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.names: list[str] = []
        self.values: list[Any] = []

    def add(self, name: str, values: Any) -> None:
        """Add a column: a value for each row, or one for all."""
        self.names.append(name)
        self.values.append(values)

    def matrix(self) -> Numbers:
        """Rows by columns, float32."""
        return np.ascontiguousarray(self.table(self.names).T)

    def table(self, names: Sequence[str]) -> Numbers:
        """The named columns, a line each: columns by rows, float32."""
        values = dict(zip(self.names, self.values, strict=True))
        table = np.empty((len(names), self.rows), np.float32)
        for line, name in zip(table, names, strict=True):
            line[:] = values[name]
        return table

    @property
    def of_page(self) -> frozenset[str]:
        """The columns that were added with one value for all rows."""
        return frozenset(
            name for name, values in zip(self.names, self.values, strict=True) if isinstance(values, _SINGLE)
        )


class Shape:
    """Sizes of runs and nodes as arrays."""

    def __init__(self, runs: Runs) -> None:
        self.size = np.fromiter(map(len, runs.words), np.float32, len(runs.words))
        self.linked = np.array(runs.linked, np.float32)
        self.node = np.array(runs.node)
        self.parent = np.array(runs.parent)
        self.start, self.end = np.array(runs.start), np.array(runs.end)
        self.total = float(self.size.sum()) or 1.0
        self.node_size = self.below(self.size)
        self.node_linked = self.below(self.linked)
        self.node_runs = (self.end - self.start).astype(np.float32)
        # words in running text: no short lines, no lists of links
        self.prose = np.where((self.size >= 10) & (self.linked < 0.35 * self.size), self.size, 0)
        self.depth = _depths(runs.parent)

    def below(self, values: Any) -> Any:
        """Sums over the runs below each node."""
        sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        return (sums[self.end] - sums[self.start]).astype(np.float32)


def _depths(parent: list[int]) -> Any:
    depths: list[int] = []
    for above in parent:
        depths.append(0 if above < 0 else depths[above] + 1)
    return np.array(depths, np.float32)
