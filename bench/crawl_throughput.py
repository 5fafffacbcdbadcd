"""Wall time of an unthrottled crawl, fetch to file, beside a bare spider that walks the same links; peak memory."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import bare_spider
from bench.crawlrun import UNTHROTTLED, Ran, crawl, paths_of, run
from bench.localsite import Served, serve
from bench.madesite import MadeSite
from sitecrawl.passagefile import Page, read

_KILOBYTES = 30
_SAME = ("CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN")
_SETTINGS = {**UNTHROTTLED, "CONCURRENT_REQUESTS": "8", "CONCURRENT_REQUESTS_PER_DOMAIN": "8"}


@dataclass(frozen=True, slots=True)
class Row:
    """One crawl: pages that the server gave, and what they cost."""

    pages: int
    ran: Ran

    def figures(self) -> dict[str, float]:
        return {
            "pages": self.pages,
            "wall_s": self.ran.seconds,
            "cpu_s": self.ran.cpu_s,
            "pages_per_second": self.pages / self.ran.seconds,
            "peak_mb": self.ran.peak_mb,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=1000, help="pages of the site (1000)")
    parser.add_argument("--rounds", type=int, default=3, help="crawls of each kind, in turn; the fastest counts (3)")
    parser.add_argument("--large", action="store_true", help="peak memory of a crawl of 20,000 pages as well")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Bare and ours in turn on one site that has links and no sitemap, then once more from the validators."""
    print(f"{'crawl':28}{'pages':>8}{'wall s':>9}{'CPU s':>9}{'pages/s':>9}{'peak MB':>9}")
    rows: dict[str, list[Row]] = {"bare": [], "ours": [], "ours again (304)": []}
    site = MadeSite(arguments.pages, _KILOBYTES, listed=False)
    with serve(site) as served:
        for _ in range(arguments.rounds):
            rows["bare"].append(_bare(served))
            with tempfile.TemporaryDirectory() as folder:
                rows["ours"].append(_ours(served, Path(folder), arguments.pages))
                rows["ours again (304)"].append(_ours(served, Path(folder), arguments.pages))
    best = {name: min(found, key=lambda row: row.ran.seconds) for name, found in rows.items()}
    for name, row in best.items():
        _print(name, row)
    figures: dict[str, Any] = {name: row.figures() for name, row in best.items()}
    figures["times_bare"] = best["ours"].ran.seconds / best["bare"].ran.seconds
    print(f"ours takes {figures['times_bare']:.2f} times the bare spider's wall time")
    if arguments.large:
        figures["large"] = _large()
    return figures


def _large() -> dict[str, float]:
    pages = 20_000
    with serve(MadeSite(pages, _KILOBYTES, listed=False)) as served, tempfile.TemporaryDirectory() as folder:
        row = _ours(served, Path(folder), pages)
    _print("ours, large", row)
    return row.figures()


def _bare(served: Served) -> Row:
    seen = len(served.log)
    settings = [part for name in _SAME for part in ("-s", f"{name}={_SETTINGS[name]}")]
    settings += ["-s", "LOG_LEVEL=ERROR", "-s", "DOWNLOAD_DELAY=0", "-s", "ROBOTSTXT_OBEY=1"]
    command = [sys.executable, "-m", "scrapy", "runspider", str(Path(bare_spider.__file__).resolve())]
    with tempfile.TemporaryDirectory() as folder:
        # away from the checkout, whose scrapy.cfg would bring our settings
        ran = run([*command, "-a", f"url={served.base}/", *settings], Path(folder), _plain_environment())
    if ran.code != 0:
        raise SystemExit(f"The bare spider ended with {ran.code}: {ran.last_line}")
    return Row(_answered(served, seen), ran)


def _plain_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("SCRAPY_", "SITECRAWL_"))}


def _ours(served: Served, data: Path, pages: int) -> Row:
    seen = len(served.log)
    ran = crawl(served.base, data, _SETTINGS, max_pages=pages + 10)
    held = sum(isinstance(record.value, Page) for record in read(paths_of(served.base, data).passages))
    if ran.code != 0 or held != pages:
        raise SystemExit(f"The crawl ended with {ran.code} and {held} of {pages} pages: {ran.last_line}")
    return Row(_answered(served, seen), ran)


def _answered(served: Served, seen: int) -> int:
    return sum(asked.status in {200, 304} and asked.target != "/robots.txt" for asked in served.log[seen:])


def _print(name: str, row: Row) -> None:
    figures = f"{row.ran.seconds:9.1f}{row.ran.cpu_s:9.1f}{row.pages / row.ran.seconds:9.1f}{row.ran.peak_mb:9.0f}"
    print(f"{name:28}{row.pages:8}{figures}", flush=True)
