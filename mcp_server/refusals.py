"""Failures that a caller can mend: the sentence, and what could have been meant."""

from __future__ import annotations

from collections.abc import Iterable

from sitecrawl.errors import SiteKnowledgeError


class RefusalError(SiteKnowledgeError):
    """A call that cannot be answered as it stands; raised by everything behind the tools.

    `candidates` are what could have been asked for instead (sites, page URLs, section ids),
    `sources` the addresses that the sentence speaks of; `told`: stderr has the sentence already.
    """

    def __init__(
        self, sentence: str, candidates: Iterable[str] = (), sources: Iterable[str] = (), *, told: bool = False
    ) -> None:
        super().__init__(sentence)
        self.told = told
        self.candidates = list(candidates)
        self.sources = list(dict.fromkeys(sources))


class SiteChangedError(SiteKnowledgeError):
    """A passage file was replaced while a reply was made from it; asking again helps."""
