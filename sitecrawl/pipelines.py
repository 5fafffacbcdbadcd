"""The item pipeline: pages are journalled as they come, chunked by heading and published at the end."""

from __future__ import annotations

import sys
import time

from scrapy import signals
from scrapy.crawler import Crawler

from sitecrawl.folderpublishing import FolderPublisher
from sitecrawl.items import PageItem
from sitecrawl.session import Closing, session_of
from sitecrawl.sitepublishing import SitePublisher
from sitecrawl.spiders.folder import FolderSpider, folder_read
from sitecrawl.spiders.site import SiteSpider
from sitecrawl.summary import last_line
from sitecrawl.wording import Caller, in_words_of

_TELL_SECONDS = 2.0


class WritePassages:
    """Journals each page; when the spider has closed, chunks them by heading into the site's JSONL file.

    The file is published in the spider_closed handler, which knows how the crawl ended;
    `close_spider` runs on every exit, Ctrl-C too.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WritePassages:
        """Made by Scrapy from ITEM_PIPELINES."""
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.publish, signals.spider_closed)
        return pipeline

    def process_item(self, item: PageItem) -> PageItem:
        """Keep a page."""
        self._spider.visits.record_page(item.event, item.redirects)
        return item

    def publish(self, spider: SiteSpider, reason: str) -> None:
        """Write the file, or leave the earlier one as it is, and the report."""
        session = session_of(self.crawler)
        session.closing = SitePublisher(session, spider.visits, spider.discovery, spider.twins).close(reason)

    @property
    def _spider(self) -> SiteSpider:
        spider = self.crawler.spider
        assert isinstance(spider, SiteSpider)
        return spider


class WriteFolderPassages:
    """Journals each file; when all of a reading are read, chunks them and publishes the folder's JSONL file."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self._last: Closing | None = None
        self._told = time.monotonic()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WriteFolderPassages:
        """Made by Scrapy from ITEM_PIPELINES."""
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.publish, folder_read)
        crawler.signals.connect(pipeline.close, signals.spider_closed)
        return pipeline

    def process_item(self, item: PageItem) -> PageItem:
        """Keep a file's page."""
        visits = self._spider.visits
        visits.record(item.event)
        if time.monotonic() - self._told > _TELL_SECONDS:
            self._told = time.monotonic()
            sys.stderr.write(f"{len(visits.met)} pages of at most {len(visits.listing.files)}\n")
            sys.stderr.flush()
        return item

    def publish(self, spider: FolderSpider) -> None:
        """Write the file and the report of one reading."""
        self._last = spider.session.closing = FolderPublisher(spider.session, spider.visits).close("finished")
        if spider.session.arguments.watch:
            caller = Caller(self.crawler.settings["CALLER"])
            words = in_words_of(caller, last_line(self._last.exit_code, self._last.facts))
            sys.stderr.write(f"{words} Watching {spider.session.root}; Ctrl-C ends it.\n")
            sys.stderr.flush()

    def close(self, spider: FolderSpider, reason: str) -> None:
        """A reading that was cut short publishes nothing; one that was watched ends with what it published last."""
        if not spider.visits.is_open:
            return
        if self._last is None:
            spider.session.closing = FolderPublisher(spider.session, spider.visits).close(reason)
        else:
            spider.visits.finish(forget=True)
            spider.session.closing = self._last

    @property
    def _spider(self) -> FolderSpider:
        spider = self.crawler.spider
        assert isinstance(spider, FolderSpider)
        return spider
