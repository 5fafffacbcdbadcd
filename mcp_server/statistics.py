"""From a collection to what searching needs: postings, grams and sums over passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcp_server.collection import BLOCK, DEFINED, FIELDS, LAST, REPEATED, STOP, TITLE, Collection, field_weights, ranges
from mcp_server.grams import Grams
from mcp_server.index import FieldBM25, positive_idf
from mcp_server.postings import Postings, PostingsWriter
from mcp_server.settings import RankingSettings
from mcp_server.spool import Spools, trim

Numbers = NDArray[np.integer[Any]]
_STEP = 1 << 17  # tokens that are looked at at a time
_NUMBER = re.compile(r"[a-z]?[\d.,]+")


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


@dataclass(frozen=True)
class Indexes:
    """Everything that is derived from a collection; `pages` indexes whole pages, where a page has
    more than one passage.
    """

    passages: FieldBM25
    pages: FieldBM25 | None
    grams: Grams
    statistics: Statistics


def index_collection(collection: Collection, settings: RankingSettings, spools: Spools | None = None) -> Indexes:
    """Work out everything that searching needs, the large arrays in `spools`."""
    spools = spools or Spools()
    postings, page_postings, words = _count(collection, settings, spools)
    trim()
    lengths, means = _lengths(collection)
    counted = (collection.kinds & STOP) == 0
    # the number of a chapter is no part of what it is about
    named = np.concatenate([np.empty(0, bool), *_named(collection)])
    idf = positive_idf(postings.document_frequencies(), len(collection))
    word_idf = np.where(counted & named, idf[collection.terms], 0.0)
    statistics = Statistics(
        lengths.astype(np.float32),
        means,
        _summed_idf(collection, TITLE, word_idf, spools),
        _summed_idf(collection, LAST, word_idf, spools),
        words,
        _occurrences_of_terms(collection, spools),
    )
    pages = None
    if page_postings is not None:
        page_lengths = np.bincount(collection.pages, lengths).astype(np.float64, copy=False)
        pages = FieldBM25.of(collection.lexicon, page_postings, page_lengths, settings.k1, settings.page_b, spools)
    passages = FieldBM25.of(collection.lexicon, postings, lengths, settings.k1, settings.b, spools)
    trim()
    return Indexes(
        passages,
        pages,
        Grams.of(collection.surfaces, collection.kinds & ~np.uint8(STOP), counted, words, len(collection)),
        statistics,
    )


def _lengths(collection: Collection) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The length of each passage without what its text repeats, and the mean length of each field."""
    lengths = np.diff(collection.bounds).reshape(-1, FIELDS)
    means = np.array([_mean_of_positive(lengths[:, field]) for field in range(FIELDS)])
    return np.delete(lengths, REPEATED, axis=1).sum(axis=1).astype(np.float64), means


def _named(collection: Collection) -> Iterator[NDArray[np.bool_]]:
    size = len(collection.words)
    for begin in range(0, size, BLOCK):
        surfaces = collection.surfaces(begin, min(begin + BLOCK, size))
        yield np.array([not _NUMBER.fullmatch(surface) for surface in surfaces], bool)


def _count(collection: Collection, settings: RankingSettings, spools: Spools
           ) -> tuple[Postings, Postings | None, NDArray[np.int32]]:  # fmt: skip
    """The postings of terms by passage and by page, and in how many passages each word stands."""
    weights = field_weights(settings.title, settings.heading)
    weights = (*weights, *(weight * settings.part for weight in weights))
    passages = PostingsWriter(weights, len(collection.words) + 1, spools)
    pages = PostingsWriter(weights, spools=spools)
    many = len(collection) > 0 and int(collection.pages[-1]) + 1 < len(collection)
    for begin, end in collection.blocks():
        docs, terms, words, fields = _occurrences(collection, begin, end)
        passages.add(docs, terms, words, fields)
        if many:
            pages.add(collection.pages[docs], terms, None, fields)
        spools.forget()
    size = len(collection.lexicon)
    return passages.finish(size), pages.finish(size) if many else None, passages.words[:-1]


def _occurrences(collection: Collection, begin: int, end: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Passage, term, word and field of every token of a block, then of every part of an identifier."""
    edges = collection.bounds[begin * FIELDS : end * FIELDS + 1]
    cells = np.repeat(np.arange(begin * FIELDS, end * FIELDS), np.diff(edges))
    kept = np.flatnonzero(cells % FIELDS != DEFINED)
    cells, tokens = cells[kept], collection.tokens[edges[0] : edges[-1]][kept]
    counts = np.diff(collection.part_starts)[tokens]
    whole = np.flatnonzero(counts)
    again = np.repeat(whole, counts[whole])
    parts = collection.part_terms[ranges(collection.part_starts[tokens[whole]], counts[whole])]
    nobody = np.int32(len(collection.words))  # a part is no occurrence of a word
    return (
        np.concatenate((cells, cells[again])) // FIELDS,
        np.concatenate((collection.terms[tokens], parts)),
        np.concatenate((tokens, np.full(len(again), nobody))),
        np.concatenate((cells % FIELDS, cells[again] % FIELDS + FIELDS)),
    )


def _occurrences_of_terms(collection: Collection, spools: Spools) -> NDArray[np.int64]:
    found = np.zeros(len(collection.lexicon), np.int64)
    for begin in range(0, len(collection.tokens), _STEP):
        terms = collection.terms[collection.tokens[begin : begin + _STEP]]
        found += np.bincount(terms, minlength=len(found))
        spools.forget()
    return found


def _summed_idf(collection: Collection, field: int, word_idf: NDArray[np.float64], spools: Spools
                ) -> NDArray[np.float32]:  # fmt: skip
    sums = np.zeros(len(collection), np.float32)
    for begin, end in collection.blocks():
        rows = np.arange(begin, end)
        begins = collection.bounds[rows * FIELDS + field]
        lengths = collection.bounds[rows * FIELDS + field + 1] - begins
        words = collection.tokens[ranges(begins, lengths)].astype(np.int64)
        keys = np.unique((np.repeat(rows - begin, lengths) << 32) | words)
        sums[begin:end] = np.bincount(keys >> 32, word_idf[keys & 0xFFFFFFFF], end - begin)
        spools.forget()
    return sums


def _mean_of_positive(lengths: NDArray[Any]) -> float:
    positive = lengths[lengths > 0]
    return float(positive.mean()) if len(positive) else 1.0
