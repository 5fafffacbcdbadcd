"""Did you mean: words of the site that are spelt almost like an absent one."""

from __future__ import annotations

from itertools import takewhile

import numpy as np

from mcp_server.analysis import WORD
from mcp_server.collection import STOP, Collection
from mcp_server.grams import Grams, gram_keys
from mcp_server.statistics import Statistics

_LOOKED_AT = 40
_SHORTEST = 5  # of four letters one other makes another word (cost, host)


def similar_words(surface: str, collection: Collection, grams: Grams, statistics: Statistics,
                  most: int = 2) -> list[str]:  # fmt: skip
    """The `most` likely spellings of `surface` among the site's words, the likeliest first.

    Words that share most character grams are compared letter by letter; the more frequent
    of them is likelier.
    """
    if not _is_spelt(surface) or not len(collection.words):
        return []
    keys, _ = gram_keys([surface], np.array([WORD], np.uint8), np.array([True]))
    wanted = grams.find(keys)
    marked = np.zeros(len(grams.keys), bool)
    marked[wanted[wanted >= 0]] = True
    shared = np.flatnonzero(marked[grams.ids])
    if not len(shared):
        return []
    common = np.bincount(np.searchsorted(grams.starts, shared, "right") - 1, minlength=len(grams.starts) - 1)
    sizes = np.diff(grams.starts)
    likeness = np.where(
        (statistics.words > 0) & (collection.kinds & STOP == 0), common / np.maximum(1, sizes + len(keys) - common), 0.0
    )
    best = np.argsort(-likeness, kind="stable")[:_LOOKED_AT]
    counts: dict[str, int] = {}
    for word in best[likeness[best] > 0].tolist():
        other = collection.surface(word)
        if is_slip(surface, other):
            counts[other] = counts.get(other, 0) + int(statistics.words[word])
    return sorted(counts, key=lambda other: (-counts[other], other))[:most]


def is_slip(typed: str, other: str) -> bool:
    """Whether `typed` looks like `other` with one slip of the hand, rather than like another word or form.

    A slip leaves a letter out, adds one, takes a wrong one, or swaps two neighbours; seldom is it the
    first letter, and another last one is an ending. Words that differ there (pending, sending; complaint,
    complain), short ones with one other letter (slow, show) and numbers are as good as each other.
    """
    if typed == other or not (_is_spelt(typed) and _is_spelt(other)):
        return False
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(typed, other, strict=False)))
    rest, right = typed[same:], other[same:]
    if len(rest) == len(right):
        swapped = rest[:2] == right[1::-1] and rest[2:] == right[2:]
        return swapped or (len(typed) > 5 and 0 < same < len(typed) - 1 and rest[1:] == right[1:])
    if len(rest) > len(right):
        is_doubled = len(right) == 0 and typed[-1] == typed[-2]
        return rest[1:] == right and same > 0 and (len(right) > 0 or is_doubled)
    return rest == right[1:] and (0 < same < len(typed) or len(typed) > 5)


def _is_spelt(word: str) -> bool:
    return len(word) >= _SHORTEST and not any(character.isdigit() for character in word)
