"""The lines of a passage that show why it was found."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

MOST_LINES = 4
WIDTH = 300


def excerpt_of(text: str, terms: Sequence[str]) -> list[str]:
    """At most four lines of `text` in order: those that hold most of `terms`, a table's header with its row."""
    lines = [line.strip() for line in text.split("\n") if re.search(r"\w", line)]
    stems = [term.casefold()[: max(4, len(term) - 3)] for term in terms]
    best = sorted(range(len(lines)), key=lambda number: -sum(stem in lines[number].casefold() for stem in stems))
    chosen = set(best[:MOST_LINES])
    if any(lines[number].startswith("|") for number in chosen):
        header = next(number for number, line in enumerate(lines) if line.startswith("|"))
        chosen = {header, *best[: MOST_LINES - 1]}
    return [textwrap.shorten(lines[number], WIDTH, placeholder=" …") for number in sorted(chosen)]
