"""kill -9 at random moments of crawls and re-crawls: what readers see, and what a resumed crawl asks for again."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.killround import Killed, KillRound
from bench.localsite import serve
from bench.madesite import MadeSite

_PAGES = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=200, help="crawls that are killed (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments (1)")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Rounds of one to three kills and a crawl to the end, on a site with a sitemap and one without."""
    source = random.Random(arguments.seed)
    killed: list[Killed] = []
    ends: Counter[str] = Counter()
    faults: list[str] = []
    while len(killed) < arguments.kills:
        site = MadeSite(_PAGES, kilobytes=6, listed=source.random() < 0.5)
        site.latency = source.choice((0.0, 0.01, 0.03))
        with serve(site) as served, tempfile.TemporaryDirectory() as folder:
            for crawl in ("first", "again", "again"):
                found = KillRound(site, served, Path(folder), source).run(crawl)
                killed += found.killed
                ends[found.end] += 1
                faults += found.faults
                for fault in found.faults:
                    print(f"FAULT {fault}", flush=True)
        print(f"{len(killed)} of {arguments.kills} kills", end="\r", file=sys.stderr, flush=True)
    return _table(killed, ends, faults)


def _table(killed: list[Killed], ends: Counter[str], faults: list[str]) -> dict[str, Any]:
    moments = Counter(kill.moment for kill in killed)
    print(f"{'killed while':34}{'kills':>7}{'asked again, most':>19}{'mean':>7}{'of in flight, most':>20}")
    for moment, count in moments.most_common():
        repeats = [kill.repeated for kill in killed if kill.moment == moment]
        flight = max(kill.in_flight for kill in killed if kill.moment == moment)
        print(f"{moment:34}{count:7}{max(repeats):19}{sum(repeats) / count:7.2f}{flight:20}")
    print(f"crawls to the end: {dict(ends)}; faults: {len(faults)}")
    return {
        "kills": len(killed),
        "moments": dict(moments),
        "ends": dict(ends),
        "repeated_most": max(kill.repeated for kill in killed),
        "repeated_mean": sum(kill.repeated for kill in killed) / len(killed),
        "in_flight_most": max(kill.in_flight for kill in killed),
        "journalled_again": sum(kill.journalled_again for kill in killed),
        "sitemaps_again": sum(kill.sitemaps_again for kill in killed),
        "faults": faults,
    }
