"""A crawl as a child process: the same `scrapy crawl` from any folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import sitecrawl
from sitecrawl.datafolder import checkout_above
from sitecrawl.wording import Caller

SETTINGS_MODULE = "sitecrawl.settings"
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass(frozen=True, slots=True)
class Ended:
    """A crawl's exit code (1 when a signal killed it), its last line on stderr when that was read,
    and whether this process was told to stop meanwhile.
    """

    code: int
    last_line: str
    told_to_stop: bool


def crawl_command(
    spider: str, arguments: Mapping[str, str], data: Path | None = None, settings: Sequence[str] = ()
) -> list[str]:
    """The command line of one crawl, whose hints are the installed command's; `data` is handed over as an
    absolute path, `settings` as NAME=VALUE.
    """
    command = [sys.executable, "-m", "scrapy", "crawl", spider]
    for name, value in arguments.items():
        command += ["-a", f"{name}={value}"]
    for setting in settings:
        command += ["-s", setting]
    if data is not None:
        command += ["-s", f"SITECRAWL_DATA_DIR={data.absolute()}"]
    return [*command, "-s", f"CALLER={Caller.INSTALLED}"]


def crawl_environment() -> dict[str, str]:
    """The child's environment: our settings, and this checkout's packages when nothing is installed."""
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": SETTINGS_MODULE}
    home = Path(sitecrawl.__file__).resolve().parents[1]
    if checkout_above(home) == home:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
    return environment


def run_crawl(command: list[str], *, quiet: bool = False) -> Ended:
    """Run a crawl in this terminal, or `quiet`: without output, its last line read."""
    with _stop_forwarded() as running:
        process = subprocess.Popen(
            command,
            env=crawl_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if quiet else None,
            stderr=subprocess.PIPE if quiet else None,
            encoding="utf-8",
            errors="replace",
            # a group of its own: a second interrupt is Scrapy's word for an unclean stop, so a key
            # press must not reach it both from the terminal and from us
            process_group=0 if os.name == "posix" else None,
        )
        with process:
            running.begin(process)
            last = ""
            for line in process.stderr or ():
                last = line.strip() or last
            code = process.wait()
    return Ended(code if code >= 0 else 1, last, running.stopped)


class _Running:
    """The child that signals go to; one that came before it began is sent when it does."""

    def __init__(self) -> None:
        self.stopped = False
        self._waiting: int | None = None
        self._process: subprocess.Popen[str] | None = None

    def begin(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        if self._waiting is not None:
            process.send_signal(self._waiting)

    def forward(self, number: int, _frame: FrameType | None) -> None:
        self.stopped = True
        if self._process is None:
            self._waiting = number
        else:
            self._process.send_signal(number)


@contextmanager
def _stop_forwarded() -> Iterator[_Running]:
    running = _Running()
    # one that is ignored (nohup) stays ignored
    heeded = [number for number in _STOPPING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, running.forward) for number in heeded}
    try:
        yield running
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
