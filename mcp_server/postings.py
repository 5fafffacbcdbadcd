"""Postings: for each term the passages that hold it, with its frequency in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcp_server.spool import Spools, trim

Integers = NDArray[np.integer[Any]]
_PART = 1 << 18  # postings that are put in order at a time …
_PARTS = 64  # … more where there would be more parts than this


@dataclass(frozen=True)
class Postings:
    """The postings of term t are `[starts[t]:starts[t + 1]]` of `docs`, ascending, and `frequencies`."""

    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    frequencies: NDArray[np.float32]

    def document_frequencies(self) -> NDArray[np.int64]:
        """In how many passages each term stands."""
        return np.diff(self.starts)

    def terms_of(self, begin: int, end: int) -> NDArray[np.int64]:
        """The terms of the postings `begin` … `end` - 1."""
        first, last = np.searchsorted(self.starts, (begin, end - 1), "right") - 1
        edges = self.starts[first : last + 2].clip(begin, end)
        return np.repeat(np.arange(first, last + 1), np.diff(edges))


class PostingsWriter:
    """Collects occurrences block by block, so that no sort ever spans the whole collection.

    `weights[f]` is what an occurrence in field f adds to a frequency. `words[w]` counts in how
    many passages word w stands, when words are given. Blocks wait in `spools`.
    """

    def __init__(self, weights: Sequence[float] = (1.0,), words: int = 1, spools: Spools | None = None) -> None:
        self._weights = np.array(weights, np.float32)
        self.words = np.zeros(words, np.int32)
        self._spools = spools or Spools()
        self._waiting = [self._spools.new(kind) for kind in (np.int32, np.int32, np.float32)]
        self._edges = [0]

    def add(self, docs: Integers, terms: Integers, words: Integers | None = None,
            fields: Integers | None = None) -> None:  # fmt: skip
        """Count the occurrences of one block; its passage numbers follow those of the block before.

        Term, passage, word and field of an occurrence share one 64-bit key: sorting plain numbers
        is several times as fast as sorting by reference. That leaves 24 bits for a word.
        """
        if not len(docs):
            return
        first = int(docs.min())
        doc_bits, word_bits = _bits(int(docs.max()) - first), _bits(len(self.words))
        field_bits = _bits(len(self._weights) - 1)
        keys = terms.astype(np.int64)
        for bits, numbers in ((doc_bits, docs - first), (word_bits, words), (field_bits, fields)):
            keys <<= bits
            if numbers is not None:
                keys |= numbers
        keys.sort()
        frequencies = self._weights[keys & ((1 << field_bits) - 1)]
        keys >>= field_bits
        if words is not None:
            heads = keys[_heads(keys)]
            heads &= (1 << word_bits) - 1
            self.words += np.bincount(heads, minlength=len(self.words)).astype(np.int32)
        keys >>= word_bits
        heads = _heads(keys)
        distinct = keys[heads]
        numbers = (distinct >> doc_bits).astype(np.int32)
        docs_of = ((distinct & ((1 << doc_bits) - 1)) + first).astype(np.int32)
        for spool, values in zip(self._waiting, (numbers, docs_of, np.add.reduceat(frequencies, heads)), strict=True):
            spool.append(values)
        self._edges.append(len(self._waiting[0]))

    def finish(self, terms: int) -> Postings:
        """The postings of terms 0 … `terms` - 1. The writer is of no use afterwards."""
        numbers = self._waiting[0]
        starts = np.zeros(terms + 1, np.int64)
        for begin, end in pairwise(self._edges):
            starts[1:] += np.bincount(numbers.read(begin, end), minlength=terms)
        np.cumsum(starts, out=starts)
        cuts = _cuts(starts)
        places = [np.searchsorted(numbers.read(*edges), cuts) + edges[0] for edges in pairwise(self._edges)]
        found = self._spools.new(np.int32), self._spools.new(np.float32)
        for part, (first, last) in enumerate(pairwise(cuts.tolist())):
            edges = [block[part : part + 2].tolist() for block in places]
            merged = self._merged([edge for edge in edges if edge[0] < edge[1]], first, starts[first : last + 1])
            for spool, values in zip(found, merged, strict=True):
                spool.append(values)
            trim()
        return Postings(starts, found[0].array(), found[1].array())

    def _merged(self, edges: Sequence[Sequence[int]], first: int, starts: NDArray[np.int64]
                ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:  # fmt: skip
        """Passages and frequencies of the terms from `first` on, block after block within each term.

        `starts` are theirs among all postings; each of `edges` is where a block has them.
        """
        filled = starts[:-1] - starts[0]
        size = int(starts[-1] - starts[0])
        docs, frequencies = np.empty(size, np.int32), np.empty(size, np.float32)
        for begin, end in edges:
            numbers, block_docs, block_frequencies = (spool.read(begin, end) for spool in self._waiting)
            terms = numbers - first
            counts = np.bincount(terms, minlength=len(filled))
            places = np.arange(len(terms)) + (filled - (np.cumsum(counts) - counts))[terms]
            docs[places] = block_docs
            frequencies[places] = block_frequencies
            filled += counts
        return docs, frequencies


def _cuts(starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Terms that cut all postings into parts of about one size, the first and the last edge included."""
    size = max(_PART, int(starts[-1]) // _PARTS)
    inner = np.searchsorted(starts, np.arange(size, starts[-1], size))
    return np.unique(np.concatenate(([0], inner, [len(starts) - 1])))


def _bits(largest: int) -> int:
    return max(1, largest.bit_length())


def _heads(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
