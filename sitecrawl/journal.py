"""The journal of a crawl: what happened, one JSON line an event, appended as it happens.

A killed crawl leaves its journal; the same command reads it and asks again only for what was in
flight. A crawl that ended well leaves its page events as the snapshot of the site, from which the
next crawl answers a 304 (links to follow, blocks to chunk).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO

from sitecrawl.document.model import Block, Document, Link
from sitecrawl.passages.duplicates import KEY_VERSION, near_key

JOURNAL_VERSION = 1

SHELL, NO_TEXT = "client-rendered shell", "no text"  # rules of pages that a browser may fill


@dataclass(frozen=True, slots=True)
class PageEvent:
    """A page that answered: `asked` is the address requested, `url` the one that answered.

    `index` is False with `rule` when the owner's word (or its nature) keeps it out of the file.
    `not_modified` says that the document is that of the crawl before. The keys and the number of
    words are those of the document's text: see `passages.duplicates`. `twin` is where the text was
    read when that is not the page itself.
    """

    asked: str
    url: str
    status: int
    depth: int
    source: str
    content_type: str
    fetched_at: str
    fetched_with: str
    etag: str | None
    last_modified: str | None
    document: Document
    index: bool = True
    follow: bool = True
    rule: str | None = None
    not_modified: bool = False
    parent: str | None = None
    text_key: str = ""
    near_key: int = 0
    words: int = 0
    modified_at: str | None = None
    twin: str | None = None


_PAGE = tuple(field.name for field in fields(PageEvent))
_DOCUMENT = tuple(field.name for field in fields(Document))
_BLOCK = tuple(field.name for field in fields(Block))


def event_of(page: PageEvent) -> dict[str, Any]:
    """The JSON form of a page event."""
    # `asdict` copies every block and link deeply, which costs as much as reading the page
    document = {name: getattr(page.document, name) for name in _DOCUMENT}
    document["blocks"] = [[getattr(block, name) for name in _BLOCK] for block in page.document.blocks]
    document["links"] = [[link.url, link.text, link.nofollow] for link in page.document.links]
    row = {name: getattr(page, name) for name in _PAGE}
    return {"e": "page", "key_version": KEY_VERSION, **row, "document": document}


def page_of(row: dict[str, Any]) -> PageEvent:
    """The page event of its JSON form; the inverse of `event_of`."""
    version = row.get("key_version")
    row = {key: value for key, value in row.items() if key not in {"e", "redirects", "key_version"}}
    document = dict(row["document"])
    document["blocks"] = tuple(Block(*block) for block in document["blocks"])
    if version != KEY_VERSION:
        # a page that stays the same keeps its event for years, and its key has to fit those of other pages
        row["near_key"] = near_key(document["blocks"])
    document["links"] = tuple(Link(*link) for link in document["links"])
    document["robots"] = tuple((name, value) for name, value in document["robots"])
    document["facts"] = tuple(document["facts"])
    document["shell"] = tuple(document["shell"])
    document["resources"] = tuple(document["resources"])
    return PageEvent(**{**row, "document": Document(**document)})


def remark_of(row: dict[str, Any]) -> str | None:
    """What the report says of a page beside its rule: how it was read, or why it is taken for a shell."""
    document = row["document"]
    return document.get("remark") or ("; ".join(document["shell"]) if row["rule"] == SHELL else None)


class Journal:
    """An append-only file of events; a half-written last line is cut off when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        _cut_broken_tail(path)
        self._file: FileIO = path.open("ab", buffering=0)

    def append(self, row: dict[str, Any]) -> int:
        """Write one event and hand it to the operating system, so that a killed process loses none.

        Returns its byte offset. Raises OSError when the disk is full; the journal is then as it was.
        """
        offset = self._file.seek(0, os.SEEK_END)
        # half a surrogate pair (JSON-LD may hold one) is no UTF-8, but its escape is JSON
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
        left = memoryview(line + b"\n")
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError:
            self._file.truncate(offset)
            raise
        return offset

    def close(self) -> None:
        """Close the file; nothing can be appended any more."""
        self._file.close()

    def clear(self) -> None:
        """Begin anew: forget every event."""
        self._file.truncate(0)

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Events in order, each with its byte offset."""
        yield from read_rows(self.path)


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Events of a journal or snapshot file, each with its byte offset; a broken line is passed over."""
    if not path.exists():
        return
    offset = 0
    with path.open("rb") as file:
        for line in file:
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if isinstance(row, dict):
                yield offset, row
            offset += len(line)


def read_row(file: BinaryIO, offset: int) -> dict[str, Any]:
    """The event that stands at a byte offset."""
    file.seek(offset)
    row: dict[str, Any] = json.loads(file.readline())
    return row


def _cut_broken_tail(path: Path) -> None:
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) == b"\n":
            return
        data_end = file.tell()
        while data_end > 0:
            step = min(65536, data_end)
            file.seek(data_end - step)
            cut = file.read(step).rfind(b"\n")
            if cut >= 0:
                file.truncate(data_end - step + cut + 1)
                return
            data_end -= step
        file.truncate(0)
