"""The crawl report, `data/<host>.report.json` (contract section 4)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sitecrawl.errors import SiteKnowledgeError
from sitecrawl.ledger import Ledger

__all__ = ["COUNTS", "Ledger", "Report", "build_report", "read_report", "utc_now", "write_report"]

COUNTS = ("indexed", "new", "changed", "unchanged", "gone", "stale", "failed", "skipped")

_LATER = frozenset({"llms"})  # keys that reports of earlier versions do not have


@dataclass(frozen=True, slots=True)
class Report:
    """What happened to every URL that was met; the fields are the keys of the file, in order."""

    start_url: str
    arguments: dict[str, Any]
    started_at: str
    finished_at: str
    finish_reason: str
    published: bool
    user_agent: str
    robots: dict[str, Any] = field(default_factory=dict)
    sitemaps: list[dict[str, Any]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, dict[str, Any]] = field(default_factory=dict)
    failed: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    llms: list[dict[str, Any]] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """How long the crawl took, in seconds; 0 when a time cannot be read."""
        try:
            return (datetime.fromisoformat(self.finished_at) - datetime.fromisoformat(self.started_at)).total_seconds()
        except (TypeError, ValueError):
            return 0.0


def utc_now() -> str:
    """This moment as the passage file and the report write it: UTC ISO 8601, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def build_report(
    ledger: Ledger,
    *,
    start_url: str,
    arguments: Mapping[str, Any],
    started_at: str,
    finished_at: str,
    finish_reason: str,
    published: bool,
    user_agent: str,
    counts: Mapping[str, int],
) -> Report:
    """A report of `ledger`; `counts` are a settlement's, failed and skipped come from the ledger."""
    known = {**counts, **ledger.counts()}
    return Report(
        start_url=start_url,
        arguments=dict(arguments),
        started_at=started_at,
        finished_at=finished_at,
        finish_reason=finish_reason,
        published=published,
        user_agent=user_agent,
        counts={name: known.get(name, 0) for name in COUNTS},
        **ledger.blocks(),
    )


def write_report(path: Path, report: Report) -> None:
    """Write beside `path` and rename it, so that a reader never sees half a report."""
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        json.dump(asdict(report), file, ensure_ascii=False, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def read_report(path: Path) -> Report:
    """Read a report back; unknown keys are passed over.

    Raises SiteKnowledgeError, with the next step, when there is none or it cannot be read.
    """
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        return Report(**{f.name: row[f.name] for f in fields(Report) if f.name in row or f.name not in _LATER})
    except FileNotFoundError:
        raise SiteKnowledgeError(f"{path}: no crawl report. Crawl the site first.") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SiteKnowledgeError(f"{path}: not a whole crawl report ({error}). Crawl the site again.") from None
