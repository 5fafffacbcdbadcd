"""A document's blocks under their headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from sitecrawl.document.model import Block
from sitecrawl.passages.words import fold, has_word

_BARE_MARKER = re.compile(r"[ \t>]*(?:[-*+•◦▪‣·–—]|\d+[.)]|#{1,6})[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
# what sites put between a page's name and their own
_SUFFIX = re.compile(r"\s*[|·•»›:]+\s*\S.*|\s+[-–—/<~]+\s+\S.*", re.DOTALL)
_PREFIX = re.compile(r".*\S\s*[|·•«‹:]+\s*|.*\S\s+[-–—/>~]+\s+", re.DOTALL)


@dataclass(slots=True)
class Section:
    """Blocks that stand under one heading.

    `path` and `levels` run outermost to innermost, without the page title. `heading` is the
    innermost heading, the title's own included, None before the first. `region` as in `Block`.
    """

    path: tuple[str, ...]
    levels: tuple[int, ...]
    heading: Block | None
    region: str
    blocks: list[Block] = field(default_factory=list)


def read_sections(title: str, blocks: Iterable[Block]) -> list[Section]:
    """The sections of a page in order.

    A heading of level n closes those of level n and deeper; levels may be skipped. A first
    heading that equals the page title, a site's own suffix or prefix aside, opens no level. The
    footer stands under its own headings only. A heading with nothing under it, neither text nor
    a deeper heading, is kept as a section whose text is the heading itself; a heading with only
    deeper headings under it makes no section. Headings and blocks without a word are left out.
    """
    sections = _outline(title, _clean(blocks))
    return [section for section in sections if section.blocks]


def _outline(title: str, blocks: Sequence[Block]) -> list[Section]:
    sections: list[Section] = []
    stacks: dict[str, list[Block]] = {}
    named = False
    for block, following in zip_longest(blocks, blocks[1:]):
        stack = stacks.setdefault(block.region, [])
        ended = _close(stack, block.level or block.closes)
        if block.kind != "heading":
            if ended or not sections or sections[-1].region != block.region:
                sections.append(_section(stack, block.region))
            sections[-1].blocks.append(block)
            continue
        if not named and is_title(block.markdown, title):
            _open_title(sections, block)
        else:
            stack.append(block)
            sections.append(_section(stack, block.region))
            if _is_stub(block, following):
                sections[-1].blocks.append(replace(block, kind="text", level=0))
        named = True
    return sections


def _close(stack: list[Block], level: int) -> bool:
    """End the open headings of that level and deeper; whether there were any."""
    open_before = len(stack)
    while level and stack and stack[-1].level >= level:
        stack.pop()
    return len(stack) < open_before


def _section(stack: Sequence[Block], region: str) -> Section:
    path = tuple(block.markdown for block in stack)
    levels = tuple(block.level for block in stack)
    return Section(path, levels, stack[-1] if stack else None, region)


def _open_title(sections: list[Section], block: Block) -> None:
    """The title's heading: text before it belongs to the title as well."""
    if sections and sections[-1].region == block.region:
        sections[-1].heading = block
    else:
        sections.append(Section((), (), block, block.region))


def _is_stub(heading: Block, following: Block | None) -> bool:
    if following is None or following.region != heading.region:
        return True
    ends = following.level or following.closes
    return bool(ends) and ends <= heading.level


def is_title(heading: str, title: str) -> bool:
    """Whether the heading names the page as its title does, folded, the site's name left out."""
    name, whole = fold(heading), fold(title)
    if not name or name == whole:
        return bool(name)
    if whole.startswith(name):
        return _SUFFIX.fullmatch(whole, len(name)) is not None
    return whole.endswith(name) and _PREFIX.fullmatch(whole, 0, len(whole) - len(name)) is not None


def _clean(blocks: Iterable[Block]) -> list[Block]:
    return [block for block in map(_cleaned, blocks) if has_word(block.markdown)]


def _cleaned(block: Block) -> Block:
    level = block.level
    if block.kind == "heading":
        markdown, level = " ".join(block.markdown.split()), min(max(level, 1), 6)
    elif block.kind in ("code", "math", "table"):
        markdown = block.markdown.strip("\n")
    else:
        markdown = without_bare_markers(block.markdown).strip("\n")
    if markdown == block.markdown and level == block.level:
        return block
    return replace(block, markdown=markdown, level=level)


def without_bare_markers(markdown: str) -> str:
    """The Markdown without lines that hold a list marker only, those in fences apart.

    An indented line under such a marker moves up beside it.
    """
    kept: list[str] = []
    marker = fence = ""
    for line in markdown.split("\n"):
        found = _FENCE.match(line)
        if not fence and _BARE_MARKER.fullmatch(line):
            marker = line.rstrip()
            continue
        if marker and not line.strip():
            continue
        kept.append(line if fence else _beside(marker, line))
        marker = ""
        if found:
            fence = "" if fence and found[1].startswith(fence) else fence or found[1]
    return "\n".join(kept)


def _beside(marker: str, line: str) -> str:
    """The line moved up to the bare marker that it continues, or as it is."""
    indent = len(line) - len(line.lstrip())
    continues = marker and indent > len(marker) - len(marker.lstrip()) and not _ITEM.match(line)
    return f"{marker} {line.lstrip()}" if continues else line
