"""The lists of pages that a site keeps: which are asked for next, and which pages they name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from urllib.parse import urlsplit

from sitecrawl.admission import Admitted
from sitecrawl.frontier.llmstxt import is_gathered
from sitecrawl.frontier.sitemap import MAX_DEPTH, USUAL_PATHS, read_sitemap
from sitecrawl.llms.listings import GATHERED, LlmsListings
from sitecrawl.passagefile import site_name
from sitecrawl.session import CrawlSession
from sitecrawl.sitemapanswer import SitemapAnswer
from sitecrawl.sitemapqueue import SitemapQueue

_MOST_ENTRIES = 200_000


class Lists(ABC):
    """llms.txt, then the sitemaps, then llms-full.txt where neither names a page.

    `listed` counts the pages in scope that sitemaps name, `llms` holds what llms.txt named.
    """

    def __init__(self, session: CrawlSession) -> None:
        self.session = session
        self.listed = 0
        self.llms = LlmsListings(session)
        self._sitemaps_begun = False
        self._queue = SitemapQueue()
        self._out_of_scope = 0

    @abstractmethod
    def wait(self, admitted: Admitted) -> None:
        """Put a page in the queue."""

    @abstractmethod
    def _conclude(self) -> None:
        """All lists are read."""

    def begin(self) -> list[str]:
        """The first lists to ask for, llms.txt or sitemaps; without any, links are followed at once."""
        return self.llms.begin() or self.sitemaps()

    def sitemaps(self) -> list[str]:
        """The first sitemaps to ask for; without any, links are followed at once."""
        self._sitemaps_begun = True
        mode = self.session.arguments.sitemap
        if mode == "never" or is_gathered(mode):
            self._conclude()
            return []
        if mode not in {"auto", "only"}:
            return self._queue.ask([mode], 1)
        home = self.session.robots_home
        lines = home.outcome.rules.sitemaps if home is not None else ()
        return self._queue.begin(lines, self.session.start_url) or self._next_usual()

    def heard(self, answer: SitemapAnswer) -> list[str]:
        """Take in a list's answer, live or from the journal; returns the lists to ask for next."""
        if self.llms.knows(answer.asked):
            return self.llms.heard(answer) or self._lists_read()
        if answer.body is None:
            return self.missed(answer)
        return self.read(answer.url, answer.status or 0, answer.body, answer.asked)

    def read(self, url: str, status: int, body: bytes, asked: str | None = None) -> list[str]:
        """Take in the entries of a sitemap that answered at `url`, asked for at `asked` when that is another address;
        returns the sitemaps to ask for next.
        """
        level = self._queue.answered(asked or url, url)
        reading = read_sitemap(body, url)
        children: list[str] = []
        entries = 0
        for entry in reading.entries:
            entries += 1
            if reading.kind == "index":
                children.append(entry.url)
            elif entries <= _MOST_ENTRIES:
                self._listed_page(entry.url)
        problems = list(reading.problems)
        if children and not self._queue.may_go_deeper(level):
            problems.append(f"index at level {level + 1} not read: only {MAX_DEPTH} levels are")
            children = []
        self.session.ledger.sitemap(url, status, entries, problems)
        return self._queue.ask(filter(self._own_host, children), level + 1) or self._next_usual()

    def missed(self, answer: SitemapAnswer) -> list[str]:
        """Note a sitemap that could not be had; returns the sitemaps to ask for next."""
        self._queue.answered(answer.asked, answer.asked)
        # at a usual address nobody promised a sitemap
        expected = urlsplit(answer.asked).path in USUAL_PATHS and answer.status == 404
        self.session.ledger.sitemap(answer.asked, answer.status, 0, [] if expected else [answer.problem])
        return self._next_usual()

    def _lists_read(self) -> list[str]:
        if self.llms.pending:
            return []
        if not self._sitemaps_begun:
            return self.sitemaps()
        self._conclude()
        return []

    def _own_host(self, url: str) -> bool:
        return urlsplit(url).netloc.lower() == urlsplit(self.session.start_url).netloc.lower()

    def _next_usual(self) -> list[str]:
        if self._queue.pending:
            return []
        asked = [] if self.listed else self._queue.next_usual() or self._full_text()
        if not asked:
            self._conclude()
        return asked

    def _full_text(self) -> list[str]:
        # a site with neither llms.txt nor sitemap may still offer its whole text
        is_offered_nothing = self.session.arguments.sitemap == "auto" and not self.llms.named
        return self.llms.ask_full() if is_offered_nothing else []

    def _listed_page(self, url: str) -> None:
        if self._is_gathered(url):
            return
        if not self._own_host(url):
            self._out_of_scope += 1
            self.session.ledger.skip("other host in sitemap", url)
            return
        admitted = self.session.admission.admit(url, None, 1, "sitemap")
        if admitted is not None or self.session.admission.met(url):
            self.listed += self.session.admission.scope.refusal(url, True) is None
        if admitted is not None:
            self.wait(admitted)

    def _is_gathered(self, url: str) -> bool:
        if not is_gathered(url) or site_name(url) != self.session.site or self.session.admission.is_known(url):
            return False
        self.session.admission.note(url)
        self.session.ledger.skip(GATHERED, url)
        return True
