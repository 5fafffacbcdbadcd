"""How the pages of a site are found: sitemaps first, links where sitemaps do not serve (contract 6.5).

The pages that an llms.txt names come before both, in its order (contract 1 B): it is the owner's
choice of what to read first, and seldom all there is, so it leaves the rest as it would be without.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from sitecrawl.admission import Admitted
from sitecrawl.document.model import Link
from sitecrawl.frontier.canonical import identity
from sitecrawl.frontier.llmstxt import is_gathered
from sitecrawl.frontier.sitemap import MAX_DEPTH, USUAL_PATHS, is_incomplete, read_sitemap
from sitecrawl.journal import PageEvent
from sitecrawl.llms.listings import GATHERED, LlmsListings
from sitecrawl.passagefile import site_name
from sitecrawl.session import CrawlSession
from sitecrawl.sitemapanswer import SitemapAnswer
from sitecrawl.sitemapqueue import SitemapQueue

_MOST_ENTRIES = 200_000
_MOST_HELD = 200_000


@dataclass(frozen=True, slots=True)
class _Held:
    """A link met while links are not followed yet."""

    url: str
    parent: str
    depth: int


class Discovery:
    """Holds what is known and not yet asked for.

    `following` is whether links are followed. `incomplete` says why they are although there is a
    sitemap: pages that are linked, answer and are not listed.
    """

    def __init__(self, session: CrawlSession) -> None:
        self.session = session
        self.following = session.arguments.sitemap == "never"
        self.listed = 0
        self.llms = LlmsListings(session)
        self._sitemaps_begun = False
        self._waiting: deque[Admitted] = deque()
        self._held: dict[str, _Held] = {}
        self._queue = SitemapQueue()
        self._out_of_scope = 0
        self._answered_unlisted: set[str] = set()
        self._probing = False
        self.outstanding = 0

    # --- lists --------------------------------------------------------------------------------

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
        return self.read(answer.url, answer.status or 0, answer.body)

    def read(self, url: str, status: int, body: bytes) -> list[str]:
        """Take in one sitemap's entries; returns the sitemaps to ask for next."""
        level = self._queue.answered(url)
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
        self._queue.answered(answer.asked)
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
            self._waiting.append(admitted)

    def _conclude(self) -> None:
        """All lists are read."""
        entries = self.llms.hand_on()
        self._waiting.extendleft(reversed(entries))
        if is_gathered(self.session.arguments.sitemap):
            self.listed += len(entries)
        if self.listed or self.following:
            if self.following:
                self._release()
            return
        mode = self.session.arguments.sitemap
        if mode == "only":
            self.session.ledger.warn("No sitemap gave a page in scope, and sitemap=only follows no links.")
            return
        if self._out_of_scope:
            self.session.ledger.warn(
                f"The sitemap lists only pages of other hosts ({self._out_of_scope} off-site entries); "
                "links are followed."
            )
        self.follow()

    # --- links --------------------------------------------------------------------------------

    def follow(self) -> None:
        """From now on links are followed; those held back are let go."""
        self.following = True
        self._release()

    def _release(self) -> None:
        held, self._held = list(self._held.values()), {}
        for link in held:
            admitted = self.session.admission.admit(link.url, link.parent, link.depth, "link")
            if admitted is not None:
                self._waiting.append(admitted)

    def offer(self, url: str, event: PageEvent) -> Admitted | None:
        """A link of a page: admitted when links are followed, held back otherwise."""
        if self._is_gathered(url):
            return None
        if self.following:
            return self.session.admission.admit(url, event.url, event.depth + 1, "link")
        if len(self._held) < _MOST_HELD:
            self._held.setdefault(identity(url), _Held(url, event.url, event.depth + 1))
        return None

    def _is_gathered(self, url: str) -> bool:
        if not is_gathered(url) or site_name(url) != self.session.site or self.session.admission.is_known(url):
            return False
        self.session.admission.note(url)
        self.session.ledger.skip(GATHERED, url)
        return True

    def page_answered(self, event: PageEvent, leads: Iterable[str]) -> None:
        """A page was read: `leads` (meta refresh, canonical) are asked for in any case."""
        if event.status in {200, 304} and event.index and event.source == "link":
            self._answered_unlisted.add(event.url)
        if event.follow:
            for link in event.document.links:
                if link.nofollow and self.following:
                    self.session.admission.admit(link.url, event.url, event.depth + 1, "link", nofollow=True)
        for url in event.document.resources:
            self.session.ledger.skip("page resource", url)
        for url in leads:
            admitted = self.session.admission.admit(url, event.url, event.depth, event.source)
            if admitted is not None:
                self._waiting.append(admitted)

    def unknown_links(self, event: PageEvent) -> list[Link]:
        """The links of a page that were not decided on before; none where the page says nofollow."""
        known = self.session.admission.is_known
        return [link for link in event.document.links if not known(link.url)] if event.follow else []

    def unlisted_links(self) -> list[str]:
        """Addresses in scope that pages link to and no sitemap lists."""
        admission = self.session.admission
        return [
            link.url for link in self._held.values() if not admission.met(link.url) and admission.in_scope(link.url)
        ]

    @property
    def incomplete(self) -> bool:
        """Whether the sitemap leaves out at least 10 answering pages and 20 % of its own count."""
        return self.listed > 0 and is_incomplete(self.listed, len(self._answered_unlisted))

    @property
    def probing(self) -> bool:
        """Whether links were followed only to see if the sitemap is incomplete."""
        return self._probing

    def is_looking_incomplete(self) -> bool:
        """Whether enough unlisted links are held to make it worth asking for them."""
        return is_incomplete(self.listed, len(self.unlisted_links()))

    def widen(self) -> bool:
        """The sitemap's pages are read: follow links when it looks incomplete; True when there is more to ask."""
        if self.following or not self.is_looking_incomplete():
            return False
        if self.session.arguments.sitemap != "auto":
            self.session.ledger.warn(
                f"The sitemap looks incomplete: {len(self.unlisted_links())} linked pages are not listed "
                f"(it lists {self.listed}). sitemap=auto would fetch them."
            )
            return False
        self._probing = True
        self.follow()
        return bool(self._waiting)

    # --- the queue ----------------------------------------------------------------------------

    def wait(self, admitted: Admitted) -> None:
        """Put an address in the queue."""
        self._waiting.append(admitted)

    def wait_first(self, admitted: Admitted) -> None:
        """Put an address at the head of the queue."""
        self._waiting.appendleft(admitted)

    def has_met(self, url: str) -> bool:
        """Whether an address was listed, asked for or linked to."""
        return self.session.admission.met(url) or identity(url) in self._held

    def take(self, at_once: int) -> list[Admitted]:
        """The next addresses to hand to Scrapy: as many as keep `at_once` under way, none past the budget."""
        if self.session.budget_used_up or self.llms.entries:
            return []  # the pages of an llms.txt wait until it is known what the sitemaps list
        taken: list[Admitted] = []
        while self._waiting and self.outstanding + len(taken) < at_once:
            taken.append(self._waiting.popleft())
        self.outstanding += len(taken)
        return taken

    @property
    def waiting(self) -> int:
        """How many addresses were not handed to Scrapy yet."""
        return len(self._waiting)

    def left(self) -> list[Admitted]:
        """Addresses that were admitted and never handed on."""
        return list(self._waiting)

    @property
    def unlisted_answered(self) -> int:
        """How many pages answered that no sitemap lists."""
        return len(self._answered_unlisted)

    def answered(self, request_kind: object) -> None:
        """A request of ours came back, well or not."""
        if request_kind:
            self.outstanding = max(0, self.outstanding - 1)
