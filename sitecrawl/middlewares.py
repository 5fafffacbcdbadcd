"""Downloader middlewares: the page budget, polite retries, redirects that stay in scope, files."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Response

from sitecrawl.failures import MovedAway, Refused
from sitecrawl.folder import read_bytes
from sitecrawl.frontier.canonical import normalize
from sitecrawl.passagefile import site_name
from sitecrawl.refresh import LASTING
from sitecrawl.session import guest_session_of, session_of
from sitecrawl.throttle import throttle_of


class FolderFiles:
    """Answers the requests of a folder's files from the disk: nothing of them reaches a network."""

    def process_request(self, request: Request) -> Response:
        """The file's bytes. Raises OSError for one that cannot be read."""
        return Response(request.url, body=read_bytes(request.meta["file"], request.meta["root"]), request=request)


class PageBudget:
    """Spends `max_pages`: one per page asked for, not per retry, redirect hop, robots.txt or sitemap.

    Asked at the last moment, so that what was learnt since a page was queued still counts.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PageBudget:
        """Made by Scrapy from DOWNLOADER_MIDDLEWARES."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Refuse a page beyond the budget, or of a pattern that was closed as a trap meanwhile."""
        kind = request.meta.get("page")
        if not kind or request.meta.get("budget_spent"):
            return
        session = session_of(self.crawler)
        rule = session.closed(request.url, kind)
        if rule is not None:
            raise Refused(rule)
        if not session.spend():
            raise Refused("page budget", f"max_pages={session.arguments.max_pages}")
        request.meta["budget_spent"] = True
        request.meta["turn"] = self.crawler.spider.turns.take()  # type: ignore[union-attr]


class PoliteRetry(RetryMiddleware):
    """Retries as Scrapy does; 429 and 503 slow the whole host down, by Retry-After where it is given.

    Retry-After is RFC 9110 section 10.2.3: seconds or an HTTP date.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Slow down first, then retry."""
        if response.status in {429, 503}:
            throttle = throttle_of(self.crawler)
            if throttle is not None:
                cap = self.crawler.settings.getfloat("SITECRAWL_RETRY_AFTER_CAP")
                asked = retry_after(response.headers.get("Retry-After"), datetime.now(UTC))
                throttle.slow_down(request.meta.get("download_slot", ""), None if asked is None else min(asked, cap))
        return super().process_response(request, response)


def retry_after(value: bytes | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for, or None when it says nothing readable."""
    if not value:
        return None
    text = value.decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


class ScopedRedirect(RedirectMiddleware):
    """Follows redirects inside the scope; others are refused and reported.

    The start page may move in scheme or `www.`; to any other host raises MovedAway.
    robots.txt may be redirected anywhere (RFC 9309, section 2.3.1.2).
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Follow, refuse or hand on the answer."""
        result = super().process_response(request, response)
        if not isinstance(result, Request):
            return result
        # a page may redirect to itself after setting a cookie: the duplicate filter must not eat that
        result.dont_filter = True
        for validator in ("If-None-Match", "If-Modified-Since"):
            # what the old address had says nothing about the new one
            result.headers.pop(validator, None)
        if request.meta.get("robots_txt") or (request.meta.get("sitemap") and not request.meta.get("own_host")):
            return result
        target = normalize(result.url) or result.url
        session = guest_session_of(self.crawler)
        if request.meta.get("sitemap"):
            if site_name(target) != session_of(self.crawler).site:
                raise Refused("redirect out of scope", f"{target} (other host)", _weakest(result))
            return result
        if request.meta.get("page") == "start":
            if not same_site(request.url, target):
                raise MovedAway(target, _weakest(result))
            return result
        rule = session.refuse_redirect(target)
        if rule is not None:
            raise Refused("redirect out of scope", f"{target} ({rule})", _weakest(result))
        if request.url != target and session.met_elsewhere(target, request.meta, request.url):
            raise Refused("redirect", target, _weakest(result))
        return result


def _weakest(redirected: Request) -> int:
    """The status that tells how lasting a row of redirects is: a temporary one's, if there is one."""
    statuses: list[int] = redirected.meta["redirect_reasons"]
    return next((status for status in statuses if status not in LASTING), statuses[-1])


def same_site(url: str, other: str) -> bool:
    """Whether two addresses differ at most in scheme, its default port and a leading `www.`."""
    return _bare(url) == _bare(other)


def _bare(url: str) -> tuple[str, int | None]:
    parts = urlsplit(url)
    port = None if parts.port in {None, 80, 443} else parts.port
    return (parts.hostname or "").removeprefix("www."), port
