"""Links in the text of a site's passages: what they cite, and how much of a text they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urldefrag

import numpy as np
from numpy.typing import NDArray

# the text and the target of a Markdown link that is no image; a pattern is sought fastest by a first character
_LINK = re.compile(r"\[(?<!!\[)((?:[^\[\]\n\\]++|\\.)*+)\]\(((?:[^()\s]++|\([^()\s]*+\))*+)(?:\s+\"[^\"]*\")?\)")
_FEW = 3

Links = Sequence[tuple[str, str]]
"""Text and target of each."""


def links_of(text: str) -> Links:
    """The links of a Markdown text."""
    return _LINK.findall(text) if "](" in text else ()


def link_share(text: str, links: Links) -> float:
    """The share of a Markdown text's characters that stand in its links; 0 where they are few."""
    if len(links) < _FEW:
        return 0.0
    linked = sum(_length(words) for words, _ in links)
    whole = _length("".join([match.group() for match in _LINK.finditer(text)]))
    return min(1.0, linked / max(1, _length(text) - whole + linked))


class CitationCounter:
    """Counts for each page how many others link to it in their text. Pages come one after the other."""

    def __init__(self) -> None:
        self._pages: list[str] = []
        self._cited: set[str] = set()
        self._counts: dict[str, int] = {}

    def begin(self, url: str) -> None:
        """The links that follow stand on the page `url`."""
        self._pages.append(url)
        self._cited = {url}

    def add(self, links: Links) -> None:
        """Links of the page begun last."""
        for _, target in links:
            page = _page(target) if "#" in target else target
            if page not in self._cited:
                self._cited.add(page)
                self._counts[page] = self._counts.get(page, 0) + 1

    def counts(self) -> NDArray[np.int32]:
        """By page, in their order."""
        return np.array([self._counts.get(url, 0) for url in self._pages], np.int32)


@lru_cache(maxsize=1 << 14)
def _page(target: str) -> str:
    return urldefrag(target).url


def _length(text: str) -> int:
    """Characters that are no white space."""
    return sum(map(len, text.split()))
