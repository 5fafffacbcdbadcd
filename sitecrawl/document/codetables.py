"""Tables that hold code: a line a row behind its number, or several lines in a cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.characters import clean
from sitecrawl.document.code import fence, is_gutter, language_of
from sitecrawl.document.extent import all_text
from sitecrawl.document.model import Block
from sitecrawl.document.tableheads import Row, count_heads, span

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter


def is_line_table(table: Element) -> bool:
    """Whether each row of a table is a line of code behind its number."""
    rows = list(table.iter("tr"))
    return bool(rows) and all(len(row) > 1 and is_gutter(row[0]) and _is_number(row[0]) for row in rows)


def write_line_table(writer: BlockWriter, table: Element) -> None:
    """Write a table that holds a line a row as code, what stands between its tags left out."""
    writer.flush()
    written: list[str] = []
    for row in table.iter("tr"):
        cells = [cell for cell in row if not is_gutter(cell)]
        written.append(clean("".join(map(all_text, cells))).strip("\n").rstrip())
    text = "\n".join(written).strip("\n")
    writer.emit("code", fence(text, language_of(table)), writer.anchors.take())


def _is_number(cell: Element) -> bool:
    return re.fullmatch(r"[\s\d.:|]*", all_text(cell)) is not None


def holds_lines(rows: list[Row]) -> bool:
    """Whether a cell holds code of more than one line."""
    return any("\n" in all_text(code).strip() for row in rows for cell in row for code in cell.iter("pre"))


def write_labelled(writer: BlockWriter, rows: list[Row]) -> None:
    """Rows that hold code of several lines, which no cell of a pipe table can: each cell under its column's head."""
    heads = count_heads(rows, len(rows))
    labels = [_spread(writer, row) for row in rows[:heads]]
    for row in rows[heads:]:
        column = 0
        for cell in row:
            label = " ".join(dict.fromkeys(line[column] for line in labels if column < len(line) and line[column]))
            column += span(cell, "colspan")
            if writer.leaves_out(cell):
                continue
            with writer.captured() as blocks:
                writer.note_id(cell)
                writer.walk_children(cell)
            _emit_labelled(writer, label, blocks)


def _emit_labelled(writer: BlockWriter, label: str, blocks: list[Block]) -> None:
    bold = f"**{label}**" if label and "**" not in label else label
    if blocks and blocks[0].kind == "text" and bold:
        first, *others = blocks
        writer.emit("text", f"{bold}: {first.markdown}", first.anchor)
        writer.blocks.extend(others)
    elif blocks:
        if bold:
            writer.emit("text", bold, blocks[0].anchor)
        writer.blocks.extend(blocks)


def _spread(writer: BlockWriter, row: Row) -> list[str]:
    """A row's words by column."""
    return [text for cell in row for text in [writer.plain_text(cell)] * span(cell, "colspan")]
