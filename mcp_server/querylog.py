"""What people ask, kept on the owner's wish: time, site, query, verdict and absent terms, no more."""

from __future__ import annotations

import json
import logging
import os
import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mcp_server.refusals import RefusalError

logger = logging.getLogger(__name__)

MOST_BYTES = 5 * 1024 * 1024
MOST_WAITING = 10_000
UNANSWERED = frozenset({"weak", "none"})


@dataclass(frozen=True, slots=True)
class Gap:
    """A question that the site does not answer: how often and when last it was asked."""

    query: str
    asked: int
    last: str
    sites: list[str]
    absent: list[str]


class QueryLog:
    """Appends to a file behind the reply; at MOST_BYTES the file is kept as `….1` and begun anew.

    Without a path nothing is kept. What cannot be written is dropped with one warning.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._rows: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._started = False
        self._warned = False

    def note(self, site: str, query: str, verdict: str, absent: list[str]) -> None:
        """Keep one question."""
        if self._path is None:
            return
        row = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "site": site,
            "query": query,
            "verdict": verdict,
            "absent": absent,
        }
        try:
            self._rows.put_nowait(json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")
        except queue.Full:
            return  # the disk is slower than the questions; the reply is not to wait
        if not self._started:
            self._started = True
            threading.Thread(target=self._write_all, name="query log", daemon=True).start()

    def flush(self) -> None:
        """Wait until what was noted is written."""
        self._rows.join()

    def _write_all(self) -> None:
        while True:
            row = self._rows.get()
            try:
                self._write(row)
            except OSError as error:
                if not self._warned:
                    logger.warning("The query log %s cannot be written: %s", self._path, error)
                self._warned = True
            finally:
                self._rows.task_done()

    def _write(self, row: bytes) -> None:
        assert self._path is not None
        if self._path.is_file() and self._path.stat().st_size + len(row) > MOST_BYTES:
            os.replace(self._path, _older(self._path))
        with self._path.open("ab") as file:
            file.write(row)


def read_gaps(path: Path) -> list[Gap]:
    """The questions with a verdict of weak or none, most asked first. Raises RefusalError without a log."""
    files = [file for file in (_older(path), path) if file.is_file()]
    if not files:
        raise RefusalError(
            f"There is no query log at {path} yet. The server writes it when a client first searches; "
            "a search in the terminal is not kept."
        )
    groups: dict[str, list[dict[str, object]]] = {}
    for row in _rows_of(files):
        if row["verdict"] in UNANSWERED:
            groups.setdefault(" ".join(str(row["query"]).casefold().split()), []).append(row)
    gaps = [_gap(rows) for rows in groups.values()]
    return sorted(gaps, key=lambda gap: (-gap.asked, gap.query))


def _rows_of(files: Iterable[Path]) -> Iterator[dict[str, object]]:
    for file in files:
        for line in file.read_bytes().split(b"\n"):
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last line of a process that was killed
            if isinstance(row, dict) and {"time", "query", "verdict"} <= row.keys():
                yield row


def _gap(rows: list[dict[str, object]]) -> Gap:
    absent: list[str] = []
    for row in rows:
        terms = row.get("absent")
        absent += [str(term) for term in terms] if isinstance(terms, list) else []
    return Gap(
        query=str(rows[-1]["query"]),
        asked=len(rows),
        last=max(str(row["time"]) for row in rows),
        sites=sorted({str(row.get("site")) for row in rows if row.get("site")}),
        absent=list(dict.fromkeys(absent)),
    )


def _older(path: Path) -> Path:
    return path.with_name(path.name + ".1")
