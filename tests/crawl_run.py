"""Runs `python -m scrapy crawl site` as a user would and reads what it left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sitecrawl import passagefile

ROOT = Path(__file__).parents[1]

# the throttle is for other people's servers; loopback is ours
FAST = {"AUTOTHROTTLE_START_DELAY": "0", "DOWNLOAD_DELAY": "0", "AUTOTHROTTLE_TARGET_CONCURRENCY": "4"}


@dataclass(frozen=True)
class Crawl:
    """A finished crawl: its exit code, its output, and the files in the data folder."""

    exit_code: int
    stdout: str
    stderr: str
    data: Path
    site: str

    @property
    def last_line(self) -> str:
        """The last line of stderr, which says how the crawl went."""
        return self.stderr.rstrip().rpartition("\n")[2]

    @property
    def file(self) -> Path:
        """The passage file's place."""
        return self.data / (passagefile.file_stem(self.site) + passagefile.SUFFIX)

    @cached_property
    def pages(self) -> dict[str, passagefile.PageRecords]:
        """Pages of the passage file by path and query; none when there is no file."""
        if not self.file.is_file():
            return {}
        entries = passagefile.read_pages(self.file)
        return {entry.page.url.partition(self.site)[2]: entry for entry in entries}

    @cached_property
    def report(self) -> dict[str, Any]:
        """The crawl report."""
        place = self.data / (passagefile.file_stem(self.site) + passagefile.REPORT_SUFFIX)
        return dict(json.loads(place.read_text("utf-8")))

    def text_of(self, path: str) -> str:
        """The text of a page, as its passages join."""
        return "".join(passage.text[passage.overlap :] for passage in self.pages[path].passages)

    def skipped_under(self, word: str) -> list[str]:
        """Every URL that the report lists under a rule whose name holds `word`."""
        rules = {rule: entry for rule, entry in self.report["skipped"].items() if word in rule}
        return [url for url in strings_in(rules) if url.startswith("http")]


def strings_in(value: object) -> list[str]:
    """Every string in a JSON value, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for key, inner in value.items() for text in [str(key), *strings_in(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in strings_in(inner)]
    return []


def environment(**extra: str) -> dict[str, str]:
    """This process's environment without settings of ours that a developer may have set."""
    ours = ("SITECRAWL_", "SITE_KNOWLEDGE_", "SCRAPY_", "DOCS_DIR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONUTF8": "1", **extra}


def run(*arguments: str, seconds: float = 90, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run `python ARGUMENTS` in the checkout; a run past `seconds` fails the test."""
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env=environment(**extra),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
    )


def run_crawl(
    data: Path, url: str | None, settings: Mapping[str, str] | None = None, seconds: float = 90, **arguments: object
) -> Crawl:
    """Crawl `url` into `data` without throttle, in so many seconds; `arguments` are the spider's."""
    given = {"url": url, **arguments} if url is not None else arguments
    options = [part for name, value in given.items() for part in ("-a", f"{name}={value}")]
    every = {**FAST, "SITECRAWL_DATA_DIR": str(data), **(settings or {})}
    options += [part for name, value in every.items() for part in ("-s", f"{name}={value}")]
    done = run("-m", "scrapy", "crawl", "site", *options, seconds=seconds)
    site = passagefile.site_name(url) if url and "//" in url else url or ""
    return Crawl(done.returncode, done.stdout, done.stderr, data, site)
