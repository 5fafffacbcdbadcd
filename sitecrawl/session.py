"""One crawl of one site: what its components share."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from sitecrawl.admission import Admission
from sitecrawl.arguments import SiteArguments
from sitecrawl.document.pdf import can_read_pdf
from sitecrawl.failures import Failed
from sitecrawl.frontier.canonical import identity
from sitecrawl.frontier.content_signal import refused_use
from sitecrawl.frontier.robots import RobotsOutcome
from sitecrawl.frontier.scope import Scope
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.journal import PageEvent
from sitecrawl.ledger import Ledger
from sitecrawl.passagefile import site_name
from sitecrawl.passages.sizes import Sizes
from sitecrawl.report import Report
from sitecrawl.sitepaths import SitePaths
from sitecrawl.summary import Facts

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """The project's own settings, as one crawl uses them."""

    user_agent: str
    token: str
    content_signal: str = "obey"
    region: str = "auto"
    private_areas: bool = False
    resume_hours: float = 48.0
    sizes: Sizes = field(default_factory=Sizes)
    read_pdf: bool = field(default_factory=can_read_pdf)


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that was decided while crawling, and what happened in a sentence.

    `kind` is "unreachable" (robots.txt of a host that answers), "no connection", or "start page"
    (404, moved to another host).
    """

    kind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Closing:
    """How a crawl ended: its exit code, the facts of the last line, the report and the passages published."""

    exit_code: int
    facts: Facts
    report: Report
    passages: int


@dataclass(frozen=True, slots=True)
class RobotsRead:
    """What an origin's robots.txt said; `failed` when it could not be fetched."""

    outcome: RobotsOutcome
    status: int | None
    failed: Failed | None


class CrawlSession:
    """The state that spider, middlewares, pipeline and extensions share.

    Made anew by `settle_on` when the start page turns out to live on another spelling of the host.
    """

    def __init__(self, arguments: SiteArguments, folder: Path, settings: SessionSettings) -> None:
        self.arguments = arguments
        self.folder = folder
        self.settings = settings
        self.started_at = datetime.now(UTC)
        self.ledger = Ledger()
        self.robots: dict[str, RobotsRead] = {}
        self.traps = TrapGuard(arguments.max_pages, self.started_at.date())
        self.spent = 0
        self.ending: Ending | None = None
        self.unwritten: str | None = None  # why the disk took no more: the crawl stops and can go on later
        self.closing: Closing | None = None
        self.start_url = arguments.url
        self.site = site_name(arguments.url)
        self.admission = self._new_admission()

    @property
    def paths(self) -> SitePaths:
        """The site's files in the data folder."""
        return SitePaths(self.folder, self.site)

    @property
    def robots_home(self) -> RobotsRead | None:
        """What robots.txt of the start page's origin said, once it was asked."""
        return self.robots.get(_origin(self.start_url))

    def settle_on(self, url: str) -> None:
        """The start page answered at `url`: scope and file name follow it."""
        self.start_url = url
        self.site = site_name(url)
        self.admission = self._new_admission()

    def _new_admission(self) -> Admission:
        scope = Scope(
            self.start_url,
            self.arguments.path_prefix,
            self.arguments.include,
            self.arguments.exclude,
            keep_private=self.settings.private_areas,
            keep_pdf=self.settings.read_pdf,
        )
        return Admission(scope, self.traps, self.ledger, self.arguments.max_depth, self.allowed)

    def allowed(self, url: str) -> bool:
        """What the robots.txt of the address's origin says; True as long as it was not read."""
        read = self.robots.get(_origin(url))
        return read is None or read.outcome.allowed(url)

    def robots_read(
        self, origin: str, outcome: RobotsOutcome, status: int | None, failed: Failed | None, delay: float | None
    ) -> None:
        """Keep what robots.txt said; the start origin's goes to the report."""
        self.robots[origin] = RobotsRead(outcome, status, failed)
        asked = outcome.rules.crawl_delay
        if origin == _origin(self.start_url) or len(self.robots) == 1:
            self.ledger.robots = {
                "url": f"{origin}/robots.txt",
                "status": status,
                "outcome": outcome.words,
                "crawl_delay": {"asked": asked, "applied": delay},
            }

    def closed(self, url: str, kind: str) -> str | None:
        """The trap rule that was learnt about this address since it was queued, or None."""
        if kind != "link":
            return None
        return self.traps.closed(url)

    def learn(self, event: PageEvent) -> None:
        """Let the traps learn from an answer: what keeps saying the same is closed."""
        is_error = event.rule == "soft 404"
        self.traps.saw_page(event.url, event.parent, event.text_key, event.near_key, event.words, is_error)

    def spend(self) -> bool:
        """Take one page from the budget; False when it is used up."""
        if self.spent >= self.arguments.max_pages:
            return False
        self.spent += 1
        return True

    @property
    def budget_used_up(self) -> bool:
        """Whether max_pages pages were asked for."""
        return self.spent >= self.arguments.max_pages

    def refuse_redirect(self, target: str) -> str | None:
        """The rule that keeps a redirect's target out, or None."""
        rule = self.admission.scope.refusal(target, True)
        if rule is None and not self.allowed(target):
            return "robots.txt"
        return rule

    def met_elsewhere(self, target: str, meta: dict[str, Any], asked: str) -> bool:
        """Whether a redirect's target is a page met on its own; if not, it counts as met from now on."""
        if identity(target) in {identity(url) for url in [*meta.get("redirect_urls", []), asked]}:
            return False
        if self.admission.met(target):
            return True
        self.admission.note(target)
        return False

    def refused_signal(self, url: str) -> str | None:
        """What robots.txt's Content-Signal refuses us at this address, as `Content-Signal ai-input=no`, or None."""
        read = self.robots.get(_origin(url))
        if read is None:
            return None
        refused = refused_use(read.outcome.rules.signals_for(url))
        if refused and self.settings.content_signal == "report":
            self.ledger.warn(f"robots.txt says {refused}; it is only reported (SITECRAWL_CONTENT_SIGNAL=report).")
            return None
        return refused

    def start_refusal(self) -> str | None:
        """The rule of the scope that leaves the start page out of the file; it is read for its links then."""
        return self.admission.scope.refusal(self.start_url, True)

    def end(self, kind: str, sentence: str) -> None:
        """Decide the crawl's end; the first decision holds."""
        if self.ending is None:
            self.ending = Ending(kind, sentence)


class GuestSession(Protocol):
    """What the middlewares ask of the session of any spider that fetches from hosts: see CrawlSession."""

    ledger: Ledger

    def robots_read(
        self, origin: str, outcome: RobotsOutcome, status: int | None, failed: Failed | None, delay: float | None
    ) -> None:
        """Keep what robots.txt said; `delay` is the Crawl-delay as applied."""

    def refuse_redirect(self, target: str) -> str | None:
        """The rule that keeps a redirect's target out, or None."""

    def met_elsewhere(self, target: str, meta: dict[str, Any], asked: str) -> bool:
        """Whether a redirect's target is a page met on its own; if not, it counts as met from now on."""


def guest_session_of(crawler: Crawler) -> GuestSession:
    """The session of a running crawl of hosts, whichever spider it is."""
    session: GuestSession = crawler.spider.session  # type: ignore[union-attr]
    return session


def session_of(crawler: Crawler) -> CrawlSession:
    """The session of a running crawl; its spider holds it."""
    session: CrawlSession = crawler.spider.session  # type: ignore[union-attr]
    return session


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
