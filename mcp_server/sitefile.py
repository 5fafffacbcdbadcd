"""One passage file, read into a table of pages and places; texts stay on disk."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mcp_server.engine import IndexedPassage
from mcp_server.refusals import SiteChangedError
from mcp_server.visible import one_line, visible, visible_json
from sitecrawl import passagefile
from sitecrawl.passagefile import Damage, Page, Passage

SHOWN_DAMAGES = 3


class Stamp(NamedTuple):
    """What tells one version of a file from another."""

    changed: int
    size: int
    inode: int


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp of a file's status."""
    return Stamp(status.st_mtime_ns, status.st_size, status.st_ino)


@dataclass(slots=True)
class PageEntry:
    """A page in the table: its passages are `first` … `first + count - 1`.

    `place` is the offset of its line and `length` its bytes; 0 when the line is damaged. Pages that
    say nearly the same share a `near_group`.
    """

    url: str
    title: str
    description: str | None
    lang: str | None
    fetched_at: str
    stale: bool
    names: tuple[str, ...]
    first: int
    place: int
    length: int
    count: int = 0
    sections: int = 0
    near_group: str | None = None


@dataclass(slots=True)
class SiteTable:
    """The pages and passages of one version of a passage file, without the texts.

    Passages count from 0 in file order; `numbers` finds one by its id.
    """

    path: Path
    stamp: Stamp
    pages: list[PageEntry] = field(default_factory=list)
    places: array[int] = field(default_factory=lambda: array("Q"))
    lengths: array[int] = field(default_factory=lambda: array("L"))
    page_of: array[int] = field(default_factory=lambda: array("L"))
    numbers: dict[str, int] = field(default_factory=dict)
    damages: list[str] = field(default_factory=list)
    damaged: int = 0
    lacking: int = 0

    @property
    def passages(self) -> int:
        """How many passages are served."""
        return len(self.places)

    def warnings(self) -> list[str]:
        """What is wrong with the file, each with its line and the remedy."""
        said = [f"{damage} The damaged line is skipped." for damage in self.damages]
        if self.damaged > len(self.damages):
            said.append(f"{self.path}: {self.damaged} damaged lines in all; they are skipped.")
        if self.lacking and not self.damaged:
            said.append(
                f"{self.path}: {self.lacking} passages that its page lines announce are missing. Crawl the site again."
            )
        return said

    def passages_at(self, numbers: Iterable[int]) -> list[Passage]:
        """Read passages by number. Raises SiteChangedError when the file is no longer this version."""
        return [_passage(value) for value in self._values((self.places[n], self.lengths[n]) for n in numbers)]

    def facts_of(self, page: PageEntry) -> list[dict[str, Any]]:
        """The JSON-LD objects of a page, visible. Raises SiteChangedError as `passages_at` does."""
        if not page.length:
            return []
        (value,) = self._values([(page.place, page.length)])
        return [visible_json(fact) for fact in value.facts] if isinstance(value, Page) else []

    def _values(self, places: Iterable[tuple[int, int]]) -> Iterator[Page | Passage]:
        try:
            with self.path.open("rb") as file:
                if stamp_of(os.fstat(file.fileno())) != self.stamp:
                    raise SiteChangedError(f"{self.path} changed during this call. Ask again.")
                for place, length in places:
                    file.seek(place)
                    yield passagefile.decode(file.read(length), str(self.path))
        except FileNotFoundError:
            raise SiteChangedError(f"{self.path} is gone. Crawl the site again.") from None


def read_table(path: Path) -> tuple[SiteTable, Iterator[IndexedPassage]]:
    """A table, empty at first, and the passages to index: running through them fills the table.

    Raises OSError when the file cannot be opened; PassageVersionError comes from the iterator.
    """
    table = SiteTable(path, stamp_of(path.stat()))
    return table, _fill(table)


def _fill(table: SiteTable) -> Iterator[IndexedPassage]:
    announced = 0
    base = ""
    for record in passagefile.read(table.path, lambda damage: _note_damage(table, damage)):
        value = record.value
        if isinstance(value, Page):
            announced += value.passages
            table.pages.append(_page_entry(value, len(table.places), record.offset, record.length))
            base = ""
            continue
        page = _page_of(table, value)
        number = len(table.places)
        table.numbers.setdefault(value.id, number)
        table.places.append(record.offset)
        table.lengths.append(record.length)
        table.page_of.append(len(table.pages) - 1)
        page.count += 1
        if not continues(value.id, base):
            base = value.id
            page.sections += 1
        yield IndexedPassage(
            len(table.pages) - 1, page.title, value.headings, value.text, page.lang, value.anchor, value.url
        )
    table.lacking = max(0, announced - len(table.places))


def continues(identity: str, base: str) -> bool:
    """Whether the passage `identity` is a later piece of the section that begins at `base`."""
    head, tilde, piece = identity.rpartition("~")
    return bool(tilde) and piece.isascii() and piece.isdigit() and head == base


def _page_of(table: SiteTable, passage: Passage) -> PageEntry:
    """The page a passage belongs to, made up from it when the page's own line is damaged."""
    if not table.pages or table.pages[-1].url != passage.url:
        title = one_line(passage.title)
        table.pages.append(PageEntry(passage.url, title, None, None, "", False, (), len(table.places), 0, 0))
    return table.pages[-1]


def _page_entry(page: Page, first: int, place: int, length: int) -> PageEntry:
    names = [fact.get(key) for fact in page.facts for key in ("name", "headline")]
    return PageEntry(
        url=page.url,
        title=one_line(page.title),
        description=one_line(page.description, 600) if page.description else None,
        lang=one_line(page.lang, 40) if page.lang else None,
        fetched_at=one_line(page.fetched_at, 40),
        stale=page.stale,
        names=tuple(one_line(name) for name in names if isinstance(name, str)),
        first=first,
        place=place,
        length=length,
        near_group=page.near_group,
    )


def _note_damage(table: SiteTable, damage: Damage) -> None:
    table.damaged += 1
    if len(table.damages) < SHOWN_DAMAGES:
        table.damages.append(damage.reason)


def _passage(value: Page | Passage) -> Passage:
    if not isinstance(value, Passage):
        raise SiteChangedError(f"{value.url}: another record stands where a passage stood. Ask again.")
    return Passage(
        id=visible(value.id),
        url=visible(value.url),
        anchor=value.anchor,
        title=one_line(value.title),
        headings=[one_line(heading) for heading in value.headings],
        levels=[min(max(level, 1), 6) for level in value.levels],
        text=value.text,
        position=value.position,
        overlap=value.overlap,
    )
