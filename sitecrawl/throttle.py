"""AutoThrottle that never goes below the delay a site asks for."""

from __future__ import annotations

from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader import Slot
from scrapy.crawler import Crawler
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response


class PoliteThrottle(AutoThrottle):
    """Keeps a floor per slot (Crawl-delay) and slows a slot down on request (Retry-After, 429, 503).

    A slot is one host. Delays are seconds.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._floors: dict[str, float] = {}

    def set_floor(self, key: str, delay: float) -> float:
        """Ask for at least `delay` seconds between requests of a slot; returns the delay that holds."""
        floor = max(delay, self._min_delay())
        self._floors[key] = floor
        slot = self._slot(key)
        if slot is not None:
            slot.delay = max(slot.delay, floor)
        return floor

    def slow_down(self, key: str, delay: float | None) -> None:
        """Wait at least `delay` seconds before the slot's next request; None doubles the present delay.

        The pause wears off as answers come back well, as AutoThrottle lowers delays anyway.
        """
        slot = self._slot(key)
        if slot is None:
            return
        wanted = delay if delay is not None else min(max(slot.delay * 2, 1.0), self.maxdelay)
        slot.delay = max(slot.delay, wanted)

    def _slot(self, key: str) -> Slot | None:
        engine = self.crawler.engine
        return engine.downloader.slots.get(key) if engine is not None else None

    def _response_downloaded(self, response: Response, request: Request, spider: Spider) -> None:
        key = request.meta.get("download_slot", "")
        saved: Any = self.mindelay
        self.mindelay = max(saved, self._floors.get(key, 0.0))
        try:
            super()._response_downloaded(response, request, spider)
        finally:
            self.mindelay = saved

    def _adjust_delay(self, slot: Slot, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency, response)
        # a floor above AutoThrottle's ceiling would be cut by it
        slot.delay = max(slot.delay, self.mindelay)


def throttle_of(crawler: Crawler) -> PoliteThrottle | None:
    """The throttle of a running crawl, or None when AutoThrottle was switched off."""
    return crawler.get_extension(PoliteThrottle)
