"""Strings numbered from 0, kept as one block of bytes and looked up by bisection.

No dictionary: a lexicon of a million words opens as fast as its file can be mapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Lexicon:
    """`blob[offsets[i]:offsets[i + 1]]` is string i in UTF-8; `order` sorts them by their bytes."""

    blob: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    order: NDArray[np.int32]

    @classmethod
    def of(cls, strings: Sequence[str]) -> Lexicon:
        """Number the distinct `strings` by their place."""
        encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum([len(code) for code in encoded], out=offsets[1:])
        return cls.of_bytes(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    @classmethod
    def of_bytes(cls, blob: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Lexicon:
        """Number distinct strings that are encoded already, one after the other."""
        whole = blob.tobytes()
        encoded = [whole[begin:end] for begin, end in pairwise(offsets.tolist())]
        return cls(blob, offsets, np.array(sorted(range(len(encoded)), key=encoded.__getitem__), np.int32))

    def __len__(self) -> int:
        return len(self.order)

    def encoded(self, number: int) -> bytes:
        """The bytes of one string."""
        return self.blob[self.offsets[number] : self.offsets[number + 1]].tobytes()

    def text(self, number: int) -> str:
        """One string."""
        return self.encoded(number).decode("utf-8", "surrogatepass")

    def texts(self, first: int = 0, end: int | None = None) -> Iterator[str]:
        """The strings from number `first` on, those before `end` or all."""
        edges = self.offsets[first : len(self) + 1 if end is None else end + 1]
        blob = self.blob[edges[0] : edges[-1]].tobytes() if len(edges) else b""
        for begin, after in pairwise((edges - edges[:1]).tolist()):
            yield blob[begin:after].decode("utf-8", "surrogatepass")

    def first_from(self, key: bytes) -> int:
        """The place in `order` of the first string that is not before `key`."""
        low, high = 0, len(self.order)
        while low < high:
            middle = (low + high) // 2
            if self.encoded(int(self.order[middle])) < key:
                low = middle + 1
            else:
                high = middle
        return low

    def find(self, string: str) -> int:
        """The number of a string, -1 for an unknown one."""
        key = string.encode("utf-8", "surrogatepass")
        place = self.first_from(key)
        if place < len(self.order) and self.encoded(int(self.order[place])) == key:
            return int(self.order[place])
        return -1

    def starting_with(self, prefix: str) -> list[int]:
        """The numbers of the strings that begin with `prefix`, sorted by their bytes."""
        key = prefix.encode("utf-8", "surrogatepass")
        found = []
        for place in range(self.first_from(key), len(self.order)):
            number = int(self.order[place])
            if not self.encoded(number).startswith(key):
                break
            found.append(number)
        return found
