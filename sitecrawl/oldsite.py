"""What the crawl before left: its pages, and where their documents stand in the snapshot."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitecrawl.errors import PassageFileError, SiteKnowledgeError
from sitecrawl.journal import SHELL, read_rows
from sitecrawl.passagefile import Page, PageRecords, Passage, decode, read
from sitecrawl.refresh import OldPage
from sitecrawl.report import read_report
from sitecrawl.sitepaths import SitePaths


@dataclass(frozen=True, slots=True)
class Known:
    """A page's validators and the offset of its event in the snapshot file."""

    etag: str | None
    last_modified: str | None
    offset: int


@dataclass(frozen=True, slots=True)
class OldSite:
    """Pages of the earlier passage file by URL, the depth and source of each, those the snapshot knows,
    and that crawl's arguments. `events` are the offsets of all that the snapshot holds, however old.
    """

    pages: dict[str, OldPage] = field(default_factory=dict)
    places: dict[str, tuple[int, str]] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)
    arguments: dict[str, object] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)


def read_old_site(paths: SitePaths) -> OldSite:
    """Read what there is; a damaged line loses its page only, a snapshot without a file counts for nothing."""
    if not paths.passages.exists():
        return OldSite()
    pages: dict[str, OldPage] = {}
    places: dict[str, tuple[int, str]] = {}
    validators: dict[str, tuple[str | None, str | None]] = {}
    for record in read(paths.passages, on_damage=lambda damage: None):
        if isinstance(record.value, Page):
            pages[record.value.url] = OldPage(record.value.hash, record.value.stale, record.value.twin_url)
            validators[record.value.url] = (record.value.etag, record.value.last_modified)
            places[record.value.url] = (record.value.depth, record.value.source)
    known: dict[str, Known] = {}
    events: dict[str, int] = {}
    for offset, row in read_rows(paths.snapshot):
        if row.get("e") == "page":
            events[row["url"]] = offset
        if row.get("text_key") and row.get("rule") != SHELL and _answers_for(row, pages, validators):
            known[row["url"]] = Known(row["etag"], row["last_modified"], offset)
    try:
        arguments: dict[str, object] = dict(read_report(paths.report).arguments)
    except SiteKnowledgeError:
        arguments = {}
    return OldSite(pages, places, known, arguments, events)


def _answers_for(
    row: dict[str, Any], pages: dict[str, OldPage], validators: dict[str, tuple[str | None, str | None]]
) -> bool:
    """Whether a snapshot's event may stand for its page: a page of the file has to be the same as there."""
    page = pages.get(row["url"])
    if page is None:
        return True
    # a snapshot of another crawl than the file's (killed between the two renames) answers for nothing
    return not page.stale and validators[row["url"]] == (row["etag"], row["last_modified"])


class OldRecords:
    """The pages of the earlier passage file, read by URL from where they stand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offsets: dict[str, int] = {}
        if path.exists():
            for record in read(path, on_damage=lambda damage: None):
                if isinstance(record.value, Page):
                    self._offsets.setdefault(record.value.url, record.offset)

    def get(self, url: str) -> PageRecords:
        """The page with its passages as they stood; KeyError for a page the file did not hold."""
        with self._path.open("rb") as file:
            file.seek(self._offsets[url])
            page = decode(file.readline().rstrip(b"\n"), str(self._path))
            assert isinstance(page, Page)
            records = PageRecords(page)
            for line in file:
                try:
                    value = decode(line.rstrip(b"\n"), str(self._path))
                except PassageFileError:
                    continue
                if not isinstance(value, Passage) or value.url != url:
                    break
                records.passages.append(value)
        return records
