"""Words and terms numbered in the order they are met."""

from __future__ import annotations

from mcp_server.analysis import Word, analyze
from mcp_server.collection import STOP


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
