"""Did you mean: words of the site that are spelt almost like an absent one."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np

from mcp_server.analysis import WORD
from mcp_server.collection import STOP, Collection
from mcp_server.grams import Grams, gram_keys
from mcp_server.statistics import Statistics

_LOOKED_AT = 40
_ALIKE = 0.8  # one letter of five: of four letters one other makes another word (cost, host)
_SHORTEST = 4


def similar_words(surface: str, collection: Collection, grams: Grams, statistics: Statistics,
                  most: int = 2) -> list[str]:  # fmt: skip
    """The `most` likely spellings of `surface` among the site's words, the likeliest first.

    Words that share most character grams are compared letter by letter.
    """
    if len(surface) < _SHORTEST or not len(collection.words):
        return []
    keys, _ = gram_keys([surface], np.array([WORD], np.uint8), np.array([True]))
    wanted = grams.find(keys)
    shared = np.isin(grams.ids, wanted[wanted >= 0])
    if not shared.any():
        return []
    sums = np.concatenate(([0], np.cumsum(shared)))
    common = sums[grams.starts[1:]] - sums[grams.starts[:-1]]
    sizes = np.diff(grams.starts)
    likeness = np.where(
        (statistics.words > 0) & (collection.kinds & STOP == 0), common / np.maximum(1, sizes + len(keys) - common), 0.0
    )
    best = np.argsort(-likeness, kind="stable")[:_LOOKED_AT]
    scored: dict[str, tuple[float, int]] = {}
    for word in best[likeness[best] > 0].tolist():
        other = collection.surface(word)
        ratio = SequenceMatcher(None, surface, other).ratio()
        if ratio >= _ALIKE and other != surface:
            scored[other] = max(scored.get(other, (0.0, 0)), (ratio, int(statistics.words[word])))
    return sorted(scored, key=lambda other: (-scored[other][0], -scored[other][1], other))[:most]
