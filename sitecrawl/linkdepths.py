"""How many links lie between the start page and each page, whatever order the answers came in."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable

from sitecrawl.journal import PageEvent


class LinkDepths:
    """The shortest way to each page over the links that were followed.

    A crawl meets a page on the way that answered first, which need not be the shortest. Call `add` once for
    each page that was read, in any order, then `settle`. `known` are all addresses that were asked for.
    """

    def __init__(self, known: Iterable[str]) -> None:
        # a link is four bytes: sites have a hundred on each page
        self._numbers = {url: number for number, url in enumerate(known)}
        self._depths: dict[int, int] = {}
        self._linked: set[int] = set()
        self._links: dict[int, array[int]] = {}
        self._also: dict[int, int] = {}

    def add(self, event: PageEvent) -> None:
        """Take in a page: its depth as met, its links."""
        page = self._numbers[event.url]
        self._depths[page] = event.depth
        if event.asked != event.url and event.asked in self._numbers:
            self._also[self._numbers[event.asked]] = page
        if event.source == "link":
            self._linked.add(page)
        if event.follow:
            targets = (self._numbers.get(link.url) for link in event.document.links if not link.nofollow)
            self._links[page] = array("I", dict.fromkeys(target for target in targets if target is not None))

    def settle(self) -> dict[str, int]:
        """The depth of each page; that of pages that were not found by links stays as it was met."""
        waiting = deque(sorted(self._depths, key=self._depths.__getitem__))
        while waiting:
            read = waiting.popleft()
            depth = self._depths[read] + 1
            for target in self._links.get(read, ()):
                page = self._also.get(target, target)
                if page in self._linked and depth < self._depths[page]:
                    self._depths[page] = depth
                    waiting.append(page)
        return {url: self._depths[number] for url, number in self._numbers.items() if number in self._depths}
