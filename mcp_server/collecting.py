"""Passages in, a collection out: text is analysed and only numbers are kept."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np

from mcp_server.analysis import Word, clean, hyphened_words, primary_language, split_tokens
from mcp_server.citations import CitationCounter, link_share, links_of
from mcp_server.collection import BLOCK, FIELDS, NAME_END, STRESS_END, Collection
from mcp_server.definitions import defined_names, seen_text, stressed_names
from mcp_server.engine import IndexedPassage
from mcp_server.reuse import Earlier, fingerprint
from mcp_server.spool import Spools
from mcp_server.standing import tells_news
from mcp_server.vocabulary import Interner, Vocabulary

_ENDS = ((NAME_END, Word("\n", "\n", stop=True)), (STRESS_END, Word("\n*", "\n*", stop=True)))


class CollectionWriter:
    """Takes passages one by one and keeps numbers only; what `earlier` knows is not analysed again.

    Their tokens go to one of `spools`.
    """

    def __init__(self, earlier: Earlier | None = None, spools: Spools | None = None) -> None:
        self._vocabulary = Vocabulary()
        for number, word in _ENDS:
            assert self._vocabulary.number(word) == number
        self._earlier = earlier
        self._tokens = (spools or Spools()).new(np.int32)
        self._fingerprints = array("Q")
        self._interners: dict[str | None, Interner] = {}
        self._block: list[int] = []
        self._lengths = array("i")
        self._pages = array("i")
        self._links = array("B")
        self._news = array("B")
        self._citations = CitationCounter()
        self._tells_news = False
        self._page: int | None = None
        self._runs = 0
        self._counts: dict[str, int] = {}
        self._recent: dict[tuple[str | None, str], list[int]] = {}

    def add(self, passage: IndexedPassage) -> None:
        """Analyse one passage."""
        language = primary_language(passage.lang)
        if language:
            self._counts[language] = self._counts.get(language, 0) + 1
        key = fingerprint(passage)
        self._fingerprints.append(key)
        known = self._earlier.fields(key, self._vocabulary) if self._earlier else None
        for numbers in known or self._analyzed(passage, language):
            self._block.extend(numbers)
            self._lengths.append(len(numbers))
        if passage.page != self._page:
            self._page = passage.page
            self._runs += 1
            self._tells_news = tells_news(passage.title, passage.url)
            self._citations.begin(passage.url)
        links = links_of(passage.text)
        self._citations.add(links)
        self._pages.append(self._runs - 1)
        self._links.append(round(100 * link_share(passage.text, links)))
        self._news.append(self._tells_news)
        if len(self._pages) % BLOCK == 0:
            self._close_block()

    def _analyzed(self, passage: IndexedPassage, language: str | None) -> list[list[int]]:
        text = clean(seen_text(passage.text))
        headings = list(passage.headings)
        return [
            self._repeated(language, passage.title),
            self._repeated(language, "\n".join(headings[:-1])),
            self._repeated(language, "".join(headings[-1:])),
            [
                *self._names(language, defined_names(text, passage.anchor), NAME_END),
                *self._names(language, stressed_names(text), STRESS_END),
            ],
            self._whole(language, hyphened_words(text)),
            self._numbers(language, text),
        ]

    def finish(self) -> Collection:
        """All passages. The writer is of no use afterwards."""
        self._close_block()
        vocabulary = self._vocabulary
        self._interners.clear()
        self._recent.clear()
        bounds = np.zeros(len(self._pages) * FIELDS + 1, np.int64)
        np.cumsum(self._lengths, out=bounds[1:])
        parts = np.zeros(len(vocabulary.words) + 1, np.int64)
        np.cumsum(vocabulary.part_counts, out=parts[1:])
        return Collection(
            tokens=self._tokens.array(),
            bounds=bounds,
            pages=np.array(self._pages, np.int32),
            links=np.array(self._links, np.uint8),
            news=np.array(self._news, np.bool_),
            cited=self._citations.counts(),
            words=vocabulary.words.lexicon(),
            lexicon=vocabulary.terms.lexicon(),
            terms=np.array(vocabulary.main, np.int32),
            kinds=np.array(vocabulary.kinds, np.uint8),
            part_starts=parts,
            part_terms=np.array(vocabulary.part_terms, np.int32),
            fingerprints=np.array(self._fingerprints, np.uint64),
            languages=tuple(sorted(self._counts, key=lambda language: (-self._counts[language], language))),
        )

    def _close_block(self) -> None:
        self._tokens.append(np.array(self._block, np.int32))
        self._block = []

    def _numbers(self, language: str | None, text: str) -> list[int]:
        return self._whole(language, split_tokens(text))

    def _names(self, language: str | None, names: list[str], end: int) -> list[int]:
        return [number for name in names for number in (*self._numbers(language, name), end)]

    def _whole(self, language: str | None, tokens: list[str]) -> list[int]:
        interner = self._interners.get(language)
        if interner is None:
            interner = self._interners[language] = Interner(self._vocabulary, language)
        return list(map(interner.__getitem__, tokens))

    def _repeated(self, language: str | None, text: str) -> list[int]:
        # titles and heading paths come again with the next passage
        key = (language, text)
        numbers = self._recent.get(key)
        if numbers is None:
            if len(self._recent) > BLOCK:
                self._recent.clear()
            numbers = self._recent[key] = self._numbers(language, clean(text))
        return numbers


def collect(passages: Iterable[IndexedPassage], earlier: Collection | None = None,
            spools: Spools | None = None) -> Collection:  # fmt: skip
    """The collection of `passages`, in their order; those of `earlier` are taken from there."""
    writer = CollectionWriter(Earlier(earlier) if earlier is not None else None, spools)
    for passage in passages:
        writer.add(passage)
    return writer.finish()
