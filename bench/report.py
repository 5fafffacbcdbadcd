"""The last line of every benchmark: its figures as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def finish(figures: dict[str, Any], path: Path | None) -> None:
    """Print the figures as one JSON line, rounded, and write the line to `path` as well."""
    line = json.dumps(_rounded(figures), ensure_ascii=False)
    print(line)
    if path is not None:
        path.write_text(line + "\n", "utf-8")


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(entry) for key, entry in value.items()}
    return value
