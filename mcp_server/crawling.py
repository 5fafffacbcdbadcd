"""What a crawl job says of itself: running, or done with the summary of its report."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp_server.jobs import Job
from mcp_server.library import Library
from mcp_server.refusals import RefusalError
from mcp_server.results import CrawlReply
from mcp_server.sitereport import report_path
from mcp_server.visible import one_line, visible_json
from sitecrawl import passagefile

SHOWN_ENTRIES = 10
_KEPT = ("start_url", "finish_reason", "published", "started_at", "finished_at", "user_agent", "robots")


def crawl_reply(job: Job, library: Library) -> CrawlReply:
    """The reply for a job as it stands now."""
    ended = job.finished_at or datetime.now(UTC)
    report = _report(job, library) if job.state != "running" else None
    counts = report.get("counts", {}) if report else {}
    start = report.get("start_url") if report else None
    notes = []
    if job.state == "running":
        notes.append(f"The crawl goes on: ask crawl_status with job_id {job.id}, or cancel_crawl.")
    elif job.state == "published" and isinstance(start, str) and start.startswith("http://"):
        notes.append("The site was crawled over http: it did not answer over https.")
    message = job.last_line if job.state != "running" else f"{job.fetched} pages fetched."
    return CrawlReply(
        job_id=job.id,
        state=job.state,
        url=job.target,
        message=one_line(message, 600),
        seconds=round((ended - job.started_at).total_seconds(), 1),
        counts={"fetched": job.fetched, **{name: n for name, n in counts.items() if isinstance(n, int)}},
        exit_code=job.exit_code,
        report=report,
        sources=[start] if isinstance(start, str) else [],
        notes=notes,
    )


def _report(job: Job, library: Library) -> dict[str, Any] | None:
    """The summary of the report that this job wrote, or None."""
    for path in _report_paths(job, library):
        try:
            report = json.loads(path.read_bytes())
            started = datetime.fromisoformat(report["started_at"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
        if started.timestamp() >= int(job.started_at.timestamp()):
            return _summary(report)
    return None


def _report_paths(job: Job, library: Library) -> list[Path]:
    """Where the report may stand: under the host that was typed, or the one that answered (www)."""
    names = [job.host, job.host.removeprefix("www."), f"www.{job.host}"]
    with suppress(RefusalError):
        names.insert(0, library.site(job.host).name)
    stems = dict.fromkeys(passagefile.file_stem(name) for name in names)
    return [report_path(library.folder / f"{stem}{passagefile.SUFFIX}") for stem in stems]


def _summary(report: dict[str, Any]) -> dict[str, Any]:
    kept = {name: report.get(name) for name in _KEPT}
    for name in ("warnings", "failed", "sitemaps"):
        entries = report.get(name)
        kept[name] = entries[:SHOWN_ENTRIES] if isinstance(entries, list) else []
    skipped = report.get("skipped")
    kept["skipped"] = {rule: _count(entry) for rule, entry in skipped.items()} if isinstance(skipped, dict) else {}
    kept["counts"] = report.get("counts") if isinstance(report.get("counts"), dict) else {}
    cleaned: dict[str, Any] = visible_json(kept)
    return cleaned


def _count(entry: Any) -> int:
    count = entry.get("count") if isinstance(entry, dict) else None
    return count if isinstance(count, int) else len(entry) if isinstance(entry, list) else 0
