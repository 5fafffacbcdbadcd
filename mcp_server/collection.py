"""A site's passages as arrays: every token in order, by field, and what is known of each word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mcp_server.lexicon import Lexicon

TITLE, OUTER, LAST, DEFINED, JOINED, BODY = range(6)
"""Fields of a passage in the order they are stored: page title, outer headings, last heading,
names it defines, hyphened words of its text whole, text."""
FIELDS = 6
REPEATED = (DEFINED, JOINED)
"""Fields whose words stand in the text already."""
NAME_END, STRESS_END = 0, 1
"""The numbers of the words that stand behind each name a passage defines, and behind stressed words."""
STOP = 0x80
"""Bit of a word's kind: a stop word of its language."""
BLOCK = 512
"""How many passages are worked on at a time: enough for arrays to be fast, few enough for memory."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Quoted words: as typed, and for each the terms any of which is a match."""

    shown: str
    terms: tuple[tuple[int, ...], ...]


Gather = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int32]]


@dataclass(frozen=True)
class Collection:
    """Field f of passage p is `tokens[bounds[p * FIELDS + f]:bounds[p * FIELDS + f + 1]]`.

    `pages[p]` is its page, counted from 0 in the order they are met, `links[p]` the percentage of its
    text that stands in links, `news[p]` whether its page is news (see `standing`). `cited[page]`
    tells how many other pages link to it.
    For word w: `terms[w]`, `kinds[w]` and the further terms
    `part_terms[part_starts[w]:part_starts[w + 1]]`. `words` holds "surface NUL term NUL kind".
    `fingerprints` tell whether a passage is the same as in another collection. `gather` reads ranges of
    `tokens` where there is a better way than to index them.
    """

    tokens: NDArray[np.int32]
    bounds: NDArray[np.int64]
    pages: NDArray[np.int32]
    links: NDArray[np.uint8]
    news: NDArray[np.bool_]
    cited: NDArray[np.int32]
    words: Lexicon
    lexicon: Lexicon
    terms: NDArray[np.int32]
    kinds: NDArray[np.uint8]
    part_starts: NDArray[np.int64]
    part_terms: NDArray[np.int32]
    fingerprints: NDArray[np.uint64]
    languages: tuple[str, ...]
    gather: Gather | None = None

    def __len__(self) -> int:
        return len(self.pages)

    def surfaces(self, begin: int, end: int) -> list[str]:
        """The folded forms of the words `begin` … `end` - 1."""
        return [text.split("\0", 1)[0] for text in self.words.texts(begin, end)]

    def surface(self, word: int) -> str:
        """The folded form of a word."""
        return self.words.text(word).split("\0", 1)[0]

    def holds(self, passage: int, phrases: Iterable[Phrase]) -> bool:
        """Whether a passage holds each phrase, its words in any of their forms one after the other."""
        terms = self.terms[self.tokens[self.bounds[passage * FIELDS] : self.bounds[(passage + 1) * FIELDS]]]
        return all(_runs_through(terms, phrase) for phrase in phrases)

    def tokens_of(self, begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int32]:
        """Ranges of `tokens` one after the other."""
        return self.gather(begins, lengths) if self.gather else self.tokens[ranges(begins, lengths)]

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Ranges of passages, whole pages each, that fit into memory as keys."""
        begin = 0
        while begin < len(self):
            end = min(begin + BLOCK, len(self))
            end = int(np.searchsorted(self.pages, self.pages[end - 1], "right"))
            yield begin, end
            begin = end


def _runs_through(terms: NDArray[np.int32], phrase: Phrase) -> bool:
    places = len(terms) - len(phrase.terms) + 1
    if places <= 0:
        return False
    found = np.ones(places, bool)
    for offset, forms in enumerate(phrase.terms):
        found &= np.isin(terms[offset : offset + places], forms)
    return bool(found.any())


def ranges(begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of many ranges one after the other."""
    total = int(lengths.sum())
    numbers: NDArray[np.int64] = np.arange(total) + np.repeat(begins - (np.cumsum(lengths) - lengths), lengths)
    return numbers


def field_weights(title: float, heading: float) -> Sequence[float]:
    """What an occurrence in each field adds to a frequency; a hyphened word is a term of its own."""
    return (title, heading, heading, 0.0, 1.0, 1.0)
