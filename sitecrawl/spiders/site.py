"""The spider of one website: its sitemaps first, its links where they are needed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.http import HtmlResponse, Response
from scrapy.settings import BaseSettings
from scrapy.spiders import Rule
from twisted.python.failure import Failure

from sitecrawl.admission import Admitted
from sitecrawl.arguments import read_arguments
from sitecrawl.asking import ask_page, ask_start
from sitecrawl.browser import ask_browser, use_browser, wants_browser
from sitecrawl.discovery import Discovery
from sitecrawl.documentpool import DocumentPool
from sitecrawl.failures import Failed, error_of, request_of, tell
from sitecrawl.items import PageItem
from sitecrawl.journal import PageEvent
from sitecrawl.linkextractor import PageLinks
from sitecrawl.llms.fullpages import FullPages
from sitecrawl.llms.twins import Twins
from sitecrawl.pagefailure import note_failure
from sitecrawl.pagereading import leads_of, read_page, redirects_of
from sitecrawl.robotsgate import RobotsGate
from sitecrawl.session import CrawlSession
from sitecrawl.spiders.inturn import InTurn
from sitecrawl.spiders.listing import ListingSpider
from sitecrawl.stages import next_stage
from sitecrawl.startpage import Next, end_unreachable, judge_start, settle_on_plain_http
from sitecrawl.startup import open_session, user_agent
from sitecrawl.turns import Turns
from sitecrawl.visits import Visits

_AT_ONCE = 32  # requests of ours in Scrapy's queue: enough to keep it busy, few enough to reorder


class SiteSpider(ListingSpider, InTurn):
    """Fetches the start page, then what the sitemaps list, then what links name where sitemaps do not serve.

    Arguments: see `sitecrawl.arguments.SiteArguments`.
    """

    name = "site"
    rules = (
        Rule(
            PageLinks(),  # type: ignore[arg-type]  # what Rule needs is extract_links, not the class
            callback="parse_page",
            errback="page_failed",
            process_request="page_request",
            follow=True,
        ),
    )

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Say who crawls; a USER_AGENT given on the command line still wins."""
        super().update_settings(settings)
        settings.set("USER_AGENT", user_agent(settings), priority="spider")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *_: Any, **kwargs: Any) -> SiteSpider:
        """Made by Scrapy; the arguments were checked by the crawl command before."""
        spider = super().from_crawler(crawler)
        spider.begin(open_session(crawler.settings, read_arguments(kwargs) if kwargs else None))
        if spider.session.arguments.render != "never":
            use_browser(crawler.settings)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        crawler.signals.connect(spider.broke, signals.spider_error)
        return spider

    twins: Twins
    full_pages: FullPages
    pool: DocumentPool

    def begin(self, session: CrawlSession) -> None:
        """Begin anew with a session: nothing is known or asked for yet."""
        self.session = session
        self.discovery = Discovery(session)
        self.visits = Visits(session)
        self.twins = Twins(session, self.discovery, self.visits)
        self.full_pages = FullPages(session, self.discovery, self.visits)
        self.pool = DocumentPool()
        self.turns = Turns()
        self.discovered = set()

    async def start(self) -> AsyncIterator[Any]:
        """Ask for the start page, or go on where a stopped crawl was left."""
        self.visits.open()
        if not self.visits.resumed:
            yield self._start_request(self.session.arguments.url)
            return
        # links and sitemaps are decided on at once, so the rules have to be known by then
        gate = self.crawler.get_downloader_middleware(RobotsGate)
        read = await gate.outcome(self.session.start_url) if gate is not None else None
        if read is not None and read.access == "unreachable":
            end_unreachable(self.session)
            return
        for request in self._resume():
            yield request

    def _resume(self) -> Iterator[Request]:
        """Learn again what the journal holds, and go on with what it does not."""
        for event in self.visits.replayed_pages():
            self._learn(event)
            for link in event.document.links if event.follow else ():
                admitted = None if link.nofollow else self.discovery.offer(link.url, event)
                if admitted is not None:
                    self.discovery.wait(admitted)
        yield from self._discover()
        yield from self._next_requests()

    def _start_request(self, url: str) -> Request:
        return ask_start(url, self.parse_start, self.start_failed, self.visits.conditional_headers(url))

    async def parse_start(self, response: Response) -> AsyncIterator[Any]:
        """Read the start page and look for lists of pages.

        @fixture start https://shop.example/
        @yields sitemap https://shop.example/llms.txt
        @yields heading Opening hours
        """
        if response.url != self.session.start_url:
            self.session.settle_on(response.url)
            self.visits.open()
            if self.visits.resumed:
                for request in self._resume():
                    yield request
            self.visits.record_settling()
        self.session.admission.note(self.session.start_url)
        for request in self._discover():
            yield request
        async for result in self.parse_with_rules(response, self.parse_page, {}, follow=True):
            yield result

    async def parse_page(self, response: Response) -> AsyncIterator[PageItem | Request]:
        """Read a page: its headings, text and links.

        @fixture page https://shop.example/delivery
        @yields heading Delivery > Costs
        @yields text Parcels to Norway cost 12 euros
        """
        event = await read_page(response, self.session, self.visits, self.pool)
        await self.turns.wait(response.meta.get("turn"))
        response.meta["links"] = []
        if event is not None and wants_browser(self.session.arguments.render, event, response):
            yield self._render_request(response)
            return
        self.discovery.answered(response.meta.get("fed"))
        if event is not None:
            self._learn(event)
            response.meta["event"] = event
            response.meta["links"] = self.discovery.unknown_links(event)
            yield PageItem(event, redirects_of(response))
        for request in self._next_requests():
            yield request

    def _learn(self, event: PageEvent) -> None:
        if event.index or event.rule == "soft 404":
            self.session.learn(event)
        self.discovery.page_answered(event, leads_of(event))
        self.twins.learn(event)
        self.full_pages.learn(event)

    def parse_linked(self, response: Response) -> Iterator[Request]:
        """The requests that the links of a page give.

        @fixture page https://shop.example/delivery
        @yields link https://shop.example/returns
        @yields nolink https://other.example/
        """
        self.discovery.follow()
        yield from (request for request in self._requests_to_follow(response) if request is not None)

    def start_failed(self, failure: Failure) -> Iterator[Request]:
        """Decide what a start page that cannot be had means for the crawl."""
        request = request_of(failure)
        self.turns.done(request.meta.get("turn"))
        follows = judge_start(self.session, self.visits, request, error_of(failure))
        if follows is Next.PLAIN_HTTP:
            yield self._start_request(settle_on_plain_http(self.session, self.visits, request))
        elif follows is Next.DISCOVER:
            yield from self._discover()

    def page_failed(self, failure: Failure) -> Iterator[Request]:
        """Note a page that could not be had, under its rule or as a failure."""
        request = request_of(failure)
        self.turns.done(request.meta.get("turn"))
        self.discovery.answered(request.meta.get("fed"))
        note_failure(self.visits, self.twins, request, error_of(failure))
        yield from self._next_requests()

    def page_request(self, request: Request, response: Response) -> Request | None:
        """A link of a page, as Rule made it: admitted as a request of ours, or held back, or refused."""
        event: PageEvent | None = response.meta.get("event")
        if event is None:
            admitted = self.session.admission.admit(request.url, response.url, 1, "link")
        else:
            admitted = self.discovery.offer(request.url, event)
        if admitted is not None and self.session.budget_used_up:
            # it could only be refused: the report counts what waits at the end
            self.discovery.wait(admitted)
            return None
        return self._request(admitted) if admitted is not None else None

    def _requests_to_follow(self, response: Response) -> Iterable[Request | None]:
        # Scrapy follows links of HTML answers only; ours may say text/plain, or be Markdown
        return super()._requests_to_follow(response.replace(cls=HtmlResponse))

    def _next_requests(self) -> Iterator[Request]:
        if self.session.unwritten is not None:
            raise CloseSpider("nothing can be written")
        for admitted in self.discovery.take(_AT_ONCE):
            yield self._request(admitted, fed=True)

    def _request(self, admitted: Admitted, fed: bool = False) -> Request:
        validators = self.visits.conditional_headers(admitted.url)
        return ask_page(admitted, self._callback, self._errback, validators, fed)

    def _render_request(self, response: Response) -> Request:
        assert response.request is not None
        asked = ask_browser(response.request, response)
        if asked.meta["page"] == "start":
            return asked.replace(callback=self.parse_start, errback=self.start_failed)
        return asked.replace(callback=self._callback, errback=self._errback)

    def closed(self, reason: str) -> None:
        """Called by Scrapy when the spider is done, however it ended."""
        self.pool.close()

    def broke(self, failure: Failure, response: Response) -> None:
        """A bug of ours on one page fails that page, in the report too, and not the crawl."""
        assert response.request is not None
        told = tell(error_of(failure))
        self.visits.failed(response.request, Failed(response.status, f"could not be read: {told.reason}", True))

    def idle(self) -> None:
        """Nothing is left to ask for: go on to the next stage, if there is one."""
        if self.session.ending is not None:
            return
        lists = next_stage(self.discovery, self.twins, self.full_pages, self.visits)
        requests = [*self._list_requests(lists), *self._next_requests()]
        if lists and not requests:
            self.idle()  # the journal of a stopped crawl held them
            return
        engine = self.crawler.engine
        if requests and engine is not None:
            for request in requests:
                engine.crawl(request)
            raise DontCloseSpider
