"""One crawl that is killed up to three times and then let to its end, judged by its files and the server's log."""

from __future__ import annotations

import random
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from bench.crawlrun import UNTHROTTLED, crawl, paths_of, site_command
from bench.localsite import DISCOVERY, Served
from bench.madesite import MadeSite
from mcp_server.library import Library
from sitecrawl.crawlprocess import crawl_environment
from sitecrawl.errors import SiteKnowledgeError
from sitecrawl.journal import read_rows
from sitecrawl.passagefile import read_pages

_CHANGED = 4
_STEP = 0.002
_LONGEST = 60.0


@dataclass(slots=True)
class Killed:
    """One kill: when, how many pages were asked for and not journalled then, and what the next run asked again."""

    moment: str
    in_flight: int
    repeated: int = 0
    journalled_again: int = 0
    sitemaps_again: int = 0


@dataclass
class KillRound:
    """`killed`, the `end` of the last crawl, and `faults` in sentences; the site changes before a second crawl."""

    site: MadeSite
    served: Served
    data: Path
    source: random.Random
    killed: list[Killed] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    end: str = ""

    def run(self, name: str) -> KillRound:
        """Kill, kill again, and end."""
        self._old = self._bytes()
        self._since = len(self.served.log)
        self._last: Killed | None = None
        self._done: set[str] = set()
        self._flying: set[str] = set()
        if name != "first":
            for target in self.source.sample(self.site.targets, _CHANGED):
                self.site.versions[target] = self.site.versions.get(target, 0) + 1
        for _ in range(self.source.randint(1, 3)):
            self._kill(name)
        before = len(self.served.log)
        ran = crawl(self.served.base, self.data, UNTHROTTLED)
        self._count_repeats(before)
        self.end = f"{name}: exit {ran.code}"
        if ran.code != 0:
            self.faults.append(f"{name} crawl after kills ended with {ran.code}: {ran.last_line}")
        self.faults += self._wrong_pages("the crawl's end")
        self.faults += [f"{path.name} is left over" for path in self.data.rglob("*.part")]
        return self

    def _kill(self, name: str) -> None:
        before = len(self.served.log)
        command = site_command(self.served.base, self.data, UNTHROTTLED)
        with subprocess.Popen(
            command, env=crawl_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            _wait(process, before, self.served, self.source)
            finished = process.poll() is not None
            process.kill()
        self._count_repeats(before)
        moment = "between crawls" if finished else self._moment(before)
        self.faults += self._wrong_file(f"{name} crawl killed while {moment}")
        if finished or (self._bytes() != self._old and not self._journalled()):
            # the next crawl is a new one, which asks for every page on purpose
            self._since = len(self.served.log)
        if finished:
            self._old = self._bytes()
            return
        self._done = self._journalled()
        self._flying = {asked.target for asked in self.served.log[self._since :]} - self._done - set(DISCOVERY)
        self._last = Killed(moment, len(self._flying))
        self.killed.append(self._last)

    def _moment(self, before: int) -> str:
        asked = len(self.served.log) - before
        if not asked and not self._journalled():
            return "starting"
        if self._bytes() != self._old:
            return "ending, file published"
        left = self.site.living - self._journalled()
        return "fetching" if left else "putting together and writing"

    def _journalled(self) -> set[str]:
        rows = read_rows(paths_of(self.served.base, self.data).journal)
        return {_target(row["asked"]) for _, row in rows if row["e"] in {"page", "fail", "refuse"}}

    def _count_repeats(self, before: int) -> None:
        """What was asked for again after the kill before, of what that crawl had done."""
        if self._last is None:
            return
        asked = [asked.target for asked in self.served.log[before:]]
        kill, self._last = self._last, None
        kill.journalled_again = len(self._done.intersection(asked))
        kill.repeated = len(self._flying.intersection(asked)) + kill.journalled_again
        kill.sitemaps_again = asked.count("/sitemap.xml") if self._done else 0
        if kill.journalled_again:
            again = sorted(self._done.intersection(asked))[:3]
            self.faults.append(f"{kill.journalled_again} journalled pages were asked for again, as {', '.join(again)}")

    # --- files --------------------------------------------------------------------------------

    def _bytes(self) -> bytes | None:
        path = paths_of(self.served.base, self.data).passages
        return path.read_bytes() if path.exists() else None

    def _wrong_file(self, when: str) -> list[str]:
        """What a reader would find wrong after a kill: the file of before or a whole new one is right."""
        faults = [] if self._bytes() == self._old else self._wrong_pages(when)
        try:
            served = [site.name for site in Library(self.data).sites()] if self.data.exists() else []
        except SiteKnowledgeError as error:
            return [*faults, f"{when}: the library says {error}"]
        if len(served) != (self._bytes() is not None):
            faults.append(f"{when}: the library serves {served}")
        return faults

    def _wrong_pages(self, when: str) -> list[str]:
        path = paths_of(self.served.base, self.data).passages
        if not path.exists():
            return [f"{when}: no file"]
        found = {_target(entry.page.url): entry for entry in read_pages(path)}
        faults = (
            [f"{when}: {len(self.site.living - found.keys())} pages missing"]
            if found.keys() != self.site.living
            else []
        )
        for target, entry in found.items():
            mark = self.site.mark(target, self.site.versions.get(target, 0))
            if entry.page.passages != len(entry.passages) or not any(mark in part.text for part in entry.passages):
                faults.append(f"{when}: {target} does not hold its text")
        return faults


def _wait(process: subprocess.Popen[bytes], before: int, served: Served, source: random.Random) -> None:
    """Let a crawl run for a random time: most often counted from its first request, else from its start."""
    deadline = time.monotonic() + _LONGEST
    if source.random() < 0.9:
        while len(served.log) == before and process.poll() is None and time.monotonic() < deadline:
            time.sleep(_STEP)
    # the moments around the first answers and those around the end both get their share
    until = time.monotonic() + source.random() * source.choice((0.3, 1.0, 2.0))
    while process.poll() is None and time.monotonic() < until:
        time.sleep(_STEP)


def _target(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
