"""The engine: BM25 for a first choice, a second look at the best hundred, an honest verdict."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mcp_server.cache import open_arrays, save_arrays
from mcp_server.collecting import collect
from mcp_server.collection import Collection
from mcp_server.engine import Engine, IndexedPassage, Ranking
from mcp_server.evidence import Evidence, Matrix, gather
from mcp_server.index import best_rows, positive_idf
from mcp_server.keeping import name_arrays, take_arrays, take_collection
from mcp_server.naming import defined_identifiers, name_likeness
from mcp_server.observing import matches, observe
from mcp_server.outcome import Ranked
from mcp_server.question import Question, QuestionReader
from mcp_server.reranking import Reranker, Surroundings, total
from mcp_server.settings import DEFAULT, RankingSettings
from mcp_server.spool import Spools, trim
from mcp_server.standing import renown, standing
from mcp_server.statistics import Indexes, index_collection
from mcp_server.suggestions import similar_words
from mcp_server.verdicts import conclude, nothing_found

Admits = Callable[[int], bool]
_PHRASE_DEPTH = 1000
_REMEMBERED = 4096
_TRIMMING = 64
# a description of what is sought quotes names in passing, a query quotes what it insists on
_LONGEST_WITH_PHRASES = 15


class LexicalEngine:
    """An engine over arrays alone; searching changes nothing, so threads may share it.

    `forget` is called after each question, which may touch megabytes of mapped arrays.
    """

    def __init__(self, collection: Collection, indexes: Indexes, settings: RankingSettings = DEFAULT,
                 forget: Callable[[], None] | None = None) -> None:  # fmt: skip
        self._forget, self._asked = forget, itertools.count(1)
        self.collection = collection
        self._indexes, self._index = indexes, indexes.passages
        self._settings = settings
        # a question looks the same words up again and again
        self._find_words = lru_cache(maxsize=_REMEMBERED)(self._look_up)
        self._reranker = Reranker(indexes.statistics, settings)
        self._reader = QuestionReader(collection.languages, self._find_term, self._surface_terms, self._rarity)

    @property
    def passages(self) -> int:
        """How many passages are indexed."""
        return len(self.collection)

    def search(self, question: str, *, limit: int = 5, per_page: int = 2, admits: Admits | None = None,
               explain: bool = False) -> Ranking:  # fmt: skip
        """Rank passages for a question; see `Engine.search`."""
        read = self._reader.read(question)
        ranked = self.rank(read, admits, per_page)
        if self._forget:
            self._forget()
            if next(self._asked) % _TRIMMING == 0:
                trim()
        if ranked is None:
            return nothing_found(read, self._suggest)
        return conclude(ranked, limit, explain, self._suggest)

    def read(self, question: str) -> Question:
        """The question as this site sees it."""
        return self._reader.read(question)

    def rank(self, question: Question, admits: Admits | None = None, per_page: int = 2) -> Ranked | None:
        """The candidates in their final order, None when no passage holds any of the words."""
        rows, unmet = self._choose(question, admits)
        if not len(rows):
            return None
        evidence = gather(self.collection, self._indexes.grams, question, rows, self._settings.part, self._find_words)
        around = self._surroundings(question, evidence)
        signals = self._reranker.signals(question, evidence, around)
        scores, order = self._order(rows, total(signals, signals), per_page)
        matched = matches(question, evidence)
        compared = _other_pages_first(order, self.collection.pages[rows].tolist())
        seen = observe(question, evidence, self._indexes.statistics, self._indexes.grams, matched, scores, compared)
        seen = replace(seen, named=float(max(around.titles[order[0]], around.names[order[0]])))
        return Ranked(question, evidence, signals, scores, order, matched, seen, unmet)

    def _choose(self, question: Question, admits: Admits | None) -> tuple[NDArray[np.int64], tuple[str, ...]]:
        """The passages worth a second look, and the phrases asked for that none of them holds."""
        terms, weights = self._weighted_terms(question)
        scores = self._index.scores(terms, weights)
        phrases = question.phrases if len(question.content) <= _LONGEST_WITH_PHRASES else ()
        depth = _PHRASE_DEPTH if phrases else self._settings.depth
        if admits is None:
            rows = best_rows(scores, depth, self._index.sample([term for term in terms if term >= 0], depth))
        else:
            ranked = best_rows(scores, len(scores), None).tolist()
            rows = np.array(_first(filter(admits, ranked), depth), np.int64)
        if not phrases:
            return rows, ()
        holding = rows[[self.collection.holds(row, phrases) for row in rows.tolist()]]
        # people also quote titles and half-remembered words: better found without than not at all
        unmet = () if len(holding) else tuple(phrase.shown for phrase in phrases)
        return (holding if len(holding) else rows)[: self._settings.depth], unmet

    def _weighted_terms(self, question: Question) -> tuple[list[int], list[float]]:
        terms: list[int] = []
        weights: list[float] = []
        for unit in (question.units[i] for i in question.content):
            terms += unit.terms
            weights += [unit.count * unit.idf / self._rarity((term,)) for term in unit.terms]
            terms += unit.parts
            weights += [unit.count * self._settings.part] * len(unit.parts)
        for unit in question.compounds:
            terms += unit.terms
            weights += [self._settings.compound] * len(unit.terms)
        return terms, weights

    def _surroundings(self, question: Question, evidence: Evidence) -> Surroundings:
        collection, candidates = self.collection, evidence.candidates
        rows = candidates.rows
        typed = " ".join(unit.shown for unit in question.units)
        return Surroundings(
            self._page_scores(question, rows),
            self._reranker.title_likeness(question, evidence),
            name_likeness(collection, candidates, question, self._index.rarities, self._settings.stressed),
            defined_identifiers(collection, candidates, question),
            renown(collection.cited[collection.pages[rows]], self._settings.cited),
            standing(
                typed, collection.links[rows], collection.news[rows], self._settings.listing, self._settings.telling
            ),
        )

    def _page_scores(self, question: Question, rows: NDArray[np.int64]) -> Matrix:
        if self._indexes.pages is None:
            return np.zeros(len(rows))
        return self._indexes.pages.scores_of(self.collection.pages[rows], *self._weighted_terms(question))

    def _order(self, rows: NDArray[np.int64], scores: Matrix, per_page: int) -> tuple[Matrix, list[int]]:
        """Scores with what a page's later passages lose, and the candidates in order, crowding out."""
        scores = scores.copy()
        pages = self.collection.pages[rows].tolist()
        taken: dict[int, int] = {}
        kept = []
        for place in np.lexsort((rows, -scores)).tolist():
            before = taken.get(pages[place], 0)
            taken[pages[place]] = before + 1
            if before < per_page:
                scores[place] *= self._settings.second_of_page if before else 1.0
                kept.append(place)
        return scores, sorted(kept, key=lambda place: (-scores[place], rows[place]))

    def _find_term(self, term: str) -> int:
        number = self._index.number(term)
        return number if self._index.document_frequency(number) else -1

    def _look_up(self, surface: str) -> list[int]:
        return self.collection.words.starting_with(f"{surface}\0")

    def _surface_terms(self, surface: str) -> list[int]:
        terms = [int(self.collection.terms[word]) for word in self._find_words(surface)]
        return [term for term in terms if self._index.document_frequency(term)]

    def _suggest(self, surface: str) -> list[str]:
        return similar_words(surface, self.collection, self._indexes.grams, self._indexes.statistics)

    def _rarity(self, terms: Sequence[int]) -> float:
        frequency = sum(self._index.document_frequency(term) for term in terms)
        return float(positive_idf(min(frequency, self.passages), self.passages))


def _other_pages_first(order: list[int], pages: list[int]) -> list[int]:
    """The candidates, the best of each page before the further ones of any."""
    met: set[int] = set()
    best: list[int] = []
    further: list[int] = []
    for place in order:
        (further if pages[place] in met else best).append(place)
        met.add(pages[place])
    return best + further


def _first(rows: Iterable[int], count: int) -> list[int]:
    found = []
    for row in rows:
        found.append(row)
        if len(found) == count:
            break
    return found


def build_lexical_engine(passages: Iterable[IndexedPassage], *, cache: Path | None = None, digest: str = "") -> Engine:
    """See `engine.build_engine`."""
    spools = Spools(cache)
    earlier = open_arrays(cache, None) if cache else None
    collection = collect(passages, take_collection(earlier) if earlier else None, spools)
    trim()
    indexes = index_collection(collection, DEFAULT, spools)
    opened = None
    if cache:
        notes = {"languages": list(collection.languages), "settings": asdict(DEFAULT)}
        if save_arrays(cache, digest, notes, name_arrays(collection, indexes), spools):
            opened = open_lexical_engine(cache, digest)
    engine = opened or LexicalEngine(collection, indexes)
    del collection, indexes, spools
    trim()
    return engine


def open_lexical_engine(cache: Path, digest: str) -> Engine | None:
    """See `engine.open_engine`."""
    found = open_arrays(cache, digest)
    if found is None or found.notes["settings"] != asdict(DEFAULT):
        return None
    return LexicalEngine(*take_arrays(found, DEFAULT), forget=found.forget)
