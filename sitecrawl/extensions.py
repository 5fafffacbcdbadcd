"""Progress for people: a live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time

from scrapy import signals
from scrapy.crawler import Crawler
from twisted.internet.task import LoopingCall

from sitecrawl.session import session_of
from sitecrawl.summary import duration

_LIVE_SECONDS = 0.5


class Progress:
    """Tells on stderr how far the crawl is: pages, queue, rate, skipped, time left against the budget."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.live = sys.stderr.isatty()
        self._plain_seconds = max(crawler.settings.getfloat("SITECRAWL_PROGRESS_SECONDS"), _LIVE_SECONDS)
        self._began = time.monotonic()
        self._loop = LoopingCall(self.tell)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Progress:
        """Made by Scrapy from EXTENSIONS."""
        progress = cls(crawler)
        crawler.signals.connect(progress.opened, signals.spider_opened)
        crawler.signals.connect(progress.closed, signals.spider_closed)
        return progress

    def opened(self) -> None:
        """Begin to tell."""
        self._began = time.monotonic()
        self._loop.start(_LIVE_SECONDS if self.live else self._plain_seconds, now=False)

    def closed(self) -> None:
        """Stop, and clear the live line."""
        if self._loop.running:
            self._loop.stop()
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def tell(self) -> None:
        """One line."""
        words = self.line()
        sys.stderr.write(f"\r\x1b[K{words}" if self.live else f"{words}\n")
        sys.stderr.flush()

    def line(self) -> str:
        """How far the crawl is, in words."""
        session = session_of(self.crawler)
        seconds = max(time.monotonic() - self._began, 0.001)
        engine = self.crawler.engine
        queued = self.crawler.spider.discovery.waiting  # type: ignore[union-attr]
        if engine is not None and engine._slot is not None:
            queued += len(engine._slot.scheduler)  # type: ignore[arg-type]
        rate = session.spent / seconds
        left = min(queued, session.arguments.max_pages - session.spent)
        ahead = f", about {duration(left / rate)} left" if rate and left > 0 else ""
        skipped = session.ledger.counts()["skipped"]
        most = session.arguments.max_pages
        return (
            f"{session.spent} pages of at most {most}, {queued} queued, {rate:.1f} a second, {skipped} skipped{ahead}"
        )
