"""The product's engine over a retrieval set."""

from __future__ import annotations

from collections.abc import Sequence

from bench.beir import Document
from mcp_server.collecting import collect
from mcp_server.collection import Collection
from mcp_server.engine import IndexedPassage
from mcp_server.lexical import LexicalEngine
from mcp_server.settings import DEFAULT
from mcp_server.statistics import index_collection


def our_engine(documents: Sequence[Document], language: str, earlier: Collection | None = None) -> LexicalEngine:
    """The product's engine over a set: each document a page of one passage without headings.

    What is in `earlier` is not analysed again, as when a site has changed.
    """
    passages = (
        IndexedPassage(number, document.title, (), document.text, language) for number, document in enumerate(documents)
    )
    collection = collect(passages, earlier)
    return LexicalEngine(collection, index_collection(collection, DEFAULT))
