"""The order of a live crawl: breadth first, a level after the other, better links first within a level."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sitecrawl.live.linkrank import RankedLink
from sitecrawl.live.pagekey import page_key


@dataclass(frozen=True, slots=True)
class Target:
    """A page to ask for: its address and key, its depth (the root's is 0), and its place in the reply."""

    url: str
    key: str
    depth: int
    order: int


class Exploration:
    """Decides which page is next.

    `levels` counts levels of pages, the root's included; `max_pages` the pages asked for; at most
    `at_once` are under way. `belongs(url)` says whether a link may be followed. A level begins when
    the one above has been answered, so that what is fetched does not hang on who answers first.
    """

    def __init__(self, levels: int, max_pages: int, at_once: int, belongs: Callable[[str], bool]) -> None:
        self._levels = levels
        self._left = max_pages
        self._at_once = at_once
        self._belongs = belongs
        self._depth = 0
        self._order = 0
        self._under_way = 0
        self._waiting: list[tuple[str, str]] = []
        self._below: dict[str, tuple[int, str]] = {}
        self._known: set[str] = set()
        self._asked: set[str] = set()

    def begin(self, root: str) -> None:
        """Begin with the root, which belongs whatever the scope says."""
        key = page_key(root)
        self._known.add(key)
        self._waiting = [(root, key)]

    def take(self) -> list[Target]:
        """The pages to ask for now; none when enough are under way, or nothing is left."""
        taken: list[Target] = []
        while self._left > 0 and self._under_way < self._at_once:
            if not self._waiting and (self._under_way or not self._go_down()):
                break
            url, key = self._waiting.pop(0)
            if key in self._asked:
                continue  # a redirect led there meanwhile
            self._asked.add(key)
            taken.append(Target(url, key, self._depth, self._order))
            self._order += 1
            self._left -= 1
            self._under_way += 1
        return taken

    def answered(self, target: Target, links: Iterable[RankedLink]) -> None:
        """A page was read; its links wait for the next level, where there is one."""
        self._under_way -= 1
        if target.depth + 1 >= self._levels:
            return
        for link in links:
            key = page_key(link.url)
            known = self._below.get(key)
            if known is not None:
                self._below[key] = (max(known[0], link.score), known[1])
            elif key not in self._known and not link.nofollow and self._belongs(link.url):
                self._known.add(key)
                self._below[key] = (link.score, link.url)

    def failed(self, target: Target, *, unasked: bool = False) -> None:
        """A page gave nothing; one that was never asked for (`unasked`) gives its share of max_pages back."""
        self._under_way -= 1
        self._left += unasked

    def was_asked(self, url: str) -> bool:
        """Whether this page was asked for, or a redirect led to it."""
        return page_key(url) in self._asked

    def note(self, url: str) -> None:
        """Count a page as asked for: a redirect leads to it."""
        key = page_key(url)
        self._known.add(key)
        self._asked.add(key)

    @property
    def left_out(self) -> int:
        """How many pages that belong were found and not asked for."""
        waiting = {key for _, key in self._waiting} | self._below.keys()
        return len(waiting - self._asked)

    def _go_down(self) -> bool:
        """Go to the next level; False when nothing waits there."""
        # equal scores in the order they were found: sorting is stable
        ranked = sorted(self._below.items(), key=lambda entry: -entry[1][0])
        self._waiting = [(url, key) for key, (_, url) in ranked if key not in self._asked]
        self._below = {}
        self._depth += 1
        return bool(self._waiting)
