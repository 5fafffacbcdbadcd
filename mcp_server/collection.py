"""A site's passages as arrays: every token in order, by field, and what is known of each word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mcp_server.analysis import Word, analyze, clean, primary_language, split_tokens
from mcp_server.definitions import defined_names
from mcp_server.engine import IndexedPassage
from mcp_server.lexicon import Lexicon

TITLE, OUTER, LAST, DEFINED, BODY = range(5)
"""Fields of a passage in the order they are stored: page title, outer headings, last heading,
names it defines, text."""
FIELDS = 5
STOP = 0x80
"""Bit of a word's kind: a stop word of its language."""
_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class Phrase:
    """Quoted words: as typed, and for each the terms any of which is a match."""

    shown: str
    terms: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Collection:
    """Field f of passage p is `tokens[bounds[p * FIELDS + f]:bounds[p * FIELDS + f + 1]]`.

    `pages[p]` is its page. For word w: `terms[w]`, `kinds[w]` and the further terms
    `part_terms[part_starts[w]:part_starts[w + 1]]`. `words` holds "surface NUL term NUL kind".
    """

    tokens: NDArray[np.int32]
    bounds: NDArray[np.int64]
    pages: NDArray[np.int32]
    words: Lexicon
    lexicon: Lexicon
    terms: NDArray[np.int32]
    kinds: NDArray[np.uint8]
    part_starts: NDArray[np.int64]
    part_terms: NDArray[np.int32]
    languages: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.pages)

    def surface(self, word: int) -> str:
        """The folded form of a word."""
        return self.words.text(word).split("\0", 1)[0]

    def holds(self, passage: int, phrases: Iterable[Phrase]) -> bool:
        """Whether a passage holds each phrase, its words in any of their forms one after the other."""
        terms = self.terms[self.tokens[self.bounds[passage * FIELDS] : self.bounds[(passage + 1) * FIELDS]]]
        return all(_runs_through(terms, phrase) for phrase in phrases)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Ranges of passages that fit into memory as keys."""
        for begin in range(0, len(self), _BLOCK):
            yield begin, min(begin + _BLOCK, len(self))


class Interner(dict[str, int]):
    """The word number of each token on pages in one language; a new token is analysed once."""

    def __init__(self, vocabulary: Vocabulary, language: str | None) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._language = language

    def __missing__(self, token: str) -> int:
        number = self[token] = self._vocabulary.number(analyze(token, self._language))
        return number


class Vocabulary:
    """Numbers words and terms in the order they are met."""

    def __init__(self) -> None:
        self.words: dict[str, int] = {}
        self.terms: dict[str, int] = {}
        self.kinds: list[int] = []
        self.main: list[int] = []
        self.parts: list[tuple[int, ...]] = []

    def number(self, word: Word) -> int:
        """The number of a word, a new one if it was never met."""
        kind = word.kind | (STOP if word.stop else 0)
        key = f"{word.surface}\0{word.term}\0{kind:x}"
        number = self.words.get(key)
        if number is None:
            number = self.words[key] = len(self.words)
            self.kinds.append(kind)
            self.main.append(self._term(word.term))
            self.parts.append(tuple(self._term(part) for part in word.parts))
        return number

    def _term(self, term: str) -> int:
        return self.terms.setdefault(term, len(self.terms))


class CollectionWriter:
    """Takes passages one by one and keeps numbers only."""

    def __init__(self) -> None:
        self._vocabulary = Vocabulary()
        self._interners: dict[str | None, Interner] = {}
        self._blocks: list[NDArray[np.int32]] = []
        self._block: list[int] = []
        self._lengths: list[NDArray[np.int32]] = []
        self._block_lengths: list[int] = []
        self._pages: list[int] = []
        self._counts: dict[str, int] = {}
        self._recent: dict[tuple[str | None, str], list[int]] = {}

    def add(self, passage: IndexedPassage) -> None:
        """Analyse one passage."""
        language = primary_language(passage.lang)
        if language:
            self._counts[language] = self._counts.get(language, 0) + 1
        text = clean(passage.text)
        headings = list(passage.headings)
        fields = (
            self._repeated(language, passage.title),
            self._repeated(language, "\n".join(headings[:-1])),
            self._repeated(language, "".join(headings[-1:])),
            self._numbers(language, defined_names(text, passage.anchor)),
            self._numbers(language, text),
        )
        for numbers in fields:
            self._block.extend(numbers)
            self._block_lengths.append(len(numbers))
        self._pages.append(passage.page)
        if len(self._pages) % _BLOCK == 0:
            self._close_block()

    def finish(self) -> Collection:
        """All passages. The writer is of no use afterwards."""
        self._close_block()
        vocabulary = self._vocabulary
        self._interners.clear()
        bounds = np.zeros(len(self._pages) * FIELDS + 1, np.int64)
        if self._lengths:
            np.cumsum(np.concatenate(self._lengths), out=bounds[1:])
        parts = np.zeros(len(vocabulary.parts) + 1, np.int64)
        np.cumsum([len(part) for part in vocabulary.parts], out=parts[1:])
        return Collection(
            tokens=np.concatenate([np.empty(0, np.int32), *self._blocks]),
            bounds=bounds,
            pages=np.array(self._pages, np.int32),
            words=Lexicon.of(list(vocabulary.words)),
            lexicon=Lexicon.of(list(vocabulary.terms)),
            terms=np.array(vocabulary.main, np.int32),
            kinds=np.array(vocabulary.kinds, np.uint8),
            part_starts=parts,
            part_terms=np.array([term for part in vocabulary.parts for term in part], np.int32),
            languages=tuple(sorted(self._counts, key=lambda language: (-self._counts[language], language))),
        )

    def _close_block(self) -> None:
        self._blocks.append(np.array(self._block, np.int32))
        self._lengths.append(np.array(self._block_lengths, np.int32))
        self._block, self._block_lengths = [], []

    def _numbers(self, language: str | None, text: str) -> list[int]:
        interner = self._interners.get(language)
        if interner is None:
            interner = self._interners[language] = Interner(self._vocabulary, language)
        return list(map(interner.__getitem__, split_tokens(text)))

    def _repeated(self, language: str | None, text: str) -> list[int]:
        # titles and heading paths come again with the next passage
        key = (language, text)
        numbers = self._recent.get(key)
        if numbers is None:
            if len(self._recent) > _BLOCK:
                self._recent.clear()
            numbers = self._recent[key] = self._numbers(language, clean(text))
        return numbers


def collect(passages: Iterable[IndexedPassage]) -> Collection:
    """The collection of `passages`, in their order."""
    writer = CollectionWriter()
    for passage in passages:
        writer.add(passage)
    return writer.finish()


def _runs_through(terms: NDArray[np.int32], phrase: Phrase) -> bool:
    places = len(terms) - len(phrase.terms) + 1
    found = np.ones(max(0, places), bool)
    for offset, forms in enumerate(phrase.terms):
        found &= np.isin(terms[offset : offset + places], forms)
    return bool(found.any())


def ranges(begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of many ranges one after the other."""
    total = int(lengths.sum())
    return np.arange(total) + np.repeat(begins - (np.cumsum(lengths) - lengths), lengths)


def field_weights(title: float, heading: float) -> Sequence[float]:
    """What an occurrence in each field adds to a frequency; defined names stand in the text already."""
    return (title, heading, heading, 0.0, 1.0)
