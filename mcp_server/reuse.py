"""Passages analysed before, found again by their content, so that only changed ones are analysed."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from mcp_server.analysis import Word
from mcp_server.collection import FIELDS, STOP, Collection
from mcp_server.engine import IndexedPassage
from mcp_server.vocabulary import Vocabulary


def fingerprint(passage: IndexedPassage) -> int:
    """64 bits of everything the analysis of a passage reads."""
    content = "\0".join((passage.title, *passage.headings, passage.text, passage.lang or "", passage.anchor or "\1"))
    return int.from_bytes(hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class Earlier:
    """The passages of an earlier collection, their words renumbered for a new vocabulary."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._rows = {key: row for row, key in enumerate(collection.fingerprints.tolist())}
        self._numbers = np.full(len(collection.words), -1, np.int32)

    def fields(self, key: int, vocabulary: Vocabulary) -> list[list[int]] | None:
        """The word numbers of each field of the passage with this fingerprint, None if it is new."""
        row = self._rows.get(key)
        if row is None:
            return None
        edges = self._collection.bounds[row * FIELDS : (row + 1) * FIELDS + 1]
        tokens = self._collection.tokens[edges[0] : edges[-1]]
        numbers = self._renumbered(tokens, vocabulary).tolist()
        cuts = (edges - edges[0]).tolist()
        return [numbers[cuts[field] : cuts[field + 1]] for field in range(FIELDS)]

    def _renumbered(self, tokens: NDArray[np.int32], vocabulary: Vocabulary) -> NDArray[np.int32]:
        numbers = self._numbers[tokens]
        if (numbers < 0).any():
            for old in set(tokens[numbers < 0].tolist()):
                self._numbers[old] = vocabulary.number(self._word(old))
            numbers = self._numbers[tokens]
        return numbers

    def _word(self, number: int) -> Word:
        earlier = self._collection
        surface, term, kind = earlier.words.text(number).split("\0")
        parts = earlier.part_terms[earlier.part_starts[number] : earlier.part_starts[number + 1]].tolist()
        bits = int(kind, 16)
        return Word(surface, term, tuple(map(earlier.lexicon.text, parts)), bool(bits & STOP), bits & ~STOP)
