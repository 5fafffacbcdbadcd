"""How many links lie between the start page and each page, whatever order the answers came in."""

from __future__ import annotations

from collections import deque
from collections.abc import Container

from sitecrawl.journal import PageEvent


class LinkDepths:
    """The shortest way to each page over the links that were followed.

    A crawl meets a page on the way that answered first, which need not be the shortest. Call `add` once for
    each page that was read, in any order, then `settle`. `known` are the addresses of all pages read.
    """

    def __init__(self, known: Container[str]) -> None:
        self._known = known
        self._depths: dict[str, int] = {}
        self._linked: set[str] = set()
        self._links: dict[str, list[str]] = {}
        self._also: dict[str, str] = {}

    def add(self, event: PageEvent) -> None:
        """Take in a page: its depth as met, its links."""
        self._depths[event.url] = event.depth
        if event.asked != event.url:
            self._also[event.asked] = event.url
        if event.source == "link":
            self._linked.add(event.url)
        if event.follow:
            self._links[event.url] = [
                link.url for link in event.document.links if not link.nofollow and link.url in self._known
            ]

    def settle(self) -> dict[str, int]:
        """The depth of each page; that of pages that were not found by links stays as it was met."""
        waiting = deque(sorted(self._depths, key=self._depths.__getitem__))
        while waiting:
            url = waiting.popleft()
            depth = self._depths[url] + 1
            for target in self._links.get(url, ()):
                page = self._also.get(target, target)
                if page in self._linked and depth < self._depths[page]:
                    self._depths[page] = depth
                    waiting.append(page)
        return self._depths
