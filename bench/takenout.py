"""An index rebuilt after passages were taken out, without reading the others again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mcp_server.collection import FIELDS, Collection, ranges
from mcp_server.lexical import LexicalEngine
from mcp_server.settings import DEFAULT
from mcp_server.statistics import index_collection


def engine_without(collection: Collection, gone: Sequence[int]) -> LexicalEngine:
    """The engine over `collection`, one passage a page, without the passages numbered `gone`.

    Every frequency and length is counted anew. Words that are left in no passage keep their
    number: an engine takes a word of no passage for one it never met.
    """
    rows = np.delete(np.arange(len(collection)), list(gone))
    begins = collection.bounds[rows * FIELDS]
    bounds = np.zeros(len(rows) * FIELDS + 1, np.int64)
    np.cumsum(np.diff(collection.bounds).reshape(-1, FIELDS)[rows].ravel(), out=bounds[1:])
    rest = replace(
        collection,
        gather=None,
        tokens=collection.tokens[ranges(begins, collection.bounds[(rows + 1) * FIELDS] - begins)],
        bounds=bounds,
        pages=np.arange(len(rows), dtype=np.int32),
        links=collection.links[rows],
        news=collection.news[rows],
        cited=collection.cited[collection.pages[rows]],
        fingerprints=collection.fingerprints[rows],
    )
    return LexicalEngine(rest, index_collection(rest, DEFAULT))
