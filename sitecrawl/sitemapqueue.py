"""Which sitemaps are asked for next: the lines of robots.txt, then the usual addresses one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from urllib.parse import urljoin

from sitecrawl.frontier.sitemap import MAX_DEPTH, USUAL_PATHS


class SitemapQueue:
    """Each sitemap is asked for once; `pending` are those that have not answered yet."""

    def __init__(self) -> None:
        self.pending = 0
        self._levels: dict[str, int] = {}
        self._usual: deque[str] = deque()

    def begin(self, lines: Iterable[str], base: str) -> list[str]:
        """The sitemaps that robots.txt names; the usual addresses of the site are kept for later."""
        self._usual = deque(urljoin(base, path) for path in USUAL_PATHS)
        return self.ask(lines, 1)

    def ask(self, urls: Iterable[str], level: int) -> list[str]:
        """Those of the addresses that were not asked for before; they count as pending."""
        fresh = [url for url in dict.fromkeys(urls) if url not in self._levels]
        self._levels.update(dict.fromkeys(fresh, level))
        self.pending += len(fresh)
        return fresh

    def answered(self, asked: str, url: str) -> int:
        """Note that a sitemap answered, at `url` after redirects; returns its level, 1 for one that no index named."""
        self.pending = max(0, self.pending - 1)
        level = self._levels.get(asked, 1)
        self._levels.setdefault(url, level)
        return level

    def may_go_deeper(self, level: int) -> bool:
        """Whether the sitemaps that an index at this level names are read."""
        return level < MAX_DEPTH

    def next_usual(self) -> list[str]:
        """The next usual address that was not asked for, or nothing."""
        while self._usual:
            asked = self.ask([self._usual.popleft()], 1)
            if asked:
                return asked
        return []
