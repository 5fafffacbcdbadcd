"""Runs live crawls for the tool: bounded in time and number, pages that are known already kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from mcp_server.live.child import live_child
from mcp_server.live.gathering import Gathered
from mcp_server.live.pagecache import PageCache, Root
from mcp_server.live.question import LiveQuestion
from mcp_server.live.replying import live_reply
from mcp_server.live.results import FetchReply
from mcp_server.publicaddress import check_public, crawl_target
from mcp_server.refusals import RefusalError

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 4
Progress = Callable[[int, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the cache knew when a call began: the root, and fresh pages by key."""

    root: Root | None
    pages: dict[str, dict[str, Any]]

    def rows(self) -> list[dict[str, Any]]:
        """What the child needs of the pages: where they are and what they link to."""
        return [{name: row[name] for name in ("key", "url", "finalUrl", "links")} for row in self.pages.values()]


class LiveFetcher:
    """Live crawls of this server process. `cache_seconds` is how long a page counts as read just now."""

    def __init__(self, cache_seconds: float, *, allow_private: bool = False) -> None:
        self._cache = PageCache(cache_seconds)
        self._allow_private = allow_private
        self._why_http_only: str | None = None
        self._slots = anyio.Semaphore(MOST_AT_ONCE)
        self._turns: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()

    async def fetch(self, asked: LiveQuestion, progress: Progress) -> FetchReply:
        """Crawl, and reply with what was read when all is done or the time has run out.

        `progress` is told the number of pages answered and a sentence. Raises RefusalError for what
        may not be fetched and what cannot be done as asked.
        """
        began = time.monotonic()
        gathered = Gathered()
        with anyio.move_on_after(asked.timeout_ms / 1000) as timer:
            host = await self._check(asked)
            # a host has one guest at a time: of two calls the second may find in the cache what the first read
            async with self._turn_at(host):
                await self._gather(asked, host, gathered, progress)
        timed_out = timer.cancelled_caught and not gathered.ended
        if timed_out:
            self._note_waiting_root(asked, gathered)
            gathered.give_up(f"No answer before timeoutMs={asked.timeout_ms} ran out.")
        duration = round((time.monotonic() - began) * 1000)
        return live_reply(asked, gathered, timed_out=timed_out, duration_ms=duration)

    async def _gather(self, asked: LiveQuestion, host: str, gathered: Gathered, progress: Progress) -> None:
        known = self._known(asked, host)
        if self._answered_by_cache(asked, known, gathered):
            return
        try:
            async with self._slots:
                await self._crawl(asked, known, gathered, progress)
        finally:
            self._keep(asked, gathered)

    def _turn_at(self, host: str) -> anyio.Lock:
        turn = self._turns.get(host) or anyio.Lock()
        self._turns[host] = turn
        return turn

    async def _check(self, asked: LiveQuestion) -> str:
        """The name of the root's host, without port and `www.`."""
        try:
            target = crawl_target(asked.url)
            if not self._allow_private:
                await anyio.to_thread.run_sync(check_public, target, abandon_on_cancel=True)
        except RefusalError as refusal:
            raise RefusalError(f"Argument 'url' is refused: {refusal}") from None
        return _host_of(f"http://{target}")

    def _known(self, asked: LiveQuestion, host: str) -> _Known:
        pages = self._cache.fresh(asked.render)
        if asked.same_origin:
            pages = {
                key: row for key, row in pages.items() if host in (_host_of(row["url"]), _host_of(row["finalUrl"]))
            }
        root = self._cache.root(asked.render, asked.url.strip())
        return _Known(root if root is not None and root.key in pages else None, pages)

    def _answered_by_cache(self, asked: LiveQuestion, known: _Known, gathered: Gathered) -> bool:
        """Whether the root alone was asked for, and is known; a path prefix is for the child to check."""
        if known.root is None or asked.depth > 1 or asked.path_prefix:
            return False
        gathered.root_url, gathered.normalized = known.root.url, known.root.normalized
        gathered.pages[0] = {**known.pages[known.root.key], "url": known.root.url, "depth": 0}
        gathered.from_cache, gathered.ended = 1, True
        gathered.why_http_only = self._why_http_only if asked.render == "auto" else None
        return True

    async def _crawl(self, asked: LiveQuestion, known: _Known, gathered: Gathered, progress: Progress) -> None:
        settled = known.root.url if known.root is not None else None
        job = asked.as_job(self._allow_private, known.rows(), settled)
        async with live_child() as child:
            async for row in child.rows(job):
                gathered.take(row, known.pages)
                if row["kind"] in ("page", "error", "known"):
                    answered = len(gathered.pages) + len(gathered.errors)
                    await progress(answered, f"{answered} pages answered, {len(gathered.asked)} under way")
                if gathered.ended:
                    await child.finish()
                    return
            self._ended_early(await child.finish(), gathered)

    def _ended_early(self, exit_code: int | None, gathered: Gathered) -> None:
        if not gathered.pages:
            raise RuntimeError(f"the live crawl ended with exit code {exit_code} and without a page")
        logger.error("A live crawl ended with exit code %s before it was done", exit_code)
        gathered.give_up("No answer: the crawl ended early by a failure of this program.")
        gathered.notes.append("The crawl ended early by a failure of this program; its log on stderr has the details.")

    def _note_waiting_root(self, asked: LiveQuestion, gathered: Gathered) -> None:
        """A root that was not even asked for yet has failed as well."""
        if not (gathered.pages or gathered.errors or gathered.asked):
            gathered.asked[0] = {"url": gathered.root_url or asked.url, "depth": 0}

    def _keep(self, asked: LiveQuestion, gathered: Gathered) -> None:
        self._why_http_only = gathered.why_http_only or self._why_http_only
        fresh = self._cache.fresh(asked.render)
        for order, row in gathered.pages.items():
            if row["key"] in fresh:
                self._cache.used(asked.render, row["key"])
            else:
                self._cache.put(asked.render, row)
            if order == 0:
                root = Root(gathered.root_url, gathered.normalized, row["key"])
                self._cache.put_root(asked.render, asked.url.strip(), root)


def _host_of(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")
