"""Pages read by live crawls, kept in memory for a while: a page that is kept costs no request."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
MOST_PAGES = 500
MOST_CHARACTERS = 10_000_000  # of content and links


@dataclass(frozen=True, slots=True)
class Root:
    """What a typed address turned out to be: the address that answered, and its tidy form."""

    url: str
    normalized: str
    key: str


@dataclass(frozen=True, slots=True)
class _Kept:
    row: Row
    at: float
    size: int


class PageCache:
    """Rows of pages by key and render, each for `seconds`; the ones used longest ago go first.

    `clock` counts seconds.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._pages: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._roots: OrderedDict[tuple[str, str], Root] = OrderedDict()
        self._size = 0

    def put(self, render: str, row: Row) -> None:
        """Keep a page that was read."""
        if self._seconds <= 0:
            return
        self._drop((row["key"], render))
        size = len(row["content"]) + sum(len(link["url"]) + len(link["text"]) for link in row["links"])
        self._pages[row["key"], render] = _Kept(row, self._clock(), size)
        self._size += size
        while len(self._pages) > MOST_PAGES or self._size > MOST_CHARACTERS:
            self._drop(next(iter(self._pages)))

    def fresh(self, render: str) -> dict[str, Row]:
        """The pages of one way of rendering that are still fresh, by key."""
        now = self._clock()
        for place in [place for place, kept in self._pages.items() if now - kept.at >= self._seconds]:
            self._drop(place)
        return {key: kept.row for (key, how), kept in self._pages.items() if how == render}

    def used(self, render: str, key: str) -> None:
        """A page was given in a reply: it goes later than others."""
        if (key, render) in self._pages:
            self._pages.move_to_end((key, render))

    def put_root(self, render: str, typed: str, root: Root) -> None:
        """Remember what a typed address turned out to be."""
        self._roots[typed, render] = root
        self._roots.move_to_end((typed, render))
        if len(self._roots) > MOST_PAGES:
            self._roots.popitem(last=False)

    def root(self, render: str, typed: str) -> Root | None:
        """What a typed address turned out to be; of use only while its page is fresh."""
        return self._roots.get((typed, render))

    def _drop(self, place: tuple[str, str]) -> None:
        kept = self._pages.pop(place, None)
        self._size -= kept.size if kept is not None else 0
