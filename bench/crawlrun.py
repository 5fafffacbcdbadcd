"""Runs `scrapy crawl site` as a user does, and measures it: exit code, seconds, peak memory, what it left."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitecrawl.crawlprocess import crawl_command, crawl_environment
from sitecrawl.passagefile import site_name
from sitecrawl.sitepaths import SitePaths

# the throttle is for other people's servers; loopback is ours
UNTHROTTLED = {"AUTOTHROTTLE_ENABLED": "0", "DOWNLOAD_DELAY": "0"}
_BYTES = 1024 if os.uname().sysname == "Linux" else 1


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished process; `peak_mb` and `cpu_s` are of it and of the children it waited for, if that can be told."""

    code: int
    seconds: float
    cpu_s: float
    peak_mb: float
    stderr: str

    @property
    def last_line(self) -> str:
        return self.stderr.rstrip().rpartition("\n")[2]


def site_command(url: str, data: Path, settings: Mapping[str, str], **arguments: object) -> list[str]:
    """The command line of a crawl of `url` into `data`."""
    given = {"url": url, **{name: str(value) for name, value in arguments.items()}}
    return crawl_command("site", given, data, [f"{name}={value}" for name, value in settings.items()])


def crawl(url: str, data: Path, settings: Mapping[str, str] = UNTHROTTLED, **arguments: object) -> Ran:
    """Crawl to the end."""
    return run(site_command(url, data, settings, **arguments))


def run(command: Sequence[str], cwd: Path | None = None, environment: Mapping[str, str] | None = None) -> Ran:
    """Run a command to its end."""
    with tempfile.TemporaryFile() as errors:
        began = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment or crawl_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read().decode("utf-8", "replace")
    peak = usage.ru_maxrss * _BYTES / 2**20
    return Ran(process.returncode, seconds, usage.ru_utime + usage.ru_stime, peak, text)


def paths_of(url: str, data: Path) -> SitePaths:
    """The files of a site in the data folder."""
    return SitePaths(data, site_name(url))


def report_of(url: str, data: Path) -> dict[str, Any]:
    """The crawl report."""
    report: dict[str, Any] = json.loads(paths_of(url, data).report.read_text("utf-8"))
    return report
