"""Tables made of other elements: ARIA roles and CSS `display: table` turned into table elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree
from lxml.etree import _Element as Element

_ROLES = {"row": "tr", "cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th", "rowgroup": "tbody"}
_DISPLAYS = {
    "table-row": "tr",
    "table-cell": "td",
    "table-row-group": "tbody",
    "table-header-group": "thead",
    "table-footer-group": "tfoot",
}
_DISPLAY = re.compile(r"(?:^|;)\s*display\s*:\s*(table(?:-[a-z]+)*)", re.I)
# class names of their own that sites and frameworks give to the same displays
_CLASS = re.compile(r"(?:^|\s)(?:d-|div-?)?(table-?(?:row|cell)|table-(?:header|row|footer)-group)(?:\s|$)", re.I)
_RULE = re.compile(r"\.([\w-]+)\s*\{[^{}]*?display\s*:\s*(table-[a-z]+(?:-[a-z]+)*)", re.I)
_HAS_ROWS = etree.XPath("boolean(//*[@role='row'])")
_HINTS = (b"table-row", b"tablerow")
_ROWS = etree.XPath("//*[@role='row' or @style or @class][not(self::table or self::tr)]")
_GROUPS = frozenset(("tbody", "thead", "tfoot"))
_TABLE_TAGS = frozenset(("table", "tr", "td", "th", "tbody", "thead", "tfoot"))
_FEWEST = 2


def make_tables(root: Element, styles: str, source: bytes) -> None:
    """Give table tags to elements that stand in rows of cells: two rows or more of two cells or more.

    `styles` are the page's own rules, `source` is it in lower case. Whether such a table holds
    data or only places things is for the table's writer to tell.
    """
    if not any(hint in source for hint in _HINTS) and not _HAS_ROWS(root):
        return
    displays = {name: display.lower() for name, display in _RULE.findall(styles)} if "table-" in styles else {}
    holders: dict[Element, list[Element]] = {}
    for row in _ROWS(root):
        holder = row.getparent()
        if holder is not None and _part(row, displays) == "tr":
            group = _part(holder, displays) in _GROUPS
            outer = holder.getparent() if group else holder
            if outer is not None:
                holders.setdefault(outer, []).append(row)
    for holder, rows in holders.items():
        if (
            holder.tag not in _TABLE_TAGS
            and sum(len(list(_cells(row, displays))) >= _FEWEST for row in rows) >= _FEWEST
        ):
            _retag(holder, rows, displays)


def _retag(holder: Element, rows: list[Element], displays: dict[str, str]) -> None:
    holder.tag = "table"
    holder.attrib.pop("role", None)
    for row in rows:
        for cell in _cells(row, displays):
            cell.tag = _part(cell, displays)
        group = row.getparent()
        if group is not None and group is not holder:
            group.tag = _part(group, displays)
        row.tag = "tr"


def _cells(row: Element, displays: dict[str, str]) -> Iterator[Element]:
    return (child for child in row.iterchildren("*") if _part(child, displays) in ("td", "th"))


def _part(element: Element, displays: dict[str, str]) -> str:
    """The table tag that an element stands for, or an empty string."""
    role = _ROLES.get(element.get("role") or "")
    if role:
        return role
    style = element.get("style")
    found = _DISPLAY.search(style) if style else None
    if found:
        return _DISPLAYS.get(found[1].lower(), "")
    classes = element.get("class")
    if not classes:
        return ""
    if displays:
        ruled = next((part for name in classes.split() if (part := _DISPLAYS.get(displays.get(name, "")))), None)
        if ruled:
            return ruled
    return _named_part(classes)


@lru_cache(maxsize=20_000)
def _named_part(classes: str) -> str:
    named = _CLASS.search(classes)
    return _DISPLAYS.get(re.sub(r"^table-?(?=row|cell)", "table-", named[1].lower()), "") if named else ""
