"""What a second crawl costs and what it keeps: of an unchanged, a changed and a failing site."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.crawlrun import crawl, report_of
from bench.localsite import DISCOVERY, Served, serve
from bench.madesite import MadeSite

_COLUMNS = ("requests", "pages", "200", "304", "other", "kB", "indexed", "new", "changed", "gone", "stale", "exit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=200, help="pages of the site (200)")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Crawl a site again and again, each time after something happened to it."""
    site = MadeSite(arguments.pages)
    inner = site.targets[-(arguments.pages // 2) :]
    twentieth = arguments.pages // 20
    late = set(inner[:twentieth])
    site.gone = set(late)

    def change() -> None:
        site.versions = dict.fromkeys(inner[twentieth : 2 * twentieth], 1)

    def exchange() -> None:
        site.gone = set(inner[-twentieth:])

    def fail(share: float) -> None:
        site.failing = set(site.targets[1 : 1 + int(len(site.targets) * share)])

    steps: list[tuple[str, Callable[[], object]]] = [
        ("first", lambda: None),
        ("unchanged", lambda: None),
        ("5 % changed", change),
        ("5 % new, 5 % gone", exchange),
        ("half failing", lambda: fail(0.45)),
        ("most failing", lambda: fail(0.6)),
        ("well again", lambda: fail(0)),
    ]
    print(f"{'second crawl of a site':22}" + "".join(f"{name:>9}" for name in _COLUMNS))
    found = {}
    with tempfile.TemporaryDirectory() as folder, serve(site) as served:
        for name, happen in steps:
            happen()
            found[name] = row = _crawl(served, Path(folder))
            print(f"{name:22}" + "".join(f"{row[column]:9}" for column in _COLUMNS), flush=True)
    return {"pages": arguments.pages, "crawls": found}


def _crawl(served: Served, data: Path) -> dict[str, int]:
    """Requests and bytes by status, and the report's counts."""
    seen = len(served.log)
    ran = crawl(served.base, data)
    asked = served.log[seen:]
    pages = [entry for entry in asked if entry.target not in DISCOVERY]
    statuses = Counter(str(entry.status) if entry.status in {200, 304} else "other" for entry in pages)
    counts = report_of(served.base, data)["counts"]
    return {
        "requests": len(asked),
        "pages": len(pages),
        **{status: statuses[status] for status in ("200", "304", "other")},
        "kB": sum(entry.size for entry in asked) // 1024,
        **{name: counts.get(name, 0) for name in ("indexed", "new", "changed", "gone", "stale")},
        "exit": ran.code,
    }
