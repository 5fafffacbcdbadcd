"""One page in the browser: what it may load, when its text has come, and where it leads by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from importlib.resources import files
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Request, Route, WebSocketRoute

from sitecrawl.frontier.canonical import normalize
from sitecrawl.rendering.proxy import refusal_in
from sitecrawl.rendering.shelf import Shelf

Document = tuple[int, list[tuple[str, str]], bytes]

# what text needs; no images, media, fonts, frames, beacons
_LOADED = frozenset({"script", "stylesheet", "xhr", "fetch"})
_HTML = ("text/html", "application/xhtml+xml")
# the body is handed on decoded; where Refresh leads is the crawl's to decide
_NOT_HANDED_ON = frozenset({"content-encoding", "content-length", "transfer-encoding", "refresh"})
_LOOK_SECONDS = 0.1  # between two looks at the page
_QUIET_LOOKS = 5  # without request and without new text
_QUIET_THIN_LOOKS = 15  # the same while there is next to no text: a loading message
_STILL_LOOKS = 30  # without new text, though something is still being loaded
_THIN_CHARACTERS = 200
_SETTLE_SECONDS, _SETTLE_SHARE = 12.0, 0.5  # at most, also of the page's time
_MOST_CONTROLS = 60
_PANEL_SECONDS, _PANEL_SHARE = 6.0, 0.2
_LAST_PANEL_SECONDS = 2.0
_SNAPSHOT = files(__package__).joinpath("snapshot.js").read_text("utf-8")
_PANELS = files(__package__).joinpath("panels.js").read_text("utf-8")
_STATE = """() => [
  document.body ? document.body.innerText.trim().length : 0,
  document.getElementsByTagName("*").length,
  document.readyState,
]"""


class PageVisit:
    """A visit of one address; `document` is its answer by HTTP where there was one.

    Afterwards either `html` holds the page, or `moved_to` where it leads, or `raw` an answer that
    is no HTML; none of them when the page is longer than `most` characters. `is_settled` tells whether
    its text had come to a stand. `status` and `fields` are those of the document, `trouble` says why there
    is none. `seconds` is the page's time.
    """

    def __init__(self, url: str, document: Document | None, shelf: Shelf, most: int, seconds: float) -> None:
        self.url = url
        self._seconds = seconds
        self._shelf = shelf
        self._most = most
        self.status, self.fields, self._body = document or (0, [], b"")
        self._given = document is not None
        self._asked = False
        self._loading: set[Request] = set()
        self._last_event = time.monotonic()
        self.html: str | None = None
        self.raw: bytes | None = None
        self.moved_to: str | None = None
        self.trouble: str | None = None
        self.crashed = False
        self.is_read = False
        self.is_settled = False
        self._is_blank = False

    # --- what is loaded -----------------------------------------------------------------------

    async def begin(self, page: Page, _: Any) -> None:
        """Set the page up before its first request."""
        # windows that the page opens have routes of the context only
        await page.context.route("**", _refuse)
        await page.route("**", self._route)
        await page.route_web_socket("**", _close_socket)
        page.on("popup", _close_page)
        page.on("request", self._began)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("crash", self._crash)

    async def _route(self, route: Route) -> None:
        request = route.request
        try:
            if request.is_navigation_request():
                await self._navigate(route, request)
            elif request.resource_type in _LOADED:
                await self._shelf.serve(route)
            else:
                await route.abort("blockedbyclient")
        except PlaywrightError:
            return  # the page is gone

    async def _navigate(self, route: Route, request: Request) -> None:
        if request.frame.parent_frame is not None:
            await route.abort("blockedbyclient")
        elif not self._asked:
            self._asked = True
            await self._answer_document(route)
        else:
            # "aborted" leaves the page as it stands; the target is asked for by HTTP, under all rules
            self._note_move(request.url)
            await route.abort("aborted")

    async def _answer_document(self, route: Route) -> None:
        if not self._given:
            try:
                answer = await route.fetch(max_redirects=0)
            except PlaywrightError as error:
                self.trouble = error.message.splitlines()[0]
                await route.abort("failed")
                return
            self.status = answer.status
            self.fields = [(header["name"], header["value"]) for header in answer.headers_array]
            self._body = await answer.body()
            self.trouble = refusal_in(self._field("proxy-status"))
            if self.trouble:
                await route.abort("failed")
                return
        location = self._field("location")
        if 300 <= self.status < 400 and location:
            self.moved_to = normalize(location, self.url)
            await self._answer_blank(route)
            return
        kind = (self._field("content-type") or "text/html").partition(";")[0].strip().lower()
        if kind not in _HTML or len(self._body) > self._most:
            self.raw = self._body
            await self._answer_blank(route)
            return
        await route.fulfill(status=self.status, headers=_joined(self.fields), body=self._body)

    async def _answer_blank(self, route: Route) -> None:
        self._is_blank = True
        await route.fulfill(status=200, content_type="text/html", body="")

    def _field(self, name: str) -> str | None:
        return next((value for field, value in self.fields if field.lower() == name), None)

    def _note_move(self, url: str) -> None:
        here, there = urldefrag(self.url).url, urldefrag(url).url
        if self.moved_to is None and normalize(there) not in {normalize(here), None}:
            self.moved_to = normalize(there)

    def _began(self, request: Request) -> None:
        if request.resource_type in _LOADED:
            self._loading.add(request)
            self._last_event = time.monotonic()

    def _ended(self, request: Request) -> None:
        self._loading.discard(request)
        self._last_event = time.monotonic()

    def _crash(self, _: Page) -> None:
        self.crashed = True

    # --- what it says -------------------------------------------------------------------------

    async def read(self, page: Page) -> None:
        """Wait for the text, open what hides text, and keep the page."""
        if self.raw is None and self.moved_to is None:
            await self._settle(page)
            self._note_move(page.url)
        if self.raw is None and self.moved_to is None:
            self.html = await page.evaluate(_SNAPSHOT, self._most)
            await self._open_panels(page)
        self.is_read = True
        if self._is_blank:
            # closing a page as soon as it is there may hang; this one loads nothing, so its load event comes
            return
        # scrapy-playwright would wait for the load event, which need not come; a closed page is waited for by nobody
        await page.close()

    async def _open_panels(self, page: Page) -> None:
        seconds = min(_PANEL_SECONDS, _PANEL_SHARE * self._seconds)
        # whatever goes wrong here, the page as it was before stands
        with suppress(PlaywrightError, TimeoutError):
            opening = page.evaluate(_PANELS, [_MOST_CONTROLS, seconds * 1000])
            if await asyncio.wait_for(opening, seconds + _LAST_PANEL_SECONDS):
                self.html = await page.evaluate(_SNAPSHOT, self._most) or self.html
        self.moved_to = None  # where a control leads to was not loaded

    async def _settle(self, page: Page) -> None:
        until = time.monotonic() + min(_SETTLE_SECONDS, _SETTLE_SHARE * self._seconds)
        before: list[Any] = []
        still = 0
        while time.monotonic() < until and self.moved_to is None:
            # answered when the page's scripts leave room for it: looks are counted, not seconds, which a
            # page at work (or a busy machine) lets pass without showing anything
            state: list[Any] = await page.evaluate(_STATE)
            still = still + 1 if state == before else 0
            before = state
            length, _, ready = state
            quiet = _QUIET_LOOKS if length >= _THIN_CHARACTERS else _QUIET_THIN_LOOKS
            if still >= quiet and (still >= _STILL_LOOKS or (ready == "complete" and self._is_idle(quiet))):
                self.is_settled = True
                return
            await asyncio.sleep(_LOOK_SECONDS)

    def _is_idle(self, looks: int) -> bool:
        return not self._loading and time.monotonic() - self._last_event >= looks * _LOOK_SECONDS


def _joined(fields: list[tuple[str, str]]) -> dict[str, str]:
    """Header fields as Playwright takes them: those of one name in one value, cookies a line each."""
    headers: dict[str, str] = {}
    for name, value in fields:
        key = name.lower()
        if key not in _NOT_HANDED_ON:
            glue = "\n" if key == "set-cookie" else ", "
            headers[key] = f"{headers[key]}{glue}{value}" if key in headers else value
    return headers


async def _refuse(route: Route) -> None:
    await route.abort("blockedbyclient")


def _close_socket(socket: WebSocketRoute) -> Awaitable[None] | None:
    return socket.close()


async def _close_page(page: Page) -> None:
    await page.close()
