"""Words and terms numbered in the order they are met."""

from __future__ import annotations

from array import array

from mcp_server.analysis import Word, analyze
from mcp_server.collection import STOP
from mcp_server.numbering import Numbering

_MOST = 1 << 19


class Interner(dict[str, int]):
    """The word number of each token on pages in one language; a new token is analysed once.

    Tokens beyond half a million begin anew: what is rare need not be held.
    """

    def __init__(self, vocabulary: Vocabulary, language: str | None) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._language = language

    def __missing__(self, token: str) -> int:
        if len(self) >= _MOST:
            self.clear()
        number = self[token] = self._vocabulary.number(analyze(token, self._language))
        return number


class Vocabulary:
    """Numbers words and terms in the order they are met.

    `main[w]` is word w's term, `part_counts[w]` how many of `part_terms` are its further ones.
    """

    def __init__(self) -> None:
        self.words = Numbering()
        self.terms = Numbering()
        self.kinds = array("B")
        self.main = array("i")
        self.part_counts = array("i")
        self.part_terms = array("i")

    def number(self, word: Word) -> int:
        """The number of a word, a new one if it was never met."""
        kind = word.kind | (STOP if word.stop else 0)
        number, new = self.words.number(f"{word.surface}\0{word.term}\0{kind:x}")
        if new:
            self.kinds.append(kind)
            self.main.append(self._term(word.term))
            self.part_counts.append(len(word.parts))
            self.part_terms.extend(map(self._term, word.parts))
        return number

    def _term(self, term: str) -> int:
        return self.terms.number(term)[0]
