"""The lists of pages that a site keeps, sitemaps and llms.txt, as the crawl's spider asks for them."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator

from scrapy import Request
from scrapy.http import Response
from scrapy.spiders import SitemapSpider
from twisted.python.failure import Failure

from sitecrawl.asking import ask_sitemap, first_address
from sitecrawl.discovery import Discovery
from sitecrawl.failures import error_of, request_of, tell
from sitecrawl.pagereading import indexing_rule
from sitecrawl.session import CrawlSession
from sitecrawl.sitemapanswer import SitemapAnswer
from sitecrawl.visits import Visits


class ListingSpider(SitemapSpider):
    """Asks for what discovery wants to read and tells it each answer, live or from the journal."""

    session: CrawlSession
    discovery: Discovery
    visits: Visits
    discovered: set[str]

    def parse_sitemap(self, response: Response) -> Iterator[Request]:
        """Read one sitemap: pages to ask for, and further sitemaps of an index.

        @fixture sitemap https://shop.example/sitemap.xml
        @yields link https://shop.example/delivery
        @yields nolink https://other.example/page
        """
        asked = response.meta.get("redirect_urls", [response.url])[0]
        yield from self._heard(SitemapAnswer(asked, response.url, response.status, response.body))
        yield from self._next_requests()

    def parse_llms(self, response: Response) -> Iterator[Request]:
        """Read an llms.txt or llms-full.txt; the sitemaps come next.

        @fixture llms https://shop.example/llms.txt
        @yields sitemap https://shop.example/sitemap.xml
        @yields nolink https://other.example/page
        """
        asked = response.meta.get("redirect_urls", [response.url])[0]
        self.discovery.llms.expect(asked)
        rule = indexing_rule(response, self.session) or ""
        yield from self._heard(SitemapAnswer(asked, response.url, response.status, response.body, rule=rule))
        yield from self._next_requests()

    def list_failed(self, failure: Failure) -> Iterator[Request]:
        """Note a list that could not be had."""
        error = error_of(failure)
        asked = first_address(request_of(failure))
        told = tell(error)
        problem = str(error) if told.status is None else told.reason
        yield from self._heard(SitemapAnswer(asked, asked, told.status, None, problem))
        yield from self._next_requests()

    @abstractmethod
    def _next_requests(self) -> Iterator[Request]:
        """The pages to ask for next."""

    def _heard(self, answer: SitemapAnswer) -> Iterator[Request]:
        self.visits.record_sitemap(answer)
        yield from self._list_requests(self.discovery.heard(answer))

    def _discover(self) -> Iterator[Request]:
        # the start page may be read twice, by HTTP and in the browser
        if self.session.site not in self.discovered:
            self.discovered.add(self.session.site)
            yield from self._list_requests(self.discovery.begin())

    def _list_requests(self, urls: Iterable[str]) -> Iterator[Request]:
        waiting = deque(urls)
        while waiting:
            url = waiting.popleft()
            known = self.visits.sitemap(url)
            if known is not None:
                waiting.extend(self.discovery.heard(known))
                continue
            callback = self.parse_llms if self.discovery.llms.knows(url) else self.parse_sitemap
            yield ask_sitemap(url, callback, self.list_failed)
