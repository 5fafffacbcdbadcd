"""What the words of a question do in a few candidate passages: counted from their tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mcp_server.collection import FIELDS, JOINED, REPEATED, Collection, ranges
from mcp_server.grams import Grams, gram_keys
from mcp_server.index import positive_idf
from mcp_server.question import Question

Matrix = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Candidates:
    """The tokens of candidate passages one after the other, `lengths` their number by row and field.

    `cells[t]` is row * FIELDS + field of token t; `words` are the distinct words and `places[t]`
    tells which of them token t is.
    """

    rows: NDArray[np.int64]
    lengths: Numbers
    cells: Numbers
    words: Numbers
    places: NDArray[np.int32]

    @classmethod
    def of(cls, collection: Collection, rows: NDArray[np.int64]) -> Candidates:
        """Read the passages `rows`."""
        edges = collection.bounds[rows[:, None] * FIELDS + np.arange(FIELDS + 1)]
        tokens = collection.tokens_of(edges[:, 0], edges[:, -1] - edges[:, 0])
        lengths = np.diff(edges, axis=1)
        cells = np.repeat(np.arange(len(rows) * FIELDS), lengths.ravel())
        # marking the vocabulary is linear, sorting the tokens is not
        marked = np.zeros(len(collection.terms), bool)
        marked[tokens] = True
        words = np.flatnonzero(marked)
        numbers = np.empty(len(collection.terms), np.int32)
        numbers[words] = np.arange(len(words), dtype=np.int32)
        return cls(rows, lengths, cells, words, numbers[tokens])

    def count(self, features: Numbers, size: int) -> Matrix:
        """Occurrences of `size` features by row and field; `features[w]` is distinct word w's, or -1."""
        found = features[self.places]
        hits = np.flatnonzero(found >= 0)
        cells = len(self.rows) * FIELDS
        counts = np.bincount(found[hits] * cells + self.cells[hits], minlength=size * cells)
        return counts.reshape(size, len(self.rows), FIELDS).astype(np.float64)

    def count_many(self, owners: Numbers, features: Numbers, size: int) -> Matrix:
        """Likewise where a word has several features: `owners` (ascending) beside `features`."""
        counts = np.bincount(owners, minlength=len(self.words))
        hits = np.flatnonzero(counts[self.places])
        lengths = counts[self.places[hits]]
        entries = ranges((np.cumsum(counts) - counts)[self.places[hits]], lengths)
        cells = len(self.rows) * FIELDS
        found = np.bincount(features[entries] * cells + np.repeat(self.cells[hits], lengths), minlength=size * cells)
        return found.reshape(size, len(self.rows), FIELDS).astype(np.float64)


@dataclass(frozen=True)
class Evidence:
    """Counts by unit of the question, candidate and field, and where the units' words stand.

    `parts[i]` are the counts of unit i's parts. `spots` are (token, unit) in text order.
    """

    candidates: Candidates
    terms: Matrix
    parts: dict[int, Matrix]
    surfaces: Matrix
    surface_words: tuple[list[int], ...]
    grams: Matrix
    gram_idf: Matrix
    gram_weights: Matrix
    gram_kinds: Numbers
    spots: Numbers
    spot_units: Numbers
    compounds: Matrix


def gather(collection: Collection, grams: Grams, question: Question, rows: NDArray[np.int64], part_weight: float,
           find_words: Callable[[str], list[int]]) -> Evidence:  # fmt: skip
    """Count everything `question` asks for in the passages `rows`."""
    candidates = Candidates.of(collection, rows)
    units = (*question.units, *question.compounds)
    wanted = np.array(sorted({t for unit in units for t in (*unit.terms, *unit.parts) if t >= 0}), np.int64)
    features = _features(collection.terms[candidates.words], wanted)
    counts = candidates.count(features, len(wanted)) + part_weight * _part_counts(collection, candidates, wanted)
    place = {int(term): i for i, term in enumerate(wanted)}
    terms = np.zeros((len(question.units), len(rows), FIELDS))
    unit_of = np.full(len(wanted) + 1, -1)
    parts: dict[int, Matrix] = {}
    empty = np.zeros((len(rows), FIELDS))
    for number, unit in enumerate(question.units):
        for term in unit.terms:
            terms[number] += counts[place[term]]
            unit_of[place[term]] = number
        if unit.parts:
            parts[number] = np.stack([counts[place[part]] if part >= 0 else empty for part in unit.parts])
    spots = np.flatnonzero(features[candidates.places] >= 0)
    spots = spots[~np.isin(candidates.cells[spots] % FIELDS, REPEATED)]
    spot_units = unit_of[features[candidates.places[spots]]]
    known = spot_units >= 0
    compounds = np.zeros((len(question.compounds), len(rows)))
    for number, unit in enumerate(question.compounds):
        for term in unit.terms:
            compounds[number] += counts[place[term]][:, JOINED]
    gram_ids, weights, kinds = question_grams(grams, question)
    surface_words = tuple(find_words(unit.surface) for unit in question.units)
    return Evidence(
        candidates, terms, parts, _surface_counts(candidates, surface_words), surface_words,
        _gram_counts(grams, candidates, gram_ids), gram_idf(grams, gram_ids, len(collection)), weights, kinds,
        spots[known], spot_units[known], compounds,
    )  # fmt: skip


def gram_idf(grams: Grams, numbers: Numbers, passages: int) -> Matrix:
    """The rarity of grams by their numbers; -1 is in no passage."""
    known = grams.frequencies[numbers] if len(grams.frequencies) else np.zeros(len(numbers), np.float32)
    found: Matrix = positive_idf(np.where(numbers >= 0, known, 0.0).astype(np.float64), passages)
    return found


def question_grams(grams: Grams, question: Question) -> tuple[Numbers, Matrix, Numbers]:
    """The grams of the content words: their numbers (-1: unknown), how often, and kind of word."""
    units = [question.units[i] for i in question.content]
    kinds = np.array([unit.kind for unit in units], np.uint8)
    keys, owners = gram_keys([unit.surface for unit in units], kinds, np.ones(len(units), bool))
    times = np.array([unit.count for unit in units], np.float64)[owners]
    distinct, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.bincount(inverse, times, len(distinct)).astype(np.float64, copy=False)
    return grams.find(distinct), weights, kinds[owners[first]].astype(np.int64)


def _features(values: NDArray[np.int32], wanted: Numbers) -> Numbers:
    if not len(wanted):
        return np.full(len(values), -1)
    places = np.minimum(np.searchsorted(wanted, values), len(wanted) - 1)
    return np.where(wanted[places] == values, places, -1)


def _part_counts(collection: Collection, candidates: Candidates, wanted: Numbers) -> Matrix:
    starts = collection.part_starts[candidates.words]
    lengths = collection.part_starts[candidates.words + 1] - starts
    if not lengths.any():
        return np.zeros((len(wanted), len(candidates.rows), FIELDS))
    features = _features(collection.part_terms[ranges(starts, lengths)], wanted)
    owners = np.repeat(np.arange(len(lengths)), lengths)
    known = features >= 0
    return candidates.count_many(owners[known], features[known], len(wanted))


def _surface_counts(candidates: Candidates, surface_words: Sequence[Sequence[int]]) -> Matrix:
    pairs = sorted((word, unit) for unit, words in enumerate(surface_words) for word in words)
    features = _features(candidates.words.astype(np.int32), np.array([word for word, _ in pairs], np.int64))
    units = np.array([unit for _, unit in pairs] + [-1])
    return candidates.count(units[features], len(surface_words))


def _gram_counts(grams: Grams, candidates: Candidates, wanted: Numbers) -> Matrix:
    features = np.full(len(grams.keys), -1, np.int32)
    known = wanted >= 0
    features[wanted[known]] = np.flatnonzero(known)
    starts = grams.starts[candidates.words]
    lengths = grams.starts[candidates.words + 1] - starts
    found = features[grams.ids[ranges(starts, lengths)]]
    hits = np.flatnonzero(found >= 0)
    owners = np.repeat(np.arange(len(lengths)), lengths)[hits]
    counts = candidates.count_many(owners, found[hits].astype(np.int64), len(wanted))
    counts[:, :, REPEATED] = 0
    found_anywhere: Matrix = counts.sum(axis=2)
    return found_anywhere
