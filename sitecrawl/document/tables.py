"""Tables as Markdown: spans expanded, header rows joined, layout tables unwrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.boxes import is_icon_box, write_box
from sitecrawl.document.codetables import holds_lines, write_labelled
from sitecrawl.document.extent import text_length
from sitecrawl.document.model import Block
from sitecrawl.document.tableheads import Row, count_heads, span
from sitecrawl.document.tree import CODE, HEADING, TABLE

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_MARKER = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+", re.M)
_LONG_CELL = 600
_PARTS = frozenset(("caption", "col", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th"))


def write_table(writer: BlockWriter, table: Element) -> None:
    """Write a table of data as a pipe table, one that only places things as what it holds."""
    writer.flush()
    caption = table.find("caption")
    if caption is not None:
        writer.walk(caption)
        writer.flush()
    _write_strays(writer, table)
    rows = list(_rows(table))
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
    if is_icon_box(cells):
        write_box(writer, cells)
        return
    if _places(writer, table, cells):
        for row, row_cells in zip(rows, cells, strict=True):
            writer.note_id(row)
            for cell in row_cells:
                _write_placed(writer, cell)
        return
    if writer.tree.holds.get(table, 0) & CODE and holds_lines(cells):
        write_labelled(writer, [row for row in cells if row])
        return
    anchor = writer.anchors.take()
    grid = _drop_empty(_grid(writer, [row for row in cells if row]))
    if grid:
        heads = count_heads([row for row in cells if row], len(grid))
        writer.emit("table", _pipe_table(grid, heads), anchor)


def _write_strays(writer: BlockWriter, holder: Element) -> None:
    """Write what stands between a table's parts; browsers show it before (HTML standard, "foster parent")."""
    writer.add_text(holder.text or "")
    for part in holder:
        if part.tag not in _PARTS:
            if not _wraps_rows(part):
                writer.walk(part)
        elif part.tag in ("thead", "tbody", "tfoot", "tr"):
            _write_strays(writer, part)
        writer.add_text(part.tail or "")
    writer.flush()


def _rows(table: Element) -> Iterator[Element]:
    """Rows of the table itself, in the order browsers show them: head, bodies, foot."""
    late: list[Element] = []
    for part in table:
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody"):
            yield from part.iterchildren("tr")
        elif part.tag == "tfoot":
            late.extend(part.iterchildren("tr"))
        elif _wraps_rows(part):
            yield from _rows(part)
    yield from late


def _wraps_rows(part: Element) -> bool:
    """Whether an element such as a form stands around rows, where browsers take no notice of it."""
    return part.tag != "table" and next(part.iterchildren("tr", "tbody"), None) is not None


def _places(writer: BlockWriter, table: Element, rows: list[Row]) -> bool:
    """Whether a table only places things side by side."""
    if table.get("role") in ("presentation", "none"):
        return True
    held = writer.tree.holds.get(table, 0)
    has_heads = any(cell.tag == "th" for row in rows for cell in row)
    if held & HEADING and any(
        writer.tree.holds.get(cell, 0) & HEADING
        for number, row in enumerate(rows)
        for cell in row
        if number or cell.tag != "th"
    ):
        return True
    filled = [[cell for cell in row if text_length(cell)] for row in rows]
    widest = max((len(row) for row in filled), default=0)
    if has_heads and widest > 1:
        return False
    if widest <= 1 and not has_heads:
        return True
    if held & TABLE or sum(bool(row) for row in filled) < 2:
        return not has_heads
    if held & CODE and holds_lines(rows):
        return True
    texts = [text_length(cell) for row in filled for cell in row]
    return not has_heads and sum(texts) > _LONG_CELL * len(texts)


def _write_placed(writer: BlockWriter, cell: Element) -> None:
    if not writer.leaves_out(cell):
        writer.note_id(cell)
        writer.walk_children(cell)
    writer.flush()


def _grid(writer: BlockWriter, rows: list[Row]) -> list[list[str]]:
    """The cells' text by row and column; a cell that spans stands in each place it covers.

    One that spans its whole row is a title of the rows below and stands once.
    """
    width = max((sum(span(cell, "colspan") for cell in row) for row in rows), default=0)
    below: dict[int, tuple[int, str]] = {}
    grid: list[list[str]] = []
    for number, row in enumerate(rows):
        line: list[str] = []
        for cell in row:
            _take_from_above(below, line)
            text = _cell_text(writer, cell)
            columns = span(cell, "colspan")
            depth = span(cell, "rowspan", most=len(rows) - number)
            for step in range(columns):
                shown = text if not step or columns < width else ""
                if depth > 1:
                    below[len(line)] = (depth - 1, shown)
                line.append(shown)
        _take_from_above(below, line)
        grid.append(line)
    widest = max((len(line) for line in grid), default=0)
    return [line + [""] * (widest - len(line)) for line in grid]


def _take_from_above(below: dict[int, tuple[int, str]], line: list[str]) -> None:
    while (found := below.pop(len(line), None)) is not None:
        left, text = found
        if left > 1:
            below[len(line)] = (left - 1, text)
        line.append(text)


def _cell_text(writer: BlockWriter, cell: Element) -> str:
    if writer.leaves_out(cell):
        return ""
    with writer.in_cell(), writer.captured() as blocks:
        writer.note_id(cell)
        writer.walk_children(cell)
    return " ".join(_flat(block) for block in blocks).replace("|", r"\|")


def _flat(block: Block) -> str:
    """A block in one line, as a cell can hold it."""
    text = block.markdown
    if block.kind == "list":
        return "; ".join(_MARKER.sub("", line).strip() for line in text.split("\n"))
    if block.kind == "table":
        rows = [line.strip("| ").split(" | ") for line in text.replace(r"\|", "/").split("\n")]
        return "; ".join(
            ": ".join(cell for cell in row if cell.strip()) for row in rows if not set("".join(row)) <= set("- |")
        )
    if block.kind == "code":
        lines = [line.strip() for line in text.split("\n")[1:-1]]
        return "`" + " ".join(lines) + "`" if "`" not in text.strip("`") else " ".join(lines)
    return re.sub(r"\s*\n\s*", " ", text)


def _drop_empty(grid: list[list[str]]) -> list[list[str]]:
    """The grid without columns that are empty throughout; rows stay for the count of heads."""
    if not grid:
        return []
    kept = [column for column in range(len(grid[0])) if any(line[column] for line in grid)]
    return [[line[column] for column in kept] for line in grid] if kept else []


def _pipe_table(grid: list[list[str]], heads: int) -> str:
    """Markdown has one header row: several are joined by column, none is left blank."""
    head = [" ".join(dict.fromkeys(cell for cell in column if cell)) for column in zip(*grid[:heads], strict=True)]
    lines = [_line(head or [""] * len(grid[0])), "|" + " --- |" * len(grid[0])]
    lines.extend(_line(row) for row in grid[heads:] if any(row))
    return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
