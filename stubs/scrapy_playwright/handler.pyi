from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Browser, BrowserContext
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler

class Config:
    target_closed_max_retries: int

class BrowserContextWrapper:
    context: BrowserContext

class ScrapyPlaywrightDownloadHandler(HTTP11DownloadHandler):
    config: Config
    browser: Browser
    browser_provider_cls: Callable[[Config], Any]
    context_wrappers: dict[str, BrowserContextWrapper]
    process_request_headers: Any
    abort_request: Callable[[Any], Any] | None
    def __init__(self, crawler: Crawler) -> None: ...
    def _maybe_future_from_coro(self, coro: Awaitable[Any]) -> Awaitable[Any]: ...
