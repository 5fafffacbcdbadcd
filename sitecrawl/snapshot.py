"""The page events behind a published file, kept for the next crawl's conditional requests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from sitecrawl.journal import read_rows
from sitecrawl.sitepaths import SitePaths


def write_snapshot(paths: SitePaths, urls: Iterable[str], fresh: Mapping[str, int]) -> Path:
    """Keep one event for each page of the file: this crawl's, at its journal offset, or the earlier one's.

    Returns the finished file, which is to be renamed to `paths.snapshot` once the passage file is published.
    """
    part = part_of(paths.snapshot)
    earlier = {row["url"]: offset for offset, row in read_rows(paths.snapshot) if row.get("e") == "page"}
    with part.open("wb") as out:
        for url in sorted({*urls, *fresh}):
            source, offset = (paths.journal, fresh[url]) if url in fresh else (paths.snapshot, earlier.get(url, -1))
            if offset >= 0:
                with source.open("rb") as file:
                    file.seek(offset)
                    out.write(file.readline())
        out.flush()
        os.fsync(out.fileno())
    return part


def part_of(path: Path) -> Path:
    """Where a file is written before it takes its place."""
    return path.with_name(path.name + ".part")
