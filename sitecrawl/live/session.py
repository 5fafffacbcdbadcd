"""One live crawl: what its spider and the middlewares share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from scrapy.exceptions import IgnoreRequest
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError

from sitecrawl.failures import UNTRUSTED, Failed, RobotsUnreachable, tell
from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.content_signal import merge_signals
from sitecrawl.frontier.robots import RobotsOutcome
from sitecrawl.frontier.scope import Scope
from sitecrawl.ledger import Ledger, Row
from sitecrawl.live.exploration import Exploration
from sitecrawl.live.job import LiveJob
from sitecrawl.live.pagekey import page_key
from sitecrawl.passagefile import site_name
from sitecrawl.session import SessionSettings
from sitecrawl.startup import CHECK_URL, session_settings

Write = Callable[[dict[str, Any]], None]
_TRY_SECONDS, _TRY_SHARE = 3.0, 0.2  # an https that may not be there must not eat the time that http needs
_SLOW_SECONDS = 1.0


class LiveSession:
    """The state of one live crawl.

    `write` is given each row for the parent process; sentences for people go there as notes.
    `render` is the job's, or never where no browser is installed.
    `trying_https` holds as long as the root was asked for over https and http is left to try.
    """

    def __init__(self, job: LiveJob, settings: SessionSettings, write: Write) -> None:
        self.job = job
        self.settings = settings
        self.write = write
        self.render = "never"
        self.ledger = Ledger(self._heard)
        self.start_url = job.urls[0]
        self.trying_https = len(job.urls) > 1
        self._robots: dict[str, RobotsOutcome] = {}
        self._robots_failed: dict[str, Failed] = {}
        self._scopes: dict[str, Scope] = {}
        self.exploration = Exploration(job.levels, job.max_pages, job.at_once, self.belongs)
        self.exploration.begin(self.start_url)

    @property
    def site(self) -> str:
        """`host` or `host:port` of the root."""
        return site_name(self.start_url)

    def settle_on(self, url: str) -> None:
        """The root answered at `url`: what belongs follows it."""
        self.trying_https = False
        self.start_url = url
        self.exploration.note(url)

    def note(self, sentence: str) -> None:
        """Tell the reader something, once."""
        self.ledger.warn(sentence)

    def belongs(self, url: str) -> bool:
        """Whether a link may be followed."""
        return self.refuse_redirect(url) is None

    def refuse_redirect(self, target: str) -> str | None:
        """The rule that keeps an address out, or None; robots.txt is asked by its gate."""
        normal = normalize(target)
        if normal is None:
            return "not http"
        site = site_name(normal)
        if self.job.same_origin and site != self.site:
            return "other host"
        if site not in self._scopes:
            parts = urlsplit(normal)
            home = f"{parts.scheme}://{parts.netloc}/"
            prefix = self.job.path_prefix
            self._scopes[site] = Scope(
                home, prefix, keep_private=self.settings.private_areas, keep_pdf=self.settings.read_pdf
            )
        return self._scopes[site].refusal(normal)

    def met_elsewhere(self, target: str, meta: dict[str, Any], asked: str) -> bool:
        """Whether a redirect's target was asked for on its own; if not, it counts as asked for from now on."""
        if page_key(target) in {page_key(url) for url in [*meta.get("redirect_urls", []), asked]}:
            return False
        if self.exploration.was_asked(target):
            return True
        self.exploration.note(target)
        return False

    def robots_read(
        self, origin: str, outcome: RobotsOutcome, status: int | None, failed: Failed | None, delay: float | None
    ) -> None:
        """Keep what robots.txt said; a Crawl-delay that is felt is worth a note."""
        self._robots[origin] = outcome
        if failed is not None:
            self._robots_failed[origin] = failed
        if delay is not None and delay >= _SLOW_SECONDS:
            self.note(f"robots.txt of {site_name(origin)} asks for {delay:g} s between requests, which is kept.")

    def signals_of(self, url: str) -> dict[str, bool]:
        """The content signals of robots.txt for an address."""
        read = self._robots.get(_origin(url))
        return merge_signals([read.rules.signals_for(url)] if read is not None else [])

    def may_try_http(self, error: BaseException) -> bool:
        """Whether http is left to try for a root that failed so over https.

        A host that was given bare has to have given no answer at all, and a certificate that is not
        trusted is no reason to go on without one; an address that was given as http is owed its try.
        """
        if not self.trying_https:
            return False
        if self.job.given_as_http:
            return True
        failed = tell(error)
        if isinstance(error, RobotsUnreachable):
            failed = self._robots_failed.get(_origin(self.start_url), Failed(0, str(error), True))
        elif isinstance(error, IgnoreRequest) and not isinstance(error, HttpError):
            return False
        return failed.status is None and failed.reason != UNTRUSTED

    def seconds_for(self, url: str) -> float:
        """How long requests for one page may take together."""
        if self.trying_https and url.startswith("https://"):
            return min(_TRY_SECONDS, self.job.page_seconds, _TRY_SHARE * self.job.seconds)
        return self.job.page_seconds

    def _heard(self, row: Row) -> None:
        if row[0] == "warn":
            self.write({"kind": "note", "text": row[1]})


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def open_live_session(settings: BaseSettings, job: LiveJob | None = None, write: Write | None = None) -> LiveSession:
    """The session of a live crawl; without a job one for contracts, which writes nothing."""
    return LiveSession(job or LiveJob((CHECK_URL,), levels=2), session_settings(settings), write or (lambda row: None))
