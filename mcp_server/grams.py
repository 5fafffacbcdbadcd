"""Character grams of words: what is left of a match when stems differ or a language has none.

A word of a spaced script gives 4-grams of `_word_`, a CJK bigram its two characters, a Thai
trigram its two bigrams. A gram is a number: its characters' codes, 16 bits each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mcp_server.analysis import CJK, THAI, WORD
from mcp_server.collection import ranges
from mcp_server.spool import trim

_PART = 1 << 12  # words whose grams are made at a time
_SHAPES = {WORD: (4, "_"), CJK: (1, ""), THAI: (2, "")}


@dataclass(frozen=True)
class Grams:
    """`keys`, sorted, name the grams; `ids[starts[w]:starts[w + 1]]` are those of word w (with
    repeats); `frequencies` estimates in how many passages each stands.
    """

    keys: NDArray[np.uint64]
    starts: NDArray[np.int64]
    ids: NDArray[np.int32]
    frequencies: NDArray[np.float32]

    @classmethod
    def of(cls, surfaces: Callable[[int, int], Sequence[str]], kinds: NDArray[np.uint8], counted: NDArray[np.bool_],
           word_frequencies: NDArray[np.int32], passages: int) -> Grams:  # fmt: skip
        """Index the grams of words, whose `surfaces` are asked for by their first and last edge; words not
        `counted` (stop words) have none.
        """
        parts = [slice(begin, min(begin + _PART, len(kinds))) for begin in range(0, len(kinds), _PART)]

        def keys_of(part: slice) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
            return gram_keys(surfaces(part.start, part.stop), kinds[part], counted[part])

        starts = np.zeros(len(kinds) + 1, np.int64)
        found = [np.empty(0, np.uint64)]
        for part in parts:
            keys, owners = keys_of(part)
            found.append(np.unique(keys))
            starts[1:][part] = np.bincount(owners, minlength=part.stop - part.start)
            trim()
        np.cumsum(starts, out=starts)
        distinct = np.unique(np.concatenate(found))
        # as if words fell into passages independently: counting for real would cost a sort of
        # every gram of every passage and changes no ranking
        rarity = np.log1p(-np.minimum(word_frequencies / max(1, passages), 1 - 1e-9))
        absent = np.zeros(len(distinct))
        ids = np.empty(starts[-1], np.int32)
        for part in parts:
            keys, owners = keys_of(part)
            numbers = np.searchsorted(distinct, keys)
            ids[starts[part.start] : starts[part.stop]] = numbers
            np.add.at(absent, numbers, rarity[part][owners])
            trim()
        frequencies = (-np.expm1(absent) * passages).astype(np.float32)
        return cls(distinct, starts, ids, frequencies)

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The numbers of grams, -1 for unknown ones."""
        if not len(self.keys):
            return np.full(len(keys), -1)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, places, -1)

    def likeness(self, surface: str, words: NDArray[np.int64]) -> NDArray[np.float64]:
        """Dice's coefficient of the grams of a word of a spaced script and each of `words`, 0 to 1."""
        keys, _ = gram_keys([surface], np.array([WORD], np.uint8), np.array([True]))
        sizes = self.starts[words + 1] - self.starts[words]
        wanted = self.find(keys)
        shared = np.isin(self.ids[ranges(self.starts[words], sizes)], wanted[wanted >= 0])
        counts = np.bincount(np.repeat(np.arange(len(words)), sizes), shared, len(words))
        found: NDArray[np.float64] = 2 * counts / (sizes + len(keys))
        return found


def gram_keys(surfaces: Sequence[str], kinds: NDArray[np.uint8], counted: NDArray[np.bool_]
              ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:  # fmt: skip
    """The grams of words and the row of the word that each belongs to, by row."""
    keys, owners = [], []
    for kind, (size, fence) in _SHAPES.items():
        rows = np.flatnonzero((kinds == kind) & counted)
        if len(rows):
            found, places = _windows([f"{fence}{surfaces[row]}{fence}" for row in rows.tolist()], size)
            keys.append(found)
            owners.append(rows[places])
    if not keys:
        return np.empty(0, np.uint64), np.empty(0, np.int64)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    return np.concatenate(keys)[order], owner[order]


def _windows(strings: list[str], size: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    codes = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    codes = np.concatenate((codes & np.uint64(0xFFFF), np.zeros(size, np.uint64)))
    lengths = np.array([len(string) for string in strings])
    counts = np.maximum(1, lengths - size + 1)
    owners = np.repeat(np.arange(len(strings)), counts)
    within = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    places = within + (np.cumsum(lengths) - lengths)[owners]
    keys = np.zeros(len(owners), np.uint64)
    for offset in range(size):
        inside = within + offset < lengths[owners]
        keys = (keys << np.uint64(16)) | np.where(inside, codes[places + offset], np.uint64(0))
    return keys, owners
