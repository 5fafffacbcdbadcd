"""Header rows of a table, and how far its cells reach."""

from __future__ import annotations

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text
from sitecrawl.document.tree import HEADING_TAGS

_MOST_SPAN = 60
Row = list[Element]


def count_heads(rows: list[Row], height: int) -> int:
    """How many leading rows are header rows."""
    count = 0
    for row in rows:
        parent = row[0].getparent()
        group = None if parent is None else parent.getparent()
        in_thead = group is not None and group.tag == "thead"
        if in_thead or (all(cell.tag == "th" for cell in row) and not (count and _is_title(row))):
            count += 1
        else:
            break
    if count == height and height > 1:
        return 1
    if not count and height > 1 and len(rows[0]) > 1 and all(_is_bold(cell) for cell in rows[0]):
        return 1
    return count


def span(cell: Element, name: str, most: int = _MOST_SPAN) -> int:
    """How many columns or rows a cell covers by its attribute `name`."""
    value = (cell.get(name) or "").strip()
    if not value.isdecimal():
        return 1
    # HTML standard: rowspan 0 reaches to the end of the rows
    return min(int(value), most, 65534) or (most if name == "rowspan" else 1)


def _is_title(row: Row) -> bool:
    """Whether one cell spans the row: below the head it names the rows that follow, and is no column's head."""
    return len(row) == 1 and span(row[0], "colspan") > 1


def _is_bold(cell: Element) -> bool:
    text = all_text(cell).strip()
    return bool(text) and any(all_text(mark).strip() == text for mark in cell.iter("b", "strong", *HEADING_TAGS))
