"""Words of the question that stand near each other in a passage."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mcp_server.collection import FIELDS
from mcp_server.evidence import Evidence, Matrix
from mcp_server.question import Question

_WINDOW = 3  # neighbours looked at on each side; farther ones add next to nothing


def following_pairs(question: Question) -> list[tuple[int, int]]:
    """The pairs of content units that follow each other in the question."""
    return sorted(set(pairwise(place for place in question.order if not question.units[place].stop)))


def near_pairs(question: Question, evidence: Evidence, gap: int) -> tuple[list[str], Matrix, Matrix]:
    """Ordered pairs and closeness.

    The first matrix counts, by pair and candidate, how often two content words that follow each
    other in the question do so in the passage, at most `gap` tokens apart; the labels name the
    pairs. The second sums mean idf / distance² over neighbouring content words
    in any order.
    """
    units = question.units
    follows = following_pairs(question)
    rows = len(evidence.candidates.rows)
    number = np.full((len(units), len(units)), -1)
    for place, pair in enumerate(follows):
        number[pair] = place
    idf = np.array([0.0 if unit.stop else unit.idf for unit in units])
    kinds = np.array([unit.kind for unit in units], np.int64)
    spots = np.flatnonzero(idf[evidence.spot_units] > 0)
    at, unit = evidence.spots[spots], evidence.spot_units[spots]
    cell = evidence.candidates.cells[at]
    pairs = np.zeros((len(follows), rows))
    closeness = np.zeros((1, rows))
    for shift in range(1, _WINDOW + 1):
        apart = at[shift:] - at[:-shift]
        first, second = unit[:-shift], unit[shift:]
        same = (cell[shift:] == cell[:-shift]) & (first != second) & (kinds[first] == 0)
        row = cell[shift:] // FIELDS
        found = number[first, second]
        ordered = same & (apart <= gap) & (found >= 0)
        places = found[ordered] * rows + row[ordered]
        pairs += np.bincount(places, minlength=pairs.size).reshape(pairs.shape)
        if shift == 1:
            worth = (idf[first] + idf[second])[same] / 2 / apart[same] ** 2
            closeness[0] = np.bincount(row[same], worth, rows)
    labels = [f"{units[before].shown} {units[after].shown}" for before, after in follows]
    return labels, pairs, closeness
