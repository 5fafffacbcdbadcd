"""The spider of a live crawl: a few pages from a root on, breadth first, streamed as they come."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from sitecrawl import settings as project
from sitecrawl.browser import is_rendered, is_unsettled, use_browser
from sitecrawl.document.model import Document
from sitecrawl.documentpool import DocumentPool
from sitecrawl.failures import Refused, error_of, request_of
from sitecrawl.live.exploration import Target
from sitecrawl.live.linkrank import RankedLink
from sitecrawl.live.pagekey import page_key, tidy_address
from sitecrawl.live.problems import problem_of, was_unasked
from sitecrawl.live.reading import links_to_follow, moves_to, notes_on, page_row, read_answer
from sitecrawl.live.rendering import (
    Before,
    after_failure,
    as_rendered,
    ask_rendering,
    before_browser,
    text_length,
    wants_browser,
)
from sitecrawl.live.rows import LiveRow
from sitecrawl.live.session import LiveSession, open_live_session
from sitecrawl.startup import user_agent

DELAY = 0.2  # seconds between requests to a host, unless it asks for more
_MOST_REFRESHES = 4  # addresses passed on the way
_ERROR = 400


class PagesSpider(Spider):
    """Fetches the root and what its links lead to, within the bounds of a `sitecrawl.live.job.LiveJob`."""

    name = "pages"
    custom_settings: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # Scrapy declares it per instance
        "DOWNLOAD_DELAY": DELAY,
        "AUTOTHROTTLE_START_DELAY": DELAY,
        "DOWNLOADER_MIDDLEWARES": {
            **project.DOWNLOADER_MIDDLEWARES,
            "sitecrawl.middlewares.PageBudget": None,  # the exploration counts
            "sitecrawl.live.pagetime.PageTime": 620,
        },
        "EXTENSIONS": {**project.EXTENSIONS, "sitecrawl.extensions.Progress": None},
        "ITEM_PIPELINES": {"sitecrawl.live.rows.StreamRows": 300},
    }
    session: LiveSession
    pool: DocumentPool

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Say who asks."""
        super().update_settings(settings)
        settings.set("USER_AGENT", user_agent(settings), priority="spider")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *_: Any, **kwargs: Any) -> PagesSpider:
        """Made by Scrapy; `session` is that of the process's job."""
        spider = super().from_crawler(crawler)
        spider.begin(kwargs.get("session") or open_live_session(crawler.settings))
        if spider.session.render != "never":
            use_browser(crawler.settings)
        return spider

    def begin(self, session: LiveSession) -> None:
        """Begin anew with a session: nothing is asked for yet."""
        self.session = session
        self.pool = DocumentPool()
        self._refused = 0
        self._unlisted = 0

    async def start(self) -> AsyncIterator[Any]:
        """Ask for the root."""
        yield self._root_row()
        for result in self._next():
            yield result

    async def parse_page(self, response: Response) -> AsyncIterator[Any]:
        """Read a page: its headings, text and links.

        @fixture page https://shop.example/delivery
        @yields heading Delivery > Costs
        @yields text Parcels to Norway cost 12 euros
        @yields link https://shop.example/returns
        @yields nolink https://other.example/
        """
        target = response.meta.get("target") or Target(response.url, page_key(response.url), 0, 0)
        if target.depth == 0:
            self.session.settle_on(response.url)
        try:
            results = await self._read(response, target)
        except Refused as refused:
            results = [self._failed(target, refused)]
        except Exception as error:  # a bug on one page fails that page
            self.logger.exception("%s could not be read", response.url)
            results = [self._failed(target, error)]
        for result in results:
            yield result
        for result in self._next():
            yield result

    async def _read(self, response: Response, target: Target) -> list[Any]:
        session, request = self.session, response.request
        before = before_browser(request)
        if before is not None and response.status >= _ERROR and not is_rendered(response):
            return [self._without_browser(target, before, HttpError(response))]
        document = await read_answer(response, session, self.pool)
        further = moves_to(document, response.url)
        if further is not None and len(response.meta.get("refreshes", ())) < _MOST_REFRESHES:
            return [self._refreshed(response, target, further)]
        if request is not None and wants_browser(session.render, response, document):
            asked = self._with_callbacks(ask_rendering(request, response, Before(response, document)))
            links = links_to_follow(response, document, session)
            so_far = {**self._row(target, response, document, links, whole=False), "kind": "so_far"}
            return [LiveRow(so_far), asked] if document.blocks else [asked]
        if is_rendered(response):
            document = as_rendered(document)
        if before is not None and before.document is not None and text_length(document) < text_length(before.document):
            return [self._page(target, before.answer or response, before.document, _cut_off(response))]
        return [self._page(target, response, document, _cut_off(response))]

    def _page(self, target: Target, response: Response, document: Document, trouble: str = "") -> LiveRow:
        """A page that was read; `trouble` says why this may not be all of it."""
        links = links_to_follow(response, document, self.session)
        row = self._row(target, response, document, links, whole=not trouble)
        row["notes"] += [trouble] if trouble else []
        self.session.exploration.answered(target, links)
        return LiveRow(row, document)

    def _row(
        self, target: Target, response: Response, document: Document, links: list[RankedLink], *, whole: bool
    ) -> dict[str, Any]:
        way = "browser" if is_rendered(response) else "http"
        return page_row(target, response, document, links, way, notes_on(response, document, self.session), whole)

    def _with_callbacks(self, request: Request) -> Request:
        return request.replace(callback=self.parse_page, errback=self.page_failed)

    def _refreshed(self, response: Response, target: Target, further: str) -> Request | LiveRow:
        rule = self.session.refuse_redirect(further)
        if rule is not None:
            return self._failed(target, Refused("redirect out of scope", f"{further} ({rule})", response.status))
        passed = [*response.meta.get("refreshes", [target.key]), page_key(response.url)]
        if page_key(further) in passed:
            return self._failed(target, Refused("redirect loop", further, response.status))
        if self.session.met_elsewhere(further, response.meta, response.url):
            return self._failed(target, Refused("redirect", further))
        request = self._request(target, further)
        request.meta["refreshes"] = passed
        return request

    def page_failed(self, failure: Failure) -> Iterator[Any]:
        """Say why a page gave nothing; of the root over https, try http."""
        request, error = request_of(failure), error_of(failure)
        target: Target = request.meta["target"]
        if target.depth == 0 and self.session.may_try_http(error):
            plain = self.session.job.urls[-1]
            target = replace(target, url=plain, key=page_key(plain))
            self.session.settle_on(plain)
            yield self._root_row()
            yield from self._ask(target)
            yield from self._next()
            return
        in_browser = after_failure(self.session.render, request, error)
        if in_browser is not None:
            yield self._with_callbacks(in_browser)
            return
        yield self._without_browser(target, before_browser(request), error)
        yield from self._next()

    def _without_browser(self, target: Target, before: Before | None, error: BaseException) -> LiveRow:
        """What HTTP gave has to do when the browser failed."""
        if before is None or isinstance(error, Refused):
            return self._failed(target, error)
        if before.answer is None or before.document is None:
            return self._failed(target, before.error or error)
        words, _ = problem_of(error, self.session.job.page_seconds)
        trouble = f"{target.url} could not be rendered, this is what it says over HTTP: {words}"
        return self._page(target, before.answer, before.document, trouble)

    def _failed(self, target: Target, error: BaseException) -> LiveRow:
        unasked = was_unasked(error)
        self.session.exploration.failed(target, unasked=unasked)
        if isinstance(error, Refused) and error.rule == "redirect":
            return LiveRow({"kind": "same", "order": target.order})
        self._refused += unasked
        if self._refused > self.session.job.max_pages:
            self._unlisted += 1
            return LiveRow({"kind": "same", "order": target.order})
        words, status = problem_of(error, self.session.job.page_seconds)
        return LiveRow({"kind": "error", **_place(target), "error": words, "status": status})

    def _root_row(self) -> LiveRow:
        url = self.session.start_url
        return LiveRow({"kind": "root", "url": url, "normalized": tidy_address(url)})

    def _next(self) -> Iterator[Any]:
        """What is to be asked for now; a page that is known already is answered at once."""
        while targets := self.session.exploration.take():
            for target in targets:
                yield from self._ask(target)

    def _ask(self, target: Target) -> Iterator[LiveRow | Request]:
        session = self.session
        page = session.job.known.get(target.key)
        is_moved = page is not None and target.depth > 0 and page_key(page.final_url) != target.key
        if page is None or (is_moved and session.refuse_redirect(page.final_url) is not None):
            yield LiveRow({"kind": "asked", **_place(target)})
            yield self._request(target, target.url)
            return
        if is_moved and session.exploration.was_asked(page.final_url):
            yield self._failed(target, Refused("redirect", page.final_url))
            return
        yield LiveRow({"kind": "known", "key": page.key, **_place(target)})
        if target.depth == 0:
            session.settle_on(page.final_url)
        session.exploration.note(page.final_url)
        session.exploration.answered(target, page.links)

    def _request(self, target: Target, url: str) -> Request:
        # the root may move within its site wherever it lies in it; where other hosts belong, anywhere
        kind = "start" if target.depth == 0 and self.session.job.same_origin else "link"
        return self._with_callbacks(Request(url, dont_filter=True, meta={"target": target, "page": kind}))

    def closed(self, reason: str) -> None:
        """Called by Scrapy when the spider is done."""
        self.pool.close()
        left_out = self.session.exploration.left_out
        self.session.write({"kind": "end", "left_out": left_out, "refusals": self._unlisted, "reason": reason})


def _cut_off(response: Response) -> str:
    """A sentence on a page that the browser had no time to load; empty for any other."""
    return f"{response.url} was still being loaded when its time was over." if is_unsettled(response) else ""


def _place(target: Target) -> dict[str, Any]:
    return {"url": target.url, "depth": target.depth, "order": target.order}
