"""Which pages hold the same text, or nearly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise

import numpy as np

from sitecrawl.document.model import Block
from sitecrawl.passages.words import SPACELESS, fold

KEY_BITS = 64
_SHINGLE = 3
_LINK_TARGET = re.compile(r"\]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+(?:\s++\"[^\"]*+\")?\)")
_WORD = re.compile(r"\w+")


def normal_text(markdown: str) -> str:
    """The words of Markdown for comparison: folded, without link targets."""
    return fold(_LINK_TARGET.sub("]", markdown) if "](" in markdown else markdown)


def text_key(blocks: Iterable[Block]) -> str:
    """32 hexadecimal digits that are equal for pages of equal text, headings included."""
    digest = blake2b(digest_size=16)
    for block in blocks:
        digest.update(normal_text(block.markdown).encode("utf-8", "replace") + b"\n")
    return digest.hexdigest()


def near_key(blocks: Iterable[Block]) -> int:
    """The SimHash of a page's text (Charikar 2002) over shingles of three words, 64 bits.

    Pages that differ in few shingles differ in few bits. Characters of scripts without spaces
    count as words. 0 for a page without a word.
    """
    tokens: list[str] = []
    for block in blocks:
        tokens += _tokens(normal_text(block.markdown))
    if not tokens:
        return 0
    shingles = [" ".join(tokens)] if len(tokens) < _SHINGLE else map(" ".join, zip(*_shifted(tokens), strict=False))
    hashes = b"".join(map(_hash, shingles))
    count = len(hashes) // (KEY_BITS // 8)
    bits = np.unpackbits(np.frombuffer(hashes, dtype=np.uint8).reshape(count, KEY_BITS // 8), axis=1)
    majority = bits.sum(axis=0, dtype=np.int64) * 2 > count
    return int.from_bytes(np.packbits(majority).tobytes(), "big") or 1


def _shifted(tokens: list[str]) -> Iterator[list[str]]:
    return (tokens[at:] for at in range(_SHINGLE))


def _tokens(text: str) -> list[str]:
    words: list[str] = _WORD.findall(text)
    if text.isascii() or not SPACELESS.search(text):
        return words
    return [token for word in words for token in (word if SPACELESS.search(word) else (word,))]


def _hash(shingle: str) -> bytes:
    return blake2b(shingle.encode("utf-8", "replace"), digest_size=KEY_BITS // 8).digest()


def near_groups(keys: Sequence[tuple[str, int]], distance: int = 3) -> dict[str, str]:
    """URLs of near duplicates with the name of their group, the smallest URL in it.

    `keys` are pairs of URL and `near_key`. Two pages are near when at most `distance` bits
    differ; groups are transitive. A page near no other is left out, as is a page without text.
    By the pigeonhole principle two near keys agree in one of `distance` + 1 bands, so only
    pages that share a band are compared. The order of `keys` does not matter.
    """
    urls: dict[int, list[str]] = {}
    for url, key in sorted(keys):
        if key:
            urls.setdefault(key, []).append(url)
    distinct = sorted(urls)
    groups = _Groups(len(distinct))
    for bucket in _buckets(distinct, distance + 1):
        for one, other in _near_pairs(bucket, np.array([distinct[at] for at in bucket], np.uint64), distance):
            groups.join(one, other)
    members: dict[int, list[str]] = {}
    for at, key in enumerate(distinct):
        members.setdefault(groups.root(at), []).extend(urls[key])
    return {url: min(group) for group in members.values() if len(group) > 1 for url in sorted(group)}


def _buckets(distinct: Sequence[int], bands: int) -> Iterator[list[int]]:
    """Positions of keys that agree in a band, for every band."""
    edges = [band * KEY_BITS // bands for band in range(bands + 1)]
    for low, high in pairwise(edges):
        mask = (1 << (high - low)) - 1
        buckets: dict[int, list[int]] = {}
        for at, key in enumerate(distinct):
            buckets.setdefault(key >> low & mask, []).append(at)
        yield from (bucket for bucket in buckets.values() if len(bucket) > 1)


def _near_pairs(
    bucket: Sequence[int], keys: np.ndarray[tuple[int], np.dtype[np.uint64]], distance: int
) -> Iterator[tuple[int, int]]:
    """Pairs that span the groups of a bucket: found keys leave the search, so a large group of
    near pages costs one comparison of all keys for each page and not a pair for each pair.
    """
    unseen = np.arange(len(bucket))
    frontier: list[int] = []
    while len(unseen):
        if not frontier:
            frontier.append(int(unseen[0]))
            unseen = unseen[1:]
        at = frontier.pop()
        near = np.bitwise_count(keys[unseen] ^ keys[at]) <= distance
        for other in unseen[near].tolist():
            frontier.append(other)
            yield bucket[at], bucket[other]
        unseen = unseen[~near]


class _Groups:
    """Disjoint sets of positions, the smallest of each its root."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def root(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = self._parent[self._parent[at]]
            at = self._parent[at]
        return at

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        self._parent[high] = low
