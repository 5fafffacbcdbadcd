"""Runs live crawls for the tool: bounded in time and number, pages that are known already kept."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread

from mcp_server.live.child import live_child
from mcp_server.live.gathering import Gathered
from mcp_server.live.pagecache import PageCache, Root
from mcp_server.live.question import LiveQuestion
from mcp_server.live.replying import live_reply
from mcp_server.live.results import FetchReply
from mcp_server.live.turns import Turns, site_key
from mcp_server.publicaddress import check_public, crawl_target
from mcp_server.refusals import RefusalError

logger = logging.getLogger(__name__)

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
        self._turns = Turns()

    async def fetch(self, asked: LiveQuestion, progress: Progress) -> FetchReply:
        """Crawl, and reply with what was read when all is done or the time has run out.

        `progress` is told the number of pages answered and a sentence. Raises RefusalError for what
        may not be fetched and what cannot be done as asked.
        """
        began = time.monotonic()
        gathered = Gathered()
        with anyio.move_on_after(asked.timeout_ms / 1000) as timer:
            site = await self._check(asked)
            if not self._answered_by_cache(asked, self._known(asked, site), gathered):
                await self._gather(asked, site, gathered, progress)
        timed_out = timer.cancelled_caught and not gathered.ended
        if timed_out:
            self._note_waiting_root(asked, gathered)
            cause = gathered.waiting.cause
            never_asked = f"It was not asked for: {cause} until timeoutMs={asked.timeout_ms} ran out."
            gathered.give_up(never_asked if cause else f"No answer before timeoutMs={asked.timeout_ms} ran out.")
        duration = round((time.monotonic() - began) * 1000)
        return live_reply(asked, gathered, timed_out=timed_out, duration_ms=duration)

    async def _gather(self, asked: LiveQuestion, site: str, gathered: Gathered, progress: Progress) -> None:
        async def tell(sentence: str) -> None:
            await progress(0, sentence)

        async with self._turns.at(site, gathered.waiting, tell):
            # the call before may have read it
            known = self._known(asked, site)
            if self._answered_by_cache(asked, known, gathered):
                return
            async with self._turns.crawl(gathered.waiting, tell):
                try:
                    await self._crawl(asked, known, gathered, progress)
                finally:
                    self._keep(asked, gathered)

    async def _check(self, asked: LiveQuestion) -> str:
        """The root's site, see `site_key`."""
        try:
            target = crawl_target(asked.url)
            if not self._allow_private:
                await anyio.to_thread.run_sync(check_public, target, abandon_on_cancel=True)
        except RefusalError as refusal:
            raise RefusalError(f"Argument 'url' is refused: {refusal}") from None
        return site_key(f"http://{target}")

    def _known(self, asked: LiveQuestion, site: str) -> _Known:
        pages = self._cache.fresh(asked.render)
        if asked.same_origin:
            # a page that another call was let follow to another host is none of this call's
            pages = {
                key: row
                for key, row in pages.items()
                if site == site_key(row["url"]) and site == site_key(row["finalUrl"])
            }
        if asked.depth > 1:
            # of some the cache holds not all that they link to
            pages = {key: row for key, row in pages.items() if not row["linksLeftOut"]}
        root = self._cache.root(asked.render, asked.url.strip())
        return _Known(root if root is not None and root.key in pages else None, pages)

    def _answered_by_cache(self, asked: LiveQuestion, known: _Known, gathered: Gathered) -> bool:
        """Whether the root alone was asked for, and is known; a path prefix is for the child to check."""
        if known.root is None or asked.depth > 1 or asked.path_prefix:
            return False
        gathered.root_url, gathered.normalized = known.root.url, known.root.normalized
        gathered.pages[0] = {**known.pages[known.root.key], "url": known.root.url, "depth": 0}
        gathered.from_cache.add(0)
        gathered.ended = True
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
                    break
            exit_code = await child.finish()
        if gathered.asked or not gathered.ended:
            self._ended_early(exit_code, gathered)

    def _ended_early(self, exit_code: int | None, gathered: Gathered) -> None:
        gathered.give_up("No answer: the crawl ended early by a failure of this program.")
        if not (gathered.pages or gathered.errors):
            raise RuntimeError(f"the live crawl ended with exit code {exit_code} and without a page")
        logger.error("A live crawl ended with exit code %s before it was done", exit_code)
        gathered.notes.append("The crawl ended early by a failure of this program; its log on stderr has the details.")

    def _note_waiting_root(self, asked: LiveQuestion, gathered: Gathered) -> None:
        """A root that was not even asked for yet has failed as well."""
        if not (gathered.pages or gathered.errors or gathered.asked):
            gathered.asked[0] = {"url": gathered.root_url or asked.url, "depth": 0}

    def _keep(self, asked: LiveQuestion, gathered: Gathered) -> None:
        if asked.render == "auto":
            self._why_http_only = gathered.why_http_only
        for order, row in gathered.pages.items():
            if order in gathered.from_cache:
                self._cache.used(asked.render, row["key"])
            elif row["whole"]:
                self._cache.put(asked.render, row)
            else:
                continue
            if order == 0:
                root = Root(gathered.root_url, gathered.normalized, row["key"])
                self._cache.put_root(asked.render, asked.url.strip(), root)
