"""The download handler of a crawl that renders: pages through the browser, everything else by HTTP."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout
from scrapy.exceptions import DownloadCancelledError, DownloadTimeoutError
from scrapy.http import HtmlResponse, Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler
from scrapy_playwright.page import PageMethod

from sitecrawl.browser import DOCUMENT, RENDERED, SETTING, UNSETTLED
from sitecrawl.failures import BrowserFailed
from sitecrawl.frontier.privateaddress import is_private
from sitecrawl.lastcheck import LastCheck
from sitecrawl.privateguard import reach_of
from sitecrawl.rendering.launch import BrowserStartError, OwnBrowser
from sitecrawl.rendering.shelf import Shelf
from sitecrawl.rendering.visit import PageVisit
from sitecrawl.session import CrawlSession

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

PAGES_AT_ONCE = 2
_CLOSE_SECONDS = 5.0
_VIEW = {"width": 1280, "height": 3000}  # tall: what is loaded when it comes into view is loaded at once


class BrowserDownloads(LastCheck, ScrapyPlaywrightDownloadHandler):
    """Renders the requests of `ask_browser`, two at a time, each in a context of its own that ends with it.

    A page at which the browser ends is tried again alone, RETRY_TIMES times, in a new browser.
    Raises BrowserFailed when it gives no page and DownloadTimeoutError when that takes longer than
    `download_timeout`.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.config.target_closed_max_retries = 0  # tried again below, alone
        self.process_request_headers = None
        # every request is decided on by the visit's own routes: what comes past them is not sent
        self.abort_request = _always
        self.browser_provider_cls = partial(OwnBrowser, path=str(crawler.settings.get(SETTING)), admit=self._may_reach)
        self._agent: str = crawler.settings["USER_AGENT"]
        self._seconds = crawler.settings.getfloat("DOWNLOAD_TIMEOUT")
        self._most_bytes = crawler.settings.getint("DOWNLOAD_MAXSIZE") or sys.maxsize
        self._retries = crawler.settings.getint("RETRY_TIMES")
        self._alone = asyncio.Lock()
        self._turns = asyncio.Semaphore(PAGES_AT_ONCE)
        self._told = False
        self._names = count(1)
        self._shelf = Shelf()

    async def download_request(self, request: Request) -> Response:
        """The answer by HTTP, or the page as the browser shows it."""
        if not request.meta.get("playwright"):
            return await super().download_request(request)
        for alone in (False, *(True for _ in range(self._retries))):
            try:
                async with self._turn(alone):
                    return await self._render(request)
            except _BrowserEndedError:
                # another page may have been its end: who is to blame shows when each is alone
                continue
        request.meta["dont_retry"] = True
        raise BrowserFailed("the browser crashed at this page")

    @asynccontextmanager
    async def _turn(self, alone: bool) -> AsyncIterator[None]:
        async with AsyncExitStack() as held:
            if alone:
                await held.enter_async_context(self._alone)
            for _ in range(PAGES_AT_ONCE if alone else 1):
                await held.enter_async_context(self._turns)
            yield

    async def _render(self, request: Request) -> Response:
        name = f"page {next(self._names)}"
        seconds = float(request.meta.get("download_timeout", self._seconds))
        visit = PageVisit(request.url, request.meta.get(DOCUMENT), self._shelf, self._most_bytes, seconds)
        asked = request.replace(meta={**request.meta, **self._visiting(visit, name, seconds)})
        try:
            await asyncio.wait_for(super().download_request(asked), seconds)
        except (TimeoutError, PlaywrightTimeout):
            if not visit.is_read:
                raise DownloadTimeoutError(f"the page was not there in {seconds:g} s") from None
        except BrowserStartError as error:
            raise BrowserFailed(str(error)) from None
        except PlaywrightError as error:
            if not visit.is_read:
                raise _failure(visit, error) from None
        finally:
            await self._close_context(name)
        return self._answer(visit, request)

    def _visiting(self, visit: PageVisit, name: str, seconds: float) -> dict[str, object]:
        return {
            "playwright_context": name,
            "playwright_context_kwargs": {
                "user_agent": self._agent,
                "locale": "en",
                "viewport": _VIEW,
                "service_workers": "block",
                "accept_downloads": False,
                "reduced_motion": "reduce",
            },
            "playwright_page_init_callback": visit.begin,
            "playwright_page_goto_kwargs": {"wait_until": "commit", "timeout": seconds * 1000},
            "playwright_page_methods": [PageMethod(visit.read)],
        }

    def _answer(self, visit: PageVisit, request: Request) -> Response:
        if visit.moved_to is not None:
            # what it leads to is asked for by HTTP first, as any address is
            for key in ("playwright", DOCUMENT):
                request.meta.pop(key, None)
            status = visit.status if 300 <= visit.status < 400 else 302
            return Response(request.url, status, headers={"Location": visit.moved_to}, request=request)
        headers = [(field, value) for field, value in visit.fields if field.lower() != "content-encoding"]
        if visit.raw is not None and len(visit.raw) <= self._most_bytes:
            return _with_fields(Response(request.url, visit.status, body=visit.raw, request=request), headers)
        if visit.html is None:
            raise DownloadCancelledError(f"{request.url} is larger than {self._most_bytes}")
        body = visit.html.encode("utf-8", "replace")
        flags = [RENDERED] if visit.is_settled else [RENDERED, UNSETTLED]
        answer = HtmlResponse(request.url, visit.status, body=body, request=request, flags=flags, encoding="utf-8")
        _with_fields(answer, headers)
        answer.headers["Content-Type"] = "text/html; charset=utf-8"
        return answer

    async def _close_context(self, name: str) -> None:
        wrapper = self.context_wrappers.get(name)
        if wrapper is None:
            return
        try:
            await asyncio.wait_for(self._maybe_future_from_coro(wrapper.context.close()), _CLOSE_SECONDS)
        except (TimeoutError, PlaywrightError):
            self.context_wrappers.pop(name, None)
            # a browser that does not let go of a page is ended; the next page starts another
            browser = getattr(self, "browser", None)
            if browser is not None and browser.is_connected():
                await self._maybe_future_from_coro(browser.close())

    def _may_reach(self, host: str, address: str) -> bool:
        """Whether the browser may connect: to public addresses, and to a private one of the host that was typed."""
        reach = reach_of(self._crawler.settings)
        if reach == "allow" or not is_private(address):
            return True
        session = getattr(self._crawler.spider, "session", None)
        if reach == "refuse" or not isinstance(session, CrawlSession):
            return False
        if host in {urlsplit(url).hostname for url in (session.arguments.url, session.start_url)}:
            return True
        if not self._told:
            self._told = True
            session.ledger.warn(
                f"A rendered page asked for {host}, which stands for a private address; such are not reached "
                "(SITECRAWL_ALLOW_PRIVATE)."
            )
        return False


async def _always(_: object) -> bool:
    return True


def _with_fields(answer: Response, fields: list[tuple[str, str]]) -> Response:
    for name, value in fields:
        answer.headers.appendlist(name, value)
    return answer


class _BrowserEndedError(Exception):
    """The browser ended while a page was being read."""


def _failure(visit: PageVisit, error: PlaywrightError) -> Exception:
    if visit.crashed or "page crashed" in error.message.lower():
        return BrowserFailed("the page crashed in the browser")
    if "has been closed" in error.message or "Connection closed" in error.message:
        return _BrowserEndedError()
    return BrowserFailed(f"the browser gave no page: {(visit.trouble or error.message.splitlines()[0])[:160]}")
