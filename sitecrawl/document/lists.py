"""Lists: markers, numbers and nesting."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.contents import drop_title
from sitecrawl.document.model import Block
from sitecrawl.document.tree import HEADING

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

# what an item cannot hold without losing its form where the list is cut
_HEAVY = frozenset(("code", "table", "heading", "math", "definitions"))
_MOST_PARAGRAPHS = 4


def write_list(writer: BlockWriter, element: Element) -> None:
    """Write a list; one whose items have headings is a row of sections.

    An item with code, tables or many paragraphs is written as blocks of their own behind the
    item's first line, so that nothing in it is indented.
    """
    writer.flush()
    if writer.contents.is_list(element):
        drop_title(writer.blocks)
        return
    if writer.tree.holds.get(element, 0) & HEADING:
        writer.walk_children(element)
        writer.flush()
        return
    written: list[str] = []
    anchor: str | None = None
    number = _first_number(element)
    step = -1 if element.get("reversed") is not None else 1
    for child in element:
        if not isinstance(child.tag, str):
            continue
        number = _given_number(child, number)
        with writer.captured() as blocks:
            writer.walk(child) if child.tag != "li" else _write_item(writer, child)
        if not blocks:
            continue
        marker = "" if child.tag != "li" else f"{number}. " if element.tag == "ol" else "- "
        number += step if child.tag == "li" else 0
        if _is_heavy(blocks):
            _emit(writer, written, anchor)
            written, anchor = [], None
            _write_heavy(writer, marker, blocks)
        else:
            anchor = anchor if written else blocks[0].anchor
            written.append(_item(marker, blocks))
    _emit(writer, written, anchor)


def _write_item(writer: BlockWriter, item: Element) -> None:
    from sitecrawl.document.marks import walk_spaced

    if writer.leaves_out(item):
        return
    writer.note_id(item)
    walk_spaced(writer, item)


def _first_number(element: Element) -> int:
    start = (element.get("start") or "").strip()
    if start.lstrip("-").isdecimal():
        return int(start)
    return sum(1 for item in element if item.tag == "li") if element.get("reversed") is not None else 1


def _given_number(item: Element, number: int) -> int:
    value = (item.get("value") or "").strip()
    return int(value) if item.tag == "li" and value.lstrip("-").isdecimal() else number


def _is_heavy(blocks: list[Block]) -> bool:
    return (
        any(block.kind in _HEAVY for block in blocks)
        or sum(block.kind == "text" for block in blocks) > _MOST_PARAGRAPHS
    )


def _write_heavy(writer: BlockWriter, marker: str, blocks: list[Block]) -> None:
    first, *others = blocks
    if first.kind == "text" and marker:
        first = Block("list", _item(marker, [first]), 0, first.anchor, closes=first.closes)
    writer.blocks.extend([first, *others])


def _item(marker: str, blocks: list[Block]) -> str:
    parts = [blocks[0].markdown]
    for block in blocks[1:]:
        parts += ["\n" if block.kind == "list" else "\n\n", block.markdown]
    if blocks[0].kind == "list":
        return textwrap.indent("".join(parts), "  ") if marker else "".join(parts)
    indented = textwrap.indent("".join(parts), " " * len(marker))
    return marker + indented[len(marker) :]


def _emit(writer: BlockWriter, written: list[str], anchor: str | None) -> None:
    if written:
        writer.emit("list", "\n".join(written), anchor)
