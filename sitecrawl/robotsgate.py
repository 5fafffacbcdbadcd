"""The downloader middleware that lets nothing past which robots.txt does not allow."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from sitecrawl.failures import Failed, Refused, RobotsUnreachable, tell
from sitecrawl.frontier.robots import RobotsOutcome, judge_robots
from sitecrawl.session import guest_session_of
from sitecrawl.throttle import throttle_of

_CONNECT_SECONDS = 5.0


class RobotsGate:
    """RFC 9309, closed on failure: robots.txt is fetched once per origin, for rules and sitemaps alike.

    Raises Refused("robots.txt") for a forbidden address and RobotsUnreachable when robots.txt
    itself could not be had.
    """

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured("ROBOTSTXT_OBEY is off")
        self.crawler = crawler
        self._token: str = crawler.settings["PRODUCT_TOKEN"]
        self._known: dict[str, asyncio.Future[RobotsOutcome]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsGate:
        """Made by Scrapy from DOWNLOADER_MIDDLEWARES."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Refuse what the origin's robots.txt forbids."""
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http://", "https://")):
            return
        outcome = await self.outcome(request.url)
        if outcome.access == "unreachable":
            raise RobotsUnreachable(outcome.words)
        if not outcome.allowed(request.url):
            raise Refused("robots.txt", "Disallow")

    async def outcome(self, url: str) -> RobotsOutcome:
        """What robots.txt of the address's origin says; it is fetched when that was not done before."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._known:
            future: asyncio.Future[RobotsOutcome] = asyncio.get_running_loop().create_future()
            self._known[origin] = future
            try:
                future.set_result(await self._fetch(origin))
            except BaseException:
                # whoever waits for this origin must not wait for ever
                future.cancel()
                del self._known[origin]
                raise
        return await asyncio.shield(self._known[origin])

    async def _fetch(self, origin: str) -> RobotsOutcome:
        ask = Request(
            f"{origin}/robots.txt",
            callback=NO_CALLBACK,
            priority=1000,
            dont_filter=True,
            meta={"dont_obey_robotstxt": True, "robots_txt": True, "redirect_ttl": 8},
        )
        engine = self.crawler.engine
        assert engine is not None
        status, failed = None, None
        try:
            response = await engine.download_async(ask)
        except Exception as error:
            failed = await _with_connection_checked(tell(error), origin)
            outcome = judge_robots(None, None, b"", failed.reason, self._token, ask.url)
        else:
            status = response.status
            outcome = judge_robots(status, _content_type(response), response.body, None, self._token, ask.url)
        self._apply(origin, outcome, status, failed)
        return outcome

    def _apply(self, origin: str, outcome: RobotsOutcome, status: int | None, failed: Failed | None) -> None:
        session = guest_session_of(self.crawler)
        delay = outcome.rules.crawl_delay
        applied = None
        if delay is not None:
            cap = self.crawler.settings.getfloat("SITECRAWL_CRAWL_DELAY_CAP")
            throttle = throttle_of(self.crawler)
            applied = min(delay, cap)
            if throttle is not None:
                applied = throttle.set_floor(urlsplit(origin).hostname or "", applied)
            if delay > cap:
                session.ledger.warn(
                    f"robots.txt asks for a Crawl-delay of {delay:g} s; it is capped at {cap:g} s "
                    "(setting SITECRAWL_CRAWL_DELAY_CAP)."
                )
        session.robots_read(origin, outcome, status, failed, applied)


def _content_type(response: Response) -> str | None:
    value = response.headers.get("Content-Type")
    return value.decode("latin-1") if value else None


async def _with_connection_checked(failed: Failed, origin: str) -> Failed:
    """A timeout does not tell whether the host took the connection: ask the socket, not the protocol."""
    if failed.connected and "timeout" in failed.reason:
        parts = urlsplit(origin)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            _, writer = await asyncio.wait_for(asyncio.open_connection(parts.hostname, port), _CONNECT_SECONDS)
        except (OSError, TimeoutError):
            return Failed(failed.status, f"no connection: {failed.reason}", False)
        writer.close()
    return failed
