"""Repeat crawls with the arguments that their reports hold, one summary line a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.crawlprocess import Ended, crawl_command, run_crawl
from sitecrawl.errors import SiteKnowledgeError, UsageRefused
from sitecrawl.report import Report, read_report
from sitecrawl.sitepaths import SitePaths
from sitecrawl.summary import duration, printable

# of one crawl only: a repeated one is never forced, nor begun from nothing, nor endless
_ONCE = frozenset({"refresh", "force", "watch"})
_BUG, _USAGE = 1, 2


def repeated_crawl(report: Report) -> tuple[str, dict[str, str]]:
    """The spider and the arguments that repeat a crawl.

    Raises UsageRefused when the report does not hold them.
    """
    arguments = {
        name: _as_typed(value)
        for name, value in report.arguments.items()
        if name not in _ONCE and value not in (None, "", False)
    }
    if "path" in arguments:
        return "folder", arguments
    url = arguments.get("url") or report.start_url
    if not url:
        raise UsageRefused("The crawl report holds no address. Crawl the site again: site-knowledge crawl URL")
    if _differs_in_scheme(url, report.start_url):
        url = report.start_url
    return "site", {**arguments, "url": url}


def refresh_sites(data: Path, sites: Iterable[str], settings: Sequence[str] = ()) -> Iterator[tuple[int, str]]:
    """Crawl each site again, quietly; exit code and summary line of each. A signal ends the row.

    A site whose report cannot be read is passed over with exit code 2.
    """
    for site in sites:
        report_path = SitePaths(data, site).report
        try:
            spider, arguments = repeated_crawl(read_report(report_path))
        except SiteKnowledgeError as error:
            yield _USAGE, f"{site}: {error}"
            continue
        ended = run_crawl(crawl_command(spider, arguments, data, settings), quiet=True)
        yield ended.code, _summary_line(site, ended, report_path)
        if ended.told_to_stop:
            return


def worst(codes: Iterable[int]) -> int:
    """The exit code that needs most attention: a bug, else the highest; 0 for none."""
    listed = list(codes)
    return _BUG if _BUG in listed else max(listed, default=0)


def _summary_line(site: str, ended: Ended, report_path: Path) -> str:
    if ended.code != 0:
        words = printable(ended.last_line) or "it said nothing."
        return words if words.startswith(f"{site}: ") else f"{site}: exit {ended.code}: {words}"
    report = read_report(report_path)
    names = ("new", "changed", "unchanged", "gone", "stale", "failed")
    counts = ", ".join(f"{report.counts.get(name, 0)} {name}" for name in names)
    indexed = report.counts.get("indexed", 0)
    kept = indexed - sum(report.counts.get(name, 0) for name in ("new", "changed", "unchanged", "stale"))
    counts += f"; {kept} not asked for" if kept > 0 else ""
    return f"{site}: {indexed} pages ({counts}) in {duration(report.seconds)}"


def _as_typed(value: Any) -> str:
    return "1" if value is True else str(value)


def _differs_in_scheme(url: str, start_url: str) -> bool:
    # a bare host was tried over https first; what answered is asked at once
    asked, answered = urlsplit(url), urlsplit(start_url)
    return asked.scheme != answered.scheme and asked[1:] == answered[1:]
