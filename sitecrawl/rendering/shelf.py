"""Scripts and styles of a crawl, kept in memory: a site is asked for its bundle once, not once a page."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from playwright.async_api import APIResponse, Route
from playwright.async_api import Error as PlaywrightError

_MOST_BYTES = 64 * 1024 * 1024
_KEPT = frozenset({"script", "stylesheet"})
# the body is kept decoded and whole
_DROPPED = frozenset({"content-encoding", "content-length", "transfer-encoding", "set-cookie"})


@dataclass(frozen=True, slots=True)
class _Kept:
    headers: dict[str, str]
    body: bytes


class Shelf:
    """What browsers keep in their cache, which routing switches off: answers 200 without `no-store`, for one crawl."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def serve(self, route: Route) -> None:
        """Answer a request of a page: from the shelf, or from the network by way of it."""
        request = route.request
        if request.resource_type not in _KEPT or request.method != "GET":
            await route.continue_()
            return
        kept = self._kept.get(request.url) or await self._fetch(route)
        if kept is None:
            # not to be kept, elsewhere, or out of reach: the browser sees for itself
            await route.continue_()
            return
        self._kept.move_to_end(request.url)
        await route.fulfill(status=200, headers=kept.headers, body=kept.body)

    async def _fetch(self, route: Route) -> _Kept | None:
        try:
            answer = await route.fetch(max_redirects=0)
            return await self._keep(route.request.url, answer)
        except PlaywrightError:
            return None

    async def _keep(self, url: str, answer: APIResponse) -> _Kept | None:
        if answer.status != 200 or "no-store" in answer.headers.get("cache-control", ""):
            return None
        headers: dict[str, Any] = {k: v for k, v in answer.headers.items() if k.lower() not in _DROPPED}
        kept = _Kept(headers, await answer.body())
        if len(kept.body) > self._most:
            return None
        self._size += len(kept.body) - len(self._kept[url].body if url in self._kept else b"")
        self._kept[url] = kept
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1].body)
        return kept
