"""The end of a crawl of a website: what its language, sitemap and budget leave out."""

from __future__ import annotations

from collections.abc import Iterable

from sitecrawl.discovery import Discovery
from sitecrawl.gate import NO_PAGE, Settlement
from sitecrawl.journal import SHELL, PageEvent
from sitecrawl.llms.twins import Twins
from sitecrawl.publishing import Publisher
from sitecrawl.session import CrawlSession
from sitecrawl.visits import Visits

STOPPED = "crawl stopped before it"
_FILTERS = {"path prefix": "path_prefix", "include": "include", "exclude": "exclude", "language": "lang"}


class SitePublisher(Publisher):
    """Publishes what a crawl of a website met."""

    def __init__(self, session: CrawlSession, visits: Visits, discovery: Discovery, twins: Twins) -> None:
        super().__init__(session, visits)
        self.crawl = session
        self.discovery = discovery
        self.site_visits = visits
        self._pairs = twins

    def _wind_up(self, stopped: bool) -> None:
        self.twins = self._pairs.settle()
        self.crawl.admission.close()
        self._book_the_rest(stopped)
        self._warn_of_shells()

    def _remembered(self) -> Iterable[str]:
        # a page that its owner kept out and that does not answer now is still kept out
        return [event.url for event in self.site_visits.last_words()]

    def _unwanted(self, event: PageEvent) -> str | None:
        wanted = self.crawl.arguments.lang
        if wanted is not None and not _speaks(event.document.lang, wanted):
            return "language"
        if event.source == "link" and self.discovery.probing and not self.discovery.incomplete:
            return "not in sitemap"
        return None

    def _why_no_page(self) -> str:
        rule, count = self._narrowest()
        if not count:
            return NO_PAGE
        name = _FILTERS[rule]
        value = getattr(self.crawl.arguments, name)
        return f"{name}={value} leaves no page: {count} addresses were left out by it."

    def _advice(self, settlement: Settlement) -> str:
        rule, count = self._narrowest()
        left_out = count and settlement.sentence == self._why_no_page()
        return f"Give another {_FILTERS[rule]}, or leave it out." if left_out else super()._advice(settlement)

    def _narrowest(self) -> tuple[str, int]:
        """The filter under which most addresses were left out, and how many."""
        counts = {rule: self.crawl.ledger.skipped_under(rule)[0] for rule in _FILTERS}
        rule = max(counts, key=counts.__getitem__)
        return rule, counts[rule]

    def _book_the_rest(self, stopped: bool) -> None:
        session = self.crawl
        if self.discovery.probing and self.discovery.incomplete:
            session.ledger.warn(
                f"The sitemap is incomplete: it lists {self.discovery.listed} pages and leaves out "
                f"{self.discovery.unlisted_answered} that are linked and answer; links were followed too."
            )
        for admitted in self.discovery.left():
            if stopped:
                session.ledger.skip(STOPPED, admitted.url)
            else:
                session.ledger.skip("page budget", admitted.url, f"max_pages={session.arguments.max_pages}")
        if session.ledger.has("page budget"):
            session.ledger.warn(
                f"max_pages={session.arguments.max_pages} (the page budget) stopped the crawl, not the site's end. "
                "Give a larger max_pages to go on."
            )

    def _warn_of_shells(self) -> None:
        count, urls = self.crawl.ledger.skipped_under(SHELL)
        if count:
            rendered = self.crawl.arguments.as_given().get("render", "never") != "never"
            step = "A browser found no text in them either." if rendered else "render=auto reads them in a browser."
            self.crawl.ledger.warn(
                f"{count} pages look like application shells whose text a browser fetches (client-rendered); they are "
                f"not indexed: {', '.join(sorted(urls)[:3])}. {step}"
            )


def _speaks(lang: str | None, wanted: str) -> bool:
    """Whether a page's language is the wanted one; a primary subtag takes its regions (RFC 4647, 3.3.1)."""
    tag = (lang or "").lower().replace("_", "-")
    return tag == wanted or tag.startswith(f"{wanted}-")
