"""Share of the real pages found, and of the budget spent in traps, by kind of trap and all together."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from bench.crawlrun import UNTHROTTLED, crawl, report_of
from bench.localsite import DISCOVERY
from bench.trapsite import TRAPS, TrapSite, serve
from bench.trapwalk import Walk

# one at a time with time to read between them, as a polite crawl of one host has it, only faster
_ONE_AT_A_TIME = {**UNTHROTTLED, "CONCURRENT_REQUESTS_PER_DOMAIN": "1", "DOWNLOAD_DELAY": "0.05"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--max-pages", type=int, default=300, help="pages of a crawl (300)")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Crawl a site for each kind of trap, one with all of them and one with none."""
    print(f"{'trap':16} {'real':>5} {'found':>7} {'asked':>6} {'in traps':>9} {'of budget':>10}  refused by rule")
    found = {}
    for name, traps in [("none", ()), *((trap, (trap,)) for trap in TRAPS), ("all", TRAPS)]:
        found[name] = _measure(name, traps, arguments.max_pages)
    return {"max_pages": arguments.max_pages, "traps": found}


def _measure(name: str, traps: tuple[str, ...], budget: int) -> dict[str, Any]:
    site = TrapSite(traps)
    with tempfile.TemporaryDirectory() as folder, serve(site) as (url, log):
        ran = crawl(url, Path(folder), _ONE_AT_A_TIME, max_pages=budget)
        if ran.code != 0:
            raise SystemExit(f"The crawl of the site with {name} ended with {ran.code}: {ran.last_line}")
        refused = {rule: entry["count"] for rule, entry in report_of(url, Path(folder))["skipped"].items()}
    walk = Walk(site, budget, [target for target in log if target not in DISCOVERY])
    trapped, asked = len(walk.trapped), len(walk.asked)
    rules = ", ".join(f"{rule} {count}" for rule, count in sorted(refused.items(), key=lambda pair: -pair[1])[:4])
    print(
        f"{name:16} {len(site.real):5} {walk.found:7.1%} {asked:6} {trapped:9} {trapped / budget:10.1%}  {rules}",
        flush=True,
    )
    return {
        "found": walk.found,
        "trapped": trapped,
        "of_budget": trapped / budget,
        "asked": asked,
        "real": len(site.real),
    }
