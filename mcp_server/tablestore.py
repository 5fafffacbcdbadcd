"""The table of a passage file kept beside its index: the next start need not read every line.

JSON, so that reading it runs no code; bound to the file's content by its digest.
"""

from __future__ import annotations

import json
import os
from array import array
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path

from mcp_server.sitefile import PageEntry, SiteTable, Stamp

VERSION = 2
FILE = "table.json"


def save_table(table: SiteTable, folder: Path, digest: str) -> None:
    """Keep `table` in `folder`, which exists; what cannot be written is no failure."""
    kept = {
        "version": VERSION,
        "digest": digest,
        "pages": [astuple(page) for page in table.pages],
        "ids": list(table.numbers.items()),
        "places": table.places.tolist(),
        "lengths": table.lengths.tolist(),
        "page_of": table.page_of.tolist(),
        "damages": table.damages,
        "damaged": table.damaged,
        "lacking": table.lacking,
    }
    part = folder / f"{FILE}.{os.getpid()}.part"
    with suppress(OSError):
        part.write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")), "utf-8", errors="replace")
        os.replace(part, folder / FILE)


def load_table(path: Path, stamp: Stamp, folder: Path, digest: str) -> SiteTable | None:
    """The table kept in `folder` for the passage file `path` with this digest, or None."""
    try:
        kept = json.loads((folder / FILE).read_bytes())
        if (kept["version"], kept["digest"]) != (VERSION, digest):
            return None
        return SiteTable(
            path=path,
            stamp=stamp,
            pages=[_page(row) for row in kept["pages"]],
            places=array("Q", kept["places"]),
            lengths=array("L", kept["lengths"]),
            page_of=array("L", kept["page_of"]),
            numbers=dict(kept["ids"]),
            damages=kept["damages"],
            damaged=kept["damaged"],
            lacking=kept["lacking"],
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _page(row: list[object]) -> PageEntry:
    page = PageEntry(*row)  # type: ignore[arg-type]  # as `save_table` wrote it, or a TypeError
    page.names = tuple(page.names)
    return page
