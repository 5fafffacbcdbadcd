"""A page's passages put together again: sections, and the page's Markdown with its headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_server.sitefile import continues
from mcp_server.visible import visible
from sitecrawl.passagefile import Passage

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """A section: the passages that stood under one heading, their text joined without overlaps.

    `headings` and `levels` are the path from the outermost to the innermost heading.
    """

    id: str
    anchor: str | None
    headings: tuple[str, ...]
    levels: tuple[int, ...]
    text: str


def sections_of(passages: Sequence[Passage]) -> list[Section]:
    """The sections of a page from its passages in order."""
    groups: list[list[Passage]] = []
    for passage in passages:
        if groups and continues(passage.id, groups[-1][0].id):
            groups[-1].append(passage)
        else:
            groups.append([passage])
    return [_joined(group) for group in groups]


def page_markdown(title: str, sections: Sequence[Section]) -> str:
    """The page's text with its heading lines printed back.

    A heading line is printed where the path changes; a page without a heading of level 1 gets
    its title as one (a first heading equal to the title is not kept in the paths).
    """
    parts: list[str] = []
    if title and not any(1 in section.levels for section in sections):
        parts.append(f"# {title}")
    before: list[tuple[int, str]] = []
    for section in sections:
        path = list(zip(section.levels, section.headings, strict=False))
        same = 0
        while same < min(len(path), len(before)) and path[same] == before[same]:
            same += 1
        # two sections may bear the same path; the second one still stands under a line of its own
        same = min(same, len(path) - 1) if section is not sections[0] else same
        parts.extend(f"{'#' * level} {heading}" for level, heading in path[max(same, 0) :])
        if section.text.strip():
            parts.append(section.text.strip("\n"))
        before = path
    return "\n\n".join(parts) + "\n" if parts else ""


def with_closed_fence(text: str) -> str:
    """`text`, a code fence that is left open at its end closed (CommonMark 0.31.2, section 4.5)."""
    open_fence = ""
    for match in _FENCE.finditer(text):
        mark, rest = match[1], match[2]
        if not open_fence:
            # a backtick fence's info string holds no backtick, else it is inline code
            open_fence = "" if mark[0] == "`" and "`" in rest else mark
        elif mark.startswith(open_fence) and not rest.strip():
            open_fence = ""
    return f"{text.rstrip()}\n{open_fence}" if open_fence else text


def _joined(group: Sequence[Passage]) -> Section:
    first = group[0]
    text = first.text + "".join(passage.text[passage.overlap :] for passage in group[1:])
    return Section(first.id, first.anchor, tuple(first.headings), tuple(first.levels), visible(text))
