"""Admonitions, details and tabs of Python-Markdown: their indented content is text, not code."""

from __future__ import annotations

import re
from collections.abc import Iterator

# https://python-markdown.github.io/extensions/admonition/ and pymdownx's details and tabbed
_MARKER = re.compile(r" *(?:!!!|\?\?\?\+?|===[!+]?) +[\w\"']")
_FENCE = re.compile(r" *(`{3,}|~{3,})")
_STEP = 4


def unindent_admonitions(text: str) -> str:
    """The text with what stands under `!!! note`, `??? note` and `=== "Tab"` moved left by its four spaces."""
    return "\n".join(_moved(text.split("\n"))) if _MARKER.search(text) else text


def _moved(lines: list[str]) -> Iterator[str]:
    markers: list[int] = []
    fence = ""
    for line in lines:
        own = len(line) - len(line.lstrip(" "))
        blank = not line.strip()
        while markers and not blank and not fence and own < markers[-1] + _STEP:
            markers.pop()
        moved = "" if blank else line[min(own, _STEP * len(markers)) :]
        mark = _FENCE.match(moved)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not moved[mark.end() :].strip()
            fence = "" if closes else fence
        elif mark is not None:
            fence = mark[1]
        yield moved
        if not fence and not blank and _MARKER.match(moved):
            markers.append(own)
            yield ""
