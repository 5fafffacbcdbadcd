"""What the crawl report beside a passage file tells about the site."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_server.visible import one_line
from sitecrawl import passagefile

SHOWN_WARNINGS = 10


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The start URL as crawled, the names it was typed under, when the crawl ended, its warnings; of a
    folder of documents its path.

    `finished_at` is None when there is no report or its crawl did not make the file.
    """

    start_url: str | None = None
    typed: tuple[str, ...] = ()
    finished_at: str | None = None
    warnings: tuple[str, ...] = ()
    folder: str | None = None


def report_path(file: Path) -> Path:
    """Where the report of the passage file `file` stands."""
    return file.with_name(file.name.removesuffix(passagefile.SUFFIX) + passagefile.REPORT_SUFFIX)


def read_report(file: Path) -> SiteReport:
    """The report beside the passage file `file`; an empty one when there is none to read."""
    try:
        report = json.loads(report_path(file).read_bytes())
    except (OSError, ValueError, RecursionError):
        return SiteReport()
    if not isinstance(report, dict):
        return SiteReport()
    start = report.get("start_url")
    arguments = report.get("arguments")
    given = arguments if isinstance(arguments, dict) else {}
    typed, folder = [start, given.get("url")], given.get("path")
    finished = report.get("finished_at")
    return SiteReport(
        start_url=one_line(start, 2000) if isinstance(start, str) else None,
        typed=tuple(name for name in typed if isinstance(name, str)),
        finished_at=one_line(finished, 40) if isinstance(finished, str) and report.get("published") is True else None,
        warnings=tuple(_sentences(report.get("warnings")))[:SHOWN_WARNINGS],
        folder=folder if isinstance(folder, str) else None,
    )


def _sentences(warnings: Any) -> list[str]:
    if not isinstance(warnings, list):
        return []
    return [
        one_line(warning if isinstance(warning, str) else json.dumps(warning, ensure_ascii=False))
        for warning in warnings
    ]
