"""Boxes drawn as tables: an icon beside a label and a text (the notes and warnings of DocBook)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.extent import text_length
from sitecrawl.document.inline import escape
from sitecrawl.document.tableheads import Row

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_MOST_ROWS = 3
_LONGEST_LABEL = 80


def is_icon_box(rows: list[Row]) -> bool:
    """Whether a table puts one text, perhaps under a short label, beside a picture."""
    icons = [cell for row in rows for cell in row if _is_icon(cell)]
    filled = [[cell for cell in row if text_length(cell)] for row in rows]
    texts = [row for row in filled if row]
    return len(icons) == 1 and 1 <= len(texts) <= _MOST_ROWS and all(len(row) == 1 for row in texts)


def write_box(writer: BlockWriter, rows: list[Row]) -> None:
    """Write a box's label as a bold line and its text below; the icon says the same as the label."""
    for row in rows:
        for cell in row:
            if _is_icon(cell) or writer.leaves_out(cell):
                continue
            writer.note_id(cell)
            label = writer.plain_text(cell) if cell.tag == "th" else ""
            if label and len(label) <= _LONGEST_LABEL:
                writer.emit("text", f"**{escape(label)}**", writer.anchors.take())
            else:
                writer.walk_children(cell)
            writer.flush()


def _is_icon(cell: Element) -> bool:
    return not text_length(cell) and next(cell.iter("img"), None) is not None
