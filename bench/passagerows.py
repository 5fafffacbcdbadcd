"""Passages as the speed benchmark keeps them on disk: a line `[page, title, headings, text]` each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

Row = tuple[int, str, list[str], str]


def read_passages(path: Path) -> Iterator[Row]:
    """The rows of a written file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            page, title, headings, text = json.loads(line)
            yield page, title, headings, text
