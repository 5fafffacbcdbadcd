"""Private addresses are refused before a packet leaves: in words by a middleware, at connect by the resolver."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError
from scrapy.resolver import CachingThreadedResolver
from scrapy.settings import BaseSettings
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

from sitecrawl.failures import PrivateName, Refused
from sitecrawl.frontier.privateaddress import Reach, is_private, may_reach
from sitecrawl.session import CrawlSession

PRIVATE_ADDRESS = "private address"
# names refused at connect and their addresses; the resolver is the process's, not a crawl's
_turned: dict[str, str] = {}
_REACH: dict[str, Reach] = {"": "start", "0": "refuse", "1": "allow"}


def reach_of(settings: BaseSettings) -> Reach:
    """What SITECRAWL_ALLOW_PRIVATE says; unset, it is the rule of the command line."""
    return _REACH[str(settings.get("SITECRAWL_ALLOW_PRIVATE"))]


class PrivateGuard:
    """Refuses a request whose host stands for a private address, also after a redirect.

    Raises Refused("private address").
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.reach = reach_of(crawler.settings)
        self._known: dict[str, str] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PrivateGuard:
        """Made by Scrapy from DOWNLOADER_MIDDLEWARES."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Look the host up and refuse; a host that does not resolve fails by itself."""
        host = urlsplit(request.url).hostname or ""
        if self.reach == "allow" or not request.url.startswith(("http://", "https://")):
            return
        start, start_is_private = "", False
        if self.reach == "start":
            session = getattr(self.crawler.spider, "session", None)
            if not isinstance(session, CrawlSession):
                return
            start = urlsplit(session.arguments.url).hostname or ""
            start_is_private = is_private(await self._address(start))
        address = await self._address(host)
        if not may_reach(host, address, self.reach, start, start_is_private):
            raise Refused(PRIVATE_ADDRESS, address)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Tell a name that the resolver refused at connect from one that does not resolve."""
        address = _turned.get(urlsplit(request.url).hostname or "")
        if isinstance(exception, CannotResolveHostError) and address is not None:
            raise PrivateName(f"{PRIVATE_ADDRESS}: {address}") from exception

    async def _address(self, host: str) -> str:
        if host not in self._known:
            try:
                found = await asyncio.get_running_loop().getaddrinfo(host, None, family=socket.AF_INET)
                addresses = [str(entry[4][0]) for entry in found]
            except (OSError, UnicodeError):
                addresses = [host]
            # one private address among several is enough: which one is taken is not ours to say
            self._known[host] = next((a for a in addresses if is_private(a)), addresses[0])
        return self._known[host]


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver, asked at every connect: a name that now stands for a private address does not resolve.

    It knows no start host, so on the command line it lets pass what the middleware let pass.
    """

    def __init__(self, reactor: ReactorBase, cache_size: int, timeout: float) -> None:
        super().__init__(reactor, cache_size, timeout)
        self.reach: Reach = "start"

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> GuardedResolver:
        """Made by Scrapy from DNS_RESOLVER."""
        resolver = super().from_crawler(crawler, reactor)
        resolver.reach = reach_of(crawler.settings)
        return resolver

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802  # Twisted's name
        """The address, or DNSLookupError for a private one where those are refused."""
        found = super().getHostByName(name, timeout)
        return found.addCallback(self._check, name)

    def _check(self, address: Any, name: str) -> Any:
        if self.reach == "refuse" and is_private(str(address)):
            # Twisted's endpoint makes "no results" of the error: the guard reads the reason from here
            _turned[name] = str(address)
            raise DNSLookupError(f"{name} stands for the private address {address}, which is refused")
        return address
