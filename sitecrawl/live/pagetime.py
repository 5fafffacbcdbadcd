"""The time that one page may take: its requests together, retries and redirects included."""

from __future__ import annotations

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response

from sitecrawl.live.session import LiveSession

_LEAST = 0.05


class PageTime:
    """Gives each request what is left of its page's time, and retries none whose time is used up.

    Waiting for a turn (delay, Crawl-delay, Retry-After) does not count. Stands nearer the
    downloader than retries and redirects, so that it sees every attempt.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PageTime:
        """Made by Scrapy from DOWNLOADER_MIDDLEWARES."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Set the time-out of this attempt."""
        session: LiveSession = self.crawler.spider.session  # type: ignore[union-attr]
        left: float = request.meta.setdefault("seconds_left", session.seconds_for(request.url))
        request.meta["download_timeout"] = left
        if session.trying_https and request.url.startswith("https://"):
            request.meta["dont_retry"] = True  # http is the second try

    def process_response(self, request: Request, response: Response) -> Response:
        """Take what this attempt took."""
        self._spend(request, request.meta.get("download_latency", 0.0))
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """An attempt that timed out took all that was left."""
        if isinstance(exception, DownloadTimeoutError):
            self._spend(request, float("inf"))

    def _spend(self, request: Request, seconds: float) -> None:
        # an answer that no request was sent for took none of it
        left = request.meta.get("seconds_left", float("inf")) - seconds
        if left <= _LEAST:
            request.meta["dont_retry"] = True
        request.meta["seconds_left"] = max(left, _LEAST)
