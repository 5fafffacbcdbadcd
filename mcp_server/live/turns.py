"""Whose turn it is: a site has one guest of ours at a time, and this machine a few crawls at once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import anyio

MOST_AT_ONCE = 4
Told = Callable[[str], Awaitable[None]]


@dataclass
class Waiting:
    """How many seconds a call waited for its turn; `cause` is what it waits for now, None when it has its turn."""

    seconds: float = 0.0
    cause: str | None = None

    @contextmanager
    def count(self, cause: str) -> Iterator[None]:
        """Count the time of the block; one that is left by a cancellation leaves its cause behind."""
        self.cause, began = cause, time.monotonic()
        try:
            yield
            self.cause = None
        finally:
            self.seconds += time.monotonic() - began


class Turns:
    """Lets one call at a time read a site, and `MOST_AT_ONCE` calls crawl at all."""

    def __init__(self) -> None:
        self._crawls = anyio.Semaphore(MOST_AT_ONCE)
        self._sites: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def at(self, site: str, waiting: Waiting, tell: Told) -> AsyncIterator[None]:
        """The block runs when it is its turn at the site; `tell` is given a sentence when it has to wait."""
        lock = self._sites.get(site) or anyio.Lock()
        self._sites[site] = lock
        if lock.statistics().locked:
            await tell(f"waiting: another call reads {site}")
        with waiting.count(f"another call was reading {site}"):
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()

    @asynccontextmanager
    async def crawl(self, waiting: Waiting, tell: Told) -> AsyncIterator[None]:
        """The block runs when fewer than `MOST_AT_ONCE` crawls do."""
        if self._crawls.value == 0:
            await tell(f"waiting: {MOST_AT_ONCE} other calls crawl")
        with waiting.count(f"{MOST_AT_ONCE} other calls were crawling"):
            await self._crawls.acquire()
        try:
            yield
        finally:
            self._crawls.release()


def site_key(url: str) -> str:
    """The site of an http(s) address, as scope takes it: host and port, whatever the scheme, without `www.`."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    with suppress(UnicodeError):  # no name that resolves: the crawl says so
        host = host.encode("idna").decode("ascii")
    return host if parts.port in (None, 80, 443) else f"{host}:{parts.port}"
