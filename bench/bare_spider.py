"""The least a Scrapy spider does to walk a site: it follows every link and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import scrapy
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor


class BareSpider(scrapy.Spider):
    name = "bare"
    pages = 0

    def __init__(self, url: str, **given: Any) -> None:
        super().__init__(**given)
        self.start_urls = [url]
        host = url.split("/")[2]
        self.links = LinkExtractor(allow_domains=[host], deny="/private/")

    def parse(self, response: Response) -> Iterator[scrapy.Request]:
        self.pages += 1
        for link in self.links.extract_links(response) if isinstance(response, HtmlResponse) else ():
            yield response.follow(link, callback=self.parse)
