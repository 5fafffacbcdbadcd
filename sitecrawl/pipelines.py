"""The item pipeline: pages are journalled as they come, chunked by heading and published at the end."""

from __future__ import annotations

from scrapy import signals
from scrapy.crawler import Crawler

from sitecrawl.items import PageItem
from sitecrawl.publishing import Publisher
from sitecrawl.session import session_of
from sitecrawl.spiders.site import SiteSpider


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
        session.closing = Publisher(session, spider.visits, spider.discovery).close(reason)

    @property
    def _spider(self) -> SiteSpider:
        spider = self.crawler.spider
        assert isinstance(spider, SiteSpider)
        return spider
