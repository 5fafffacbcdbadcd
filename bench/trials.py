"""Questions asked where their answer is, where it was taken out, and of another site.

Another site is the collection of another set in the same language where there is one, the other
sets taking turns; else the first half of the set's own documents, asked what the second half answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bench.beir import Document, Query, RetrievalSet
from bench.ourengine import our_engine
from bench.takenout import engine_without
from mcp_server.lexical import LexicalEngine

Kind = Literal["present", "absent", "offtopic"]
_BORDER = 20  # documents between the halves: neighbours are of one article


@dataclass(frozen=True, slots=True)
class Trial:
    """A question put to an engine; `right` are the numbers of the passages that answer it there."""

    kind: Kind
    engine: LexicalEngine
    question: str
    right: frozenset[int] = frozenset()


class TrialMaker:
    """Makes the trials of each of `sets`, at most `limit` questions of each kind."""

    def __init__(self, sets: Sequence[RetrievalSet], limit: int) -> None:
        self._sets = sets
        self._limit = limit
        self._engines: dict[str, list[LexicalEngine]] = {}

    def trials(self, data: RetrievalSet) -> Iterator[Trial]:
        """Every question three times: present, absent, off-topic."""
        asked = {query.id for query in sample(data.queries, self._limit)}
        for engine, (documents, queries) in zip(self._sites(data), data.sites(), strict=True):
            yield from _twice(engine, documents, [query for query in queries if query.id in asked])
        others = [other for other in self._sets if other.language == data.language and other.name != data.name]
        if not others:
            yield from _of_other_half(data, self._limit)
        for number, query in enumerate(sample(data.queries, self._limit) if others else []):
            turn, place = divmod(number, len(others))
            engines = self._sites(others[place])
            yield Trial("offtopic", engines[turn % len(engines)], query.text)

    def _sites(self, data: RetrievalSet) -> list[LexicalEngine]:
        if data.name not in self._engines:
            self._engines[data.name] = [our_engine(documents, data.language) for documents, _ in data.sites()]
        return self._engines[data.name]


def _twice(engine: LexicalEngine, documents: Sequence[Document], queries: Sequence[Query]) -> Iterator[Trial]:
    """Each question with its passages there and taken out; of the indexes without, one is held at a time."""
    numbers = {document.id: number for number, document in enumerate(documents)}
    gone: frozenset[int] = frozenset()
    without = engine
    for query in sorted(queries, key=lambda query: sorted(query.relevant)):
        right = frozenset(numbers[name] for name in query.relevant if name in numbers)
        yield Trial("present", engine, query.text, right)
        if right != gone:
            gone, without = right, engine_without(engine.collection, sorted(right))
        yield Trial("absent", without, query.text)


def _of_other_half(data: RetrievalSet, limit: int) -> Iterator[Trial]:
    half = len(data.documents) // 2
    engine = our_engine(data.documents[:half], data.language)
    later = {document.id for document in data.documents[half + _BORDER :]}
    for query in sample([query for query in data.queries if query.relevant.keys() <= later], limit):
        yield Trial("offtopic", engine, query.text)


def sample(queries: Sequence[Query], limit: int) -> list[Query]:
    """At most `limit` queries, the same ones every time."""
    return list(queries) if len(queries) <= limit else random.Random(0).sample(list(queries), limit)
