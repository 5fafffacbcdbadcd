"""The files of one site in the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sitecrawl.passagefile import REPORT_SUFFIX, SUFFIX, WITHDRAWN_SUFFIX, file_stem


@dataclass(frozen=True, slots=True)
class SitePaths:
    """Where a site's passage file, report and working files are; `site` is `host` or `host:port`."""

    folder: Path
    site: str

    @property
    def stem(self) -> str:
        """The file name all of them share."""
        return file_stem(self.site)

    @property
    def passages(self) -> Path:
        """The passage file."""
        return self.folder / f"{self.stem}{SUFFIX}"

    @property
    def report(self) -> Path:
        """The report of the last crawl."""
        return self.folder / f"{self.stem}{REPORT_SUFFIX}"

    @property
    def withdrawn(self) -> Path:
        """What the passage file is renamed to when its owner's word leaves none of it."""
        return self.passages.with_name(self.passages.name + WITHDRAWN_SUFFIX)

    @property
    def work(self) -> Path:
        """The folder of the crawl's own files: journal, snapshot, lock."""
        return self.folder / ".crawl" / self.stem

    @property
    def index(self) -> Path:
        """The server's disposable index of the passage file."""
        return self.folder / ".index" / self.stem

    @property
    def journal(self) -> Path:
        """Events of a crawl that runs or was stopped."""
        return self.work / "journal.jsonl"

    @property
    def snapshot(self) -> Path:
        """Page events of the last crawl that was published."""
        return self.work / "snapshot.jsonl"

    @property
    def lock(self) -> Path:
        """Held while a crawl of this site runs; one for both spellings of a host, with `www.` and without.

        A crawl of the one may turn out to be of the other, when the start page redirects there.
        """
        return self.work.with_name(self.stem.removeprefix("www.")) / "lock"
