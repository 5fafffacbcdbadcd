"""From a collection to what searching needs: postings, grams and sums over passages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcp_server.collection import DEFINED, FIELDS, LAST, STOP, TITLE, Collection, field_weights, ranges
from mcp_server.grams import Grams
from mcp_server.index import FieldBM25, positive_idf
from mcp_server.postings import Postings, PostingsWriter
from mcp_server.settings import RankingSettings


@dataclass(frozen=True)
class Statistics:
    """What re-ranking knows of the whole collection.

    `lengths` by passage, in tokens without defined names; the mean length of each field where it
    is not empty; `title_idf` and `heading_idf` by passage, the summed idf of the distinct terms of
    title and last heading; in how many passages each word stands; how often each term occurs.
    """

    lengths: NDArray[np.float32]
    field_means: NDArray[np.float64]
    title_idf: NDArray[np.float32]
    heading_idf: NDArray[np.float32]
    words: NDArray[np.int32]
    occurrences: NDArray[np.int64]

    @cached_property
    def mean_length(self) -> float:
        """The mean of `lengths`, never 0."""
        return float(self.lengths.mean(dtype=np.float64)) if self.lengths.any() else 1.0

    @cached_property
    def tokens(self) -> int:
        """How many tokens there are, never 0."""
        return max(1, int(self.occurrences.sum()))


def index_collection(collection: Collection, settings: RankingSettings) -> tuple[FieldBM25, Grams, Statistics]:
    """Work out everything that is derived from a collection."""
    postings, words = _count(collection, settings)
    field_lengths = np.diff(collection.bounds).reshape(-1, FIELDS)
    lengths = (field_lengths.sum(axis=1) - field_lengths[:, DEFINED]).astype(np.float64)
    counted = (collection.kinds & STOP) == 0
    idf = positive_idf(postings.document_frequencies(), len(collection))
    word_idf = np.where(counted, idf[collection.terms], 0.0)
    statistics = Statistics(
        lengths.astype(np.float32),
        np.array([_mean_of_positive(field_lengths[:, field]) for field in range(FIELDS)]),
        _summed_idf(collection, TITLE, word_idf),
        _summed_idf(collection, LAST, word_idf),
        words,
        np.bincount(collection.terms[collection.tokens], minlength=len(collection.lexicon)),
    )
    surfaces = [text.split("\0", 1)[0] for text in collection.words.texts()]
    grams = Grams.of(surfaces, collection.kinds & ~np.uint8(STOP), counted, words, len(collection))
    index = FieldBM25.of(collection.lexicon, postings, lengths, settings.k1, settings.b)
    return index, grams, statistics


def _count(collection: Collection, settings: RankingSettings) -> tuple[Postings, NDArray[np.int32]]:
    """The postings of terms, and in how many passages each word stands."""
    weights = field_weights(settings.title, settings.heading)
    writer = PostingsWriter((*weights, *(weight * settings.part for weight in weights)), len(collection.words) + 1)
    nobody = np.int32(len(collection.words))  # a part is no occurrence of a word
    part_counts = np.diff(collection.part_starts)
    for begin, end in collection.blocks():
        edges = collection.bounds[begin * FIELDS : end * FIELDS + 1]
        cells = np.repeat(np.arange(begin * FIELDS, end * FIELDS), np.diff(edges))
        kept = np.flatnonzero(cells % FIELDS != DEFINED)
        cells, tokens = cells[kept], collection.tokens[edges[0] : edges[-1]][kept]
        counts = part_counts[tokens]
        whole = np.flatnonzero(counts)
        again = np.repeat(whole, counts[whole])
        parts = collection.part_terms[ranges(collection.part_starts[tokens[whole]], counts[whole])]
        writer.add(
            np.concatenate((cells, cells[again])) // FIELDS,
            np.concatenate((collection.terms[tokens], parts)),
            np.concatenate((tokens, np.full(len(again), nobody))),
            np.concatenate((cells % FIELDS, cells[again] % FIELDS + FIELDS)),
        )
    return writer.finish(len(collection.lexicon)), writer.words[:-1]


def _summed_idf(collection: Collection, field: int, word_idf: NDArray[np.float64]) -> NDArray[np.float32]:
    sums = np.zeros(len(collection), np.float32)
    for begin, end in collection.blocks():
        rows = np.arange(begin, end)
        begins = collection.bounds[rows * FIELDS + field]
        lengths = collection.bounds[rows * FIELDS + field + 1] - begins
        words = collection.tokens[ranges(begins, lengths)].astype(np.int64)
        keys = np.unique((np.repeat(rows - begin, lengths) << 32) | words)
        sums[begin:end] = np.bincount(keys >> 32, word_idf[keys & 0xFFFFFFFF], end - begin)
    return sums


def _mean_of_positive(lengths: NDArray[Any]) -> float:
    positive = lengths[lengths > 0]
    return float(positive.mean()) if len(positive) else 1.0
