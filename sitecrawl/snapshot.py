"""The page events behind a published file, kept for the next crawl's conditional requests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from sitecrawl.journal import read_rows
from sitecrawl.sitepaths import SitePaths


def write_snapshot(paths: SitePaths, urls: Iterable[str], fresh: Mapping[str, int]) -> None:
    """Keep one event for each page of the file: this crawl's, at its journal offset, or the earlier one's."""
    part = paths.snapshot.with_name(paths.snapshot.name + ".part")
    earlier = {row["url"]: offset for offset, row in read_rows(paths.snapshot) if row.get("e") == "page"}
    with part.open("wb") as out:
        for url in sorted(urls):
            source, offset = (paths.journal, fresh[url]) if url in fresh else (paths.snapshot, earlier.get(url, -1))
            if offset >= 0:
                with source.open("rb") as file:
                    file.seek(offset)
                    out.write(file.readline())
        out.flush()
        os.fsync(out.fileno())
    os.replace(part, paths.snapshot)
