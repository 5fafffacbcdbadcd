"""The download handler that asks once more, at the moment a request is sent, whether its page is still wanted."""

from __future__ import annotations

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.http import Response

from sitecrawl.failures import Refused
from sitecrawl.session import CrawlSession


class LastCheck(HTTP11DownloadHandler):
    """Scrapy's handler; requests waited in the host's slot while answers came that may have closed a trap.

    Raises Refused for a page whose pattern was closed meanwhile, and gives its share of the budget back.
    """

    async def download_request(self, request: Request) -> Response:
        """Send, or refuse."""
        session = getattr(self.crawler.spider, "session", None)
        if isinstance(session, CrawlSession) and request.meta.get("budget_spent"):
            rule = session.closed(request.url, request.meta.get("page", ""))
            if rule is not None:
                session.spent -= 1
                raise Refused(rule)
        return await super().download_request(request)
