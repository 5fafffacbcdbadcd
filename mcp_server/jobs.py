"""Crawls that a tool starts: child processes running the very `scrapy crawl site` of the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from mcp_server.publicaddress import check_public, crawl_target
from mcp_server.refusals import RefusalError
from mcp_server.visible import one_line
from sitecrawl import passagefile

State = Literal["running", "published", "failed", "cancelled"]
MOST_KEPT = 100
PROGRESS_SECONDS = 2.0
# SITECRAWL_ALLOW_PRIVATE for an address that a person typed: the rule of the command line
_TYPED = ""
_USAGE = 2
_FETCHED = re.compile(r"^(\d+) pages of at most \d+")


class Job:
    """One crawl: its process, how far it is, and its last word."""

    def __init__(self, target: str, command: list[str], environment: Mapping[str, str]) -> None:
        self.id = uuid.uuid4().hex[:12]
        self.target = target
        self.host = target.partition("/")[0].partition("?")[0].lower()
        self.started_at = datetime.now(UTC)
        self.finished_at: datetime | None = None
        self.fetched = 0
        self.last_line = ""
        self._cancelled = False
        self._done = threading.Event()
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        threading.Thread(target=self._follow, name=f"crawl {self.host}", daemon=True).start()

    @property
    def exit_code(self) -> int | None:
        """The crawl's exit code, or None while it runs."""
        return self._process.returncode if self._done.is_set() else None

    @property
    def state(self) -> State:
        """Where the crawl is."""
        if not self._done.is_set():
            return "running"
        if self.exit_code == 0:
            return "published"
        return "cancelled" if self._cancelled else "failed"

    @property
    def is_kept_out(self) -> bool:
        """Whether it ended at once because another process crawls the same site."""
        return self.exit_code == _USAGE and self.last_line.startswith("Another crawl of ")

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for the end; whether it has come."""
        return self._done.wait(seconds)

    def cancel(self) -> None:
        """Ask the crawl to stop; what it has fetched is kept for the same crawl given again."""
        if not self._done.is_set():
            self._cancelled = True
            self._process.terminate()

    def _follow(self) -> None:
        with self._process as process:
            for line in process.stderr or ():
                if (found := _FETCHED.match(line)) is not None:
                    self.fetched = int(found[1])
                self.last_line = one_line(line, 1_000) or self.last_line
        self.finished_at = datetime.now(UTC)
        self._done.set()


class Jobs:
    """The crawls of this server process, one at a time for each host."""

    def __init__(self, folder: Path, *, allow_private: bool = False) -> None:
        self.folder = folder
        self._private = "1" if allow_private else "0"
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}

    def start(self, url: str, max_pages: int, path_prefix: str | None = None, render: str | None = None) -> Job:
        """Start a crawl. Raises RefusalError for an address that may not be fetched and a host being crawled."""
        target = crawl_target(url)
        if self._private == "0":
            check_public(target)
        return self._begin(
            target, {"max_pages": str(max_pages), "path_prefix": path_prefix, "render": render}, self._private
        )

    def start_typed(self, url: str) -> Job:
        """Start the crawl of an address that the owner typed: it may be a private one."""
        return self._begin(crawl_target(url), {}, _TYPED)

    def start_folder(self, folder: Path, name: str) -> Job:
        """Start reading a folder of documents into the site `name`."""
        with self._lock:
            return self._run(name, "folder", {"path": str(folder), "name": name}, self._private)

    def _begin(self, target: str, arguments: Mapping[str, str | None], private: str) -> Job:
        host = target.partition("/")[0].partition("?")[0].lower()
        with self._lock:
            for job in self._jobs.values():
                if job.host == host and job.state == "running":
                    raise RefusalError(f"{host} is being crawled by job {job.id}. Ask crawl_status for it.", [job.id])
            # without its scheme: the crawler tries https first and falls back to http
            return self._run(target, "site", {"url": target, **arguments}, private)

    def _run(self, target: str, spider: str, arguments: Mapping[str, str | None], private: str) -> Job:
        command = self._command(spider, arguments, private)
        job = Job(target, command, child_environment())
        self._jobs[job.id] = job
        self._forget_old()
        return job

    def find(self, job_id: str) -> Job:
        """The job of an id. Raises RefusalError with the known ids."""
        job = self._jobs.get(job_id.strip())
        if job is None:
            known = list(reversed(self._jobs))
            raise RefusalError(f"There is no crawl job {one_line(job_id, 80)!r} in this server process.", known[:20])
        return job

    def stop_all(self) -> None:
        """Ask every running crawl to stop: the server ends."""
        for job in self._jobs.values():
            job.cancel()

    def _command(self, spider: str, arguments: Mapping[str, str | None], private: str) -> list[str]:
        command = [sys.executable, "-m", "scrapy", "crawl", spider]
        for name, value in arguments.items():
            if value is not None:
                command += ["-a", f"{name}={value}"]
        settings = {
            "CALLER": "tool",
            "SITECRAWL_DATA_DIR": str(self.folder.absolute()),
            "SITECRAWL_ALLOW_PRIVATE": private,
            "SITECRAWL_PROGRESS_SECONDS": str(PROGRESS_SECONDS),
        }
        for name, value in settings.items():
            command += ["-s", f"{name}={value}"]
        return command

    def _forget_old(self) -> None:
        for job_id in [job.id for job in self._jobs.values() if job.state != "running"]:
            if len(self._jobs) <= MOST_KEPT:
                return
            del self._jobs[job_id]


def child_environment() -> dict[str, str]:
    """The child's environment: our settings, and our packages where they are not installed."""
    home = str(Path(passagefile.__file__).resolve().parents[1])
    paths = [home, os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "SCRAPY_SETTINGS_MODULE": "sitecrawl.settings",
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
