"""Postings: for each term the passages that hold it, with its frequency in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Postings:
    """The postings of term t are `[starts[t]:starts[t + 1]]` of `docs`, ascending, and `frequencies`."""

    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    frequencies: NDArray[np.float32]

    def document_frequencies(self) -> NDArray[np.int64]:
        """In how many passages each term stands."""
        return np.diff(self.starts)


class PostingsWriter:
    """Collects occurrences block by block, so that no sort ever spans the whole collection.

    `weights[f]` is what an occurrence in field f adds to a frequency. `words[w]` counts in how
    many passages word w stands, when words are given.
    """

    def __init__(self, weights: Sequence[float] = (1.0,), words: int = 1) -> None:
        self._weights = np.array(weights, np.float32)
        self.words = np.zeros(words, np.int32)
        self._blocks: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]] = []

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
        keys = (terms.astype(np.int64) << doc_bits) | (docs - first)
        keys = (keys << word_bits) | (0 if words is None else words)
        keys = (keys << field_bits) | (0 if fields is None else fields)
        keys.sort()
        frequencies = self._weights[keys & ((1 << field_bits) - 1)]
        keys >>= field_bits
        if words is not None:
            heads = keys[_heads(keys)]
            self.words += np.bincount(heads & ((1 << word_bits) - 1), minlength=len(self.words)).astype(np.int32)
        keys >>= word_bits
        heads = _heads(keys)
        distinct = keys[heads]
        numbers = (distinct >> doc_bits).astype(np.int32)
        docs_of = ((distinct & ((1 << doc_bits) - 1)) + first).astype(np.int32)
        self._blocks.append((numbers, docs_of, np.add.reduceat(frequencies, heads)))

    def finish(self, terms: int) -> Postings:
        """The postings of terms 0 … `terms` - 1. The writer is empty afterwards."""
        starts = np.zeros(terms + 1, np.int64)
        for numbers, _, _ in self._blocks:
            starts[1:] += np.bincount(numbers, minlength=terms)
        np.cumsum(starts, out=starts)
        docs = np.empty(starts[-1], np.int32)
        frequencies = np.empty(starts[-1], np.float32)
        filled = starts[:-1].copy()
        self._blocks.reverse()
        while self._blocks:
            numbers, block_docs, block_frequencies = self._blocks.pop()
            counts = np.bincount(numbers, minlength=terms)
            begins = np.cumsum(counts) - counts
            places = np.arange(len(numbers)) + (filled - begins)[numbers]
            docs[places] = block_docs
            frequencies[places] = block_frequencies
            filled += counts
        return Postings(starts, docs, frequencies)


def _bits(largest: int) -> int:
    return max(1, largest.bit_length())


def _heads(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
