"""Which pages hold the same text, or nearly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sitecrawl.document.model import Block
from sitecrawl.passages.words import SPACELESS, fold

KEY_BITS = 64
KEY_VERSION = 2
"""Changes with what `near_key` gives for a text: keys of two versions cannot be compared."""

# odd, so that no bit of a word is lost; of each place another, so that the order of the words counts
_FACTORS = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)))
_SHINGLE = len(_FACTORS)
_LINK_TARGET = re.compile(r"\]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+(?:\s++\"[^\"]*+\")?\)")
_WORD = re.compile(r"\w+")


def normal_text(markdown: str) -> str:
    """The words of Markdown for comparison: folded, without link targets."""
    return fold(_LINK_TARGET.sub("]", markdown) if "](" in markdown else markdown)


def text_key(blocks: Iterable[Block]) -> str:
    """32 hexadecimal digits that are equal for pages of equal text, headings included."""
    return _key_of(_normal_texts(blocks))


def near_key(blocks: Iterable[Block]) -> int:
    """The SimHash of a page's text (Charikar 2002) over shingles of three words, 64 bits.

    Pages that differ in few shingles differ in few bits. Characters of scripts without spaces
    count as words. 0 for a page without a word.
    """
    return _near_key_of(_normal_texts(blocks))


def text_keys(blocks: Iterable[Block]) -> tuple[str, int]:
    """`text_key` and `near_key` at once."""
    texts = _normal_texts(blocks)
    return _key_of(texts), _near_key_of(texts)


def _normal_texts(blocks: Iterable[Block]) -> list[str]:
    return [normal_text(block.markdown) for block in blocks]


def _key_of(texts: Iterable[str]) -> str:
    digest = blake2b(digest_size=16)
    for text in texts:
        digest.update(text.encode("utf-8", "replace") + b"\n")
    return digest.hexdigest()


def _near_key_of(texts: Iterable[str]) -> int:
    tokens: list[str] = []
    for text in texts:
        tokens += _tokens(text)
    if not tokens:
        return 0
    words = np.fromiter(map(_word_hash, tokens), np.uint64, len(tokens))
    count = max(len(words) - _SHINGLE + 1, 1)
    shingles = np.zeros(count, np.uint64)
    for place, factor in enumerate(_FACTORS):
        part = words[place : place + count]
        shingles[: len(part)] += part * factor
    bits = np.unpackbits(_mixed(shingles).astype(">u8").view(np.uint8).reshape(count, KEY_BITS // 8), axis=1)
    majority = bits.sum(axis=0, dtype=np.int64) * 2 > count
    return int.from_bytes(np.packbits(majority).tobytes(), "big") or 1


# pages of a site say much in the same words
@lru_cache(maxsize=20_000)
def _word_hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=KEY_BITS // 8).digest(), "big")


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): each bit of a value changes half of the bits."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _tokens(text: str) -> list[str]:
    words: list[str] = _WORD.findall(text)
    if text.isascii() or not SPACELESS.search(text):
        return words
    return [token for word in words for token in (word if SPACELESS.search(word) else (word,))]


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
