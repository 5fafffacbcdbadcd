"""Gaps between requests, read from a server's log: Crawl-delay, Retry-After, rising latency, default settings."""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable, Mapping
from email.message import Message
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.crawlrun import crawl
from bench.localsite import Reply, serve
from bench.madesite import MadeSite

_PAGES = 14
_TURN = 7  # the request, robots.txt counted, from which on something is different


class TurningSite(MadeSite):
    """A site whose `_TURN`th request meets `once`, and whose latency is `later` from then on."""

    def __init__(self, latency: float = 0.01, later: float = 0.01, once: Reply | None = None, robots: str = "") -> None:
        super().__init__(_PAGES, kilobytes=4)
        self.robots = self.robots + robots
        self._latencies = latency, later
        self._once = once
        self.asked = 0

    def answer(self, target: str, headers: Message) -> Reply:
        self.asked += 1
        self.latency = self._latencies[self.asked > _TURN]
        if self.asked == _TURN and self._once is not None:
            return self._once
        return super().answer(target, headers)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing can be set: the settings are what is measured."""


def measure(_arguments: argparse.Namespace) -> dict[str, Any]:
    """One crawl for each way a server has of asking for patience."""
    busy = Reply(503, b"busy", {"Retry-After": "3"})
    asks: dict[str, tuple[Callable[[], TurningSite], dict[str, str]]] = {
        "default settings": (TurningSite, {}),
        "Crawl-delay: 1": (lambda: TurningSite(robots="Crawl-delay: 1\n"), {}),
        "one 503, Retry-After: 3": (lambda: TurningSite(once=busy), {}),
        "one 503 without": (lambda: TurningSite(once=Reply(503, b"busy")), {}),
        "latency 10 to 500 ms, floor 0.05 s": (lambda: TurningSite(later=0.5), {"DOWNLOAD_DELAY": "0.05"}),
        "latency 10 to 500 ms": (lambda: TurningSite(later=0.5), {}),
        "latency 10 to 1500 ms": (lambda: TurningSite(later=1.5), {}),
    }
    print(
        f"{'gaps between requests, s':36}{'least':>7}{'before':>8}{'at turn':>9}{'after':>7}{'most':>7}{'requests':>10}"
    )
    return {name: _measure(name, make(), settings) for name, (make, settings) in asks.items()}


def _measure(name: str, site: TurningSite, settings: Mapping[str, str]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, serve(site) as served:
        crawl(served.base, Path(folder), settings)
        times = [asked.at for asked in served.log]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    found = {
        "least": min(gaps),
        "before": statistics.median(gaps[: _TURN - 1]),
        "at_turn": gaps[_TURN - 1],
        # AutoThrottle halves the way to its target with each answer: the last ones show where it settles
        "after": statistics.median(gaps[-4:]),
        "most": max(gaps),
    }
    row = "".join(f"{value:{width}.2f}" for value, width in zip(found.values(), (7, 8, 9, 7, 7), strict=True))
    print(f"{name:36}{row}{len(times):10}", flush=True)
    return {**found, "requests": len(times)}
