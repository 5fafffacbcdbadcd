"""`python -m tests.rendered_requests URL…`: asks the browser for each address, with no answer by HTTP before, and
prints a JSON line for each: address, status, whether it was rendered, where it leads, text or error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.settings import Settings

from sitecrawl.browser import ask_browser, is_rendered, use_browser


class _Asker(scrapy.Spider):
    name = "asker"

    @classmethod
    def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> _Asker:
        spider = super().from_crawler(crawler, *args, **kwargs)
        use_browser(crawler.settings)
        return spider

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for url in sys.argv[1:]:
            meta = {"handle_httpstatus_all": True}
            yield ask_browser(scrapy.Request(url, callback=self.tell, errback=self.tell_error, meta=meta))

    def tell(self, response: Response) -> None:
        location = response.headers.get("Location", b"").decode()
        print(json.dumps([response.url, response.status, is_rendered(response), location, response.body.decode()]))

    def tell_error(self, failure: Any) -> None:
        print(json.dumps([failure.request.url, None, False, "", str(failure.value)]))


if __name__ == "__main__":
    ours = {
        "SITECRAWL_ALLOW_PRIVATE": "1",
        "USER_AGENT": "SiteKnowledge/0",
        "RETRY_TIMES": 0,
        "REDIRECT_ENABLED": False,
    }
    process = CrawlerProcess(Settings({**ours, "LOG_LEVEL": "ERROR", "DOWNLOAD_MAXSIZE": 100_000}))
    process.crawl(_Asker)
    process.start()
