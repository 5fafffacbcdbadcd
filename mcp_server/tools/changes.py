"""Who wants to hear of new crawls, and telling them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourcesListChanged, ResourceUpdated, ServerEvent
from mcp.types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

from mcp_server.library import Library
from mcp_server.pageresources import uris_of
from mcp_server.sitefile import Stamp
from mcp_server.tools.arguments import off_loop

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
MOST_SUBSCRIPTIONS = 1_000

RequestContext = ServerRequestContext[Any, Any]


class ChangeWatch:
    """Watches a library's folder while anybody listens.

    Clients of 2026-07-28 listen on the bus; of older revisions the sessions that listed resources
    hear `list_changed`, those that subscribed to a page `resources/updated`.
    """

    def __init__(self, library: Library) -> None:
        self.bus = _Bus(self.begin)
        self._library = library
        self._listers: dict[str | None, ServerSession] = {}
        self._subscribers: dict[tuple[str | None, str], ServerSession] = {}
        self._seen: dict[str, Stamp] | None = None

    def note_lister(self, ctx: RequestContext) -> None:
        """Remember a session that listed resources."""
        self.begin()
        self._listers[_session_key(ctx)] = ctx.session
        _bound(self._listers)

    async def subscribe(self, ctx: RequestContext, params: SubscribeRequestParams) -> EmptyResult:
        """Answer resources/subscribe."""
        await off_loop(self.begin)
        self._subscribers[_session_key(ctx), params.uri] = ctx.session
        _bound(self._subscribers)
        return EmptyResult()

    async def unsubscribe(self, ctx: RequestContext, params: UnsubscribeRequestParams) -> EmptyResult:
        """Answer resources/unsubscribe."""
        self._subscribers.pop((_session_key(ctx), params.uri), None)
        return EmptyResult()

    @asynccontextmanager
    async def running(self, _server: object) -> AsyncIterator[None]:
        """Watch as long as the server runs: its lifespan."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._watch)
            yield
            tasks.cancel_scope.cancel()

    def begin(self) -> None:
        """Take what there is now as known, when nobody listened before."""
        if self._seen is None:
            self._seen = self._stamps()

    async def _watch(self) -> None:
        while True:
            await anyio.sleep(POLL_SECONDS)
            try:
                await self._look()
            except Exception:
                logger.exception("Looking for new crawls failed; the next look may not")

    async def _look(self) -> None:
        if self._seen is None:
            return
        now = await off_loop(self._stamps)
        if now != self._seen:
            changed = [site for site, stamp in now.items() if self._seen.get(site) != stamp]
            self._seen = now
            await self._tell(changed)

    def _stamps(self) -> dict[str, Stamp]:
        return {site.name: site.stamp for site in self._library.sites()}

    async def _tell(self, names: list[str]) -> None:
        uris: list[str] = []
        for site in self._library.sites():
            if site.name in names:
                uris += await off_loop(uris_of, site)
        await self.bus.publish(ResourcesListChanged())
        for session in list(self._listers.values()):
            await session.send_resource_list_changed()
        updated = set(uris)
        for uri in uris:
            await self.bus.publish(ResourceUpdated(uri=uri))
        for (_, uri), session in list(self._subscribers.items()):
            if uri in updated:
                await session.send_resource_updated(uri)


class _Bus(InMemorySubscriptionBus):
    """The bus of `subscriptions/listen`; it says when somebody begins to listen."""

    def __init__(self, begin: Callable[[], None]) -> None:
        super().__init__()
        self._begin = begin

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Register a listener."""
        self._begin()
        return super().subscribe(listener)


def _session_key(ctx: RequestContext) -> str | None:
    return getattr(ctx.request, "headers", {}).get("mcp-session-id") if ctx.request is not None else None


def _bound(kept: dict[Any, ServerSession]) -> None:
    while len(kept) > MOST_SUBSCRIPTIONS:
        kept.pop(next(iter(kept)))
