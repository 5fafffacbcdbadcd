"""Stretches of Markdown that a cut may not fall into: links, inline code, emphasis, formulas."""

from __future__ import annotations

import re
from bisect import bisect_right

# quantifiers are possessive or bounded: page text must not make the match quadratic
_SPAN = re.compile(
    r"""
      (?P<tick>`++)(?P<code>(?:(?!(?P=tick)).){1,2000}?)(?P=tick)(?!`)
    | !?\[(?:[^\[\]\\]|\\.|!?\[(?:[^\[\]\\]|\\.){0,500}+\](?:\([^()\s]{0,2000}+\))?){0,2000}+\]
      \((?:[^()\\\s]|\\.|\([^()\s]{0,500}+\))*+(?:\s++"(?:[^"\\]|\\.){0,500}+")?\)
    | <[a-z][a-z0-9+.-]{1,31}:[^<>\s]++>
    | (?P<mark>\*\*|__|~~)(?=\S)(?:(?!(?P=mark)).){1,400}?(?P=mark)
    | \$(?=\S)[^$\n]{1,200}(?<=\S)\$(?!\d)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


class Spans:
    """The protected stretches of one text."""

    def __init__(self, text: str) -> None:
        found = [match.span() for match in _SPAN.finditer(text)]
        self._starts = [start for start, _ in found]
        self._ends = [end for _, end in found]

    def around(self, offset: int) -> tuple[int, int] | None:
        """The stretch that a cut at `offset` would fall into, or None."""
        at = bisect_right(self._starts, offset - 1) - 1
        if at >= 0 and self._starts[at] < offset < self._ends[at]:
            return self._starts[at], self._ends[at]
        return None

    def splits(self, offset: int) -> bool:
        """Whether a cut at `offset` would fall into a protected stretch."""
        return self.around(offset) is not None
