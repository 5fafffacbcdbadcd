"""How the pages of a site are found: sitemaps first, links where sitemaps do not serve (contract 6.5).

The pages that an llms.txt names come before both, in its order (contract 1 B): it is the owner's
choice of what to read first, and seldom all there is, so it leaves the rest as it would be without.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from sitecrawl.admission import Admitted
from sitecrawl.document.model import Link
from sitecrawl.frontier.canonical import identity
from sitecrawl.frontier.llmstxt import is_gathered
from sitecrawl.frontier.sitemap import is_incomplete
from sitecrawl.journal import PageEvent
from sitecrawl.lists import Lists
from sitecrawl.session import CrawlSession

_MOST_HELD = 200_000


@dataclass(frozen=True, slots=True)
class _Held:
    """A link met while links are not followed yet."""

    url: str
    parent: str
    depth: int


class Discovery(Lists):
    """Holds what is known and not yet asked for.

    `following` is whether links are followed. `incomplete` says why they are although there is a
    sitemap: pages that are linked, answer and are not listed.
    """

    def __init__(self, session: CrawlSession) -> None:
        super().__init__(session)
        self.following = session.arguments.sitemap == "never"
        self._waiting: deque[Admitted] = deque()
        self._held: dict[str, _Held] = {}
        self._answered_unlisted: set[str] = set()
        self._probing = False
        self.outstanding = 0

    def _conclude(self) -> None:
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
