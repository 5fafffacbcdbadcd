"""The table of the sites in a data folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sitecrawl.errors import PassageVersionError
from sitecrawl.sitepaths import SitePaths
from sitecrawl.sites import count_site
from sitecrawl.summary import printable

_HEADS = ("site", "pages", "passages", "crawled", "age", "notes")


@dataclass(frozen=True, slots=True)
class SiteRow:
    """One site: numbers of its file, when its newest page was fetched (UTC ISO 8601), how long ago."""

    site: str
    pages: int
    passages: int
    crawled_at: str | None
    age: str
    notes: str

    @classmethod
    def of(cls, data: Path, site: str, now: datetime) -> SiteRow:
        """Read one site of a data folder; what cannot be read is said in `notes`."""
        paths = SitePaths(data, site)
        try:
            counts = count_site(data, site)
        except (PassageVersionError, OSError) as error:
            return cls(site, 0, 0, None, "", str(error))
        if counts is None:
            words = "withdrawn: its owner closed it" if paths.withdrawn.is_file() else "not published, see its report"
            return cls(site, 0, 0, None, "", words)
        notes = [f"{counts.stale} stale"] if counts.stale else []
        if counts.broken_lines:
            lines = "line" if counts.broken_lines == 1 else "lines"
            notes.append(f"{counts.broken_lines} broken {lines}, crawl it again")
        age = age_in_words(counts.crawled_at, now)
        return cls(site, counts.pages, counts.passages, counts.crawled_at, age, ", ".join(notes))

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        crawled = (self.crawled_at or "")[:16].replace("T", " ")
        return (self.site, str(self.pages), str(self.passages), crawled, self.age, self.notes)


def age_in_words(moment: str | None, now: datetime) -> str:
    """How long ago a UTC ISO 8601 time was: `5 minutes`, `3 hours`, `2 days`; empty when unknown."""
    try:
        then = datetime.fromisoformat(moment or "")
    except ValueError:
        return ""
    seconds = (now - (then if then.tzinfo else then.replace(tzinfo=UTC))).total_seconds()
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count >= 1:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "just now"


def print_sites(rows: list[SiteRow], file: TextIO) -> None:
    """Write the sites: a table on a terminal, tab-separated lines with a head elsewhere."""
    if not file.isatty():
        file.write("\t".join(_HEADS) + "\n")
        for row in rows:
            file.write("\t".join(map(printable, row.cells())) + "\n")
        return
    table = Table(box=SIMPLE_HEAD)
    for head in _HEADS:
        table.add_column(head, justify="right" if head in ("pages", "passages") else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row.cells()))
    Console(file=file).print(table)
