"""The requests of a crawl, with what is known of them in their meta.

`page` is start, link or listed (a page that costs budget), `depth_found`, `source` and `parent` are
those of the admission, `fed` says that discovery counts it as under way, `rule` is CrawlSpider's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy import Request

from sitecrawl.admission import Admitted
from sitecrawl.frontier.llmstxt import is_gathered
from sitecrawl.frontier.sitemap_stream import MAX_BYTES

Callback = Callable[..., Any]
_START_PRIORITY, _SITEMAP_PRIORITY = 100, 50


def ask_start(url: str, callback: Callback, errback: Callback, validators: dict[str, str]) -> Request:
    """Ask for the start page."""
    meta = {"page": "start", "depth_found": 0, "source": "start", "rule": 0, "handle_httpstatus_list": [304]}
    return Request(
        url, callback, errback=errback, dont_filter=True, priority=_START_PRIORITY, meta=meta, headers=validators
    )


def ask_page(
    admitted: Admitted, callback: Callback, errback: Callback, validators: dict[str, str], fed: bool = False
) -> Request:
    """Ask for a page that was admitted."""
    meta = {
        "rule": 0,
        "page": "link" if admitted.source == "link" and not admitted.again else "listed",
        "depth_found": admitted.depth,
        "source": admitted.source,
        "parent": admitted.parent,
        "fed": fed,
        "handle_httpstatus_list": [304],
    }
    return Request(
        admitted.url,
        callback,
        errback=errback,
        dont_filter=admitted.again,
        priority=admitted.priority,
        headers=validators,
        meta=meta,
    )


def ask_sitemap(url: str, callback: Callback, errback: Callback) -> Request:
    """Ask for a sitemap or an llms.txt."""
    # sitemaps.org allows more than a page may have
    meta = {"sitemap": True, "own_host": is_gathered(url), "download_maxsize": MAX_BYTES}
    return Request(url, callback, errback=errback, dont_filter=True, priority=_SITEMAP_PRIORITY, meta=meta)


def first_address(request: Request) -> str:
    """The address that was asked for, before redirects."""
    urls: list[str] = request.meta.get("redirect_urls", [])
    return urls[0] if urls else request.url
