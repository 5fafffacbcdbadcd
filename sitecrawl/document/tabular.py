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
_VALUE = re.compile(r"table-[a-z]+(?:-[a-z]+)*")
_PROPERTY = re.compile(r"display\s*:\s*$", re.I)
_NAME = re.compile(r"\.([\w-]+)\s*")
_LONGEST_PROPERTY, _LONGEST_NAME = 40, 200
_HAS_ROWS = etree.XPath("boolean(//*[@role='row'])")
_HINTS = (b"table-row", b"tablerow")
_ROLE_HINT = re.compile(rb"role\s*=\s*[\"']?row")
_CLASSES, _STYLES = (etree.XPath(f"//@{name}", smart_strings=False) for name in ("class", "style"))
_ROWS = etree.XPath("//*[@role='row' or @style or @class][not(self::table or self::tr)]")
_GROUPS = frozenset(("tbody", "thead", "tfoot"))
_TABLE_TAGS = frozenset(("table", "tr", "td", "th", "tbody", "thead", "tfoot"))
_FEWEST = 2


def make_tables(root: Element, styles: str, source: bytes) -> None:
    """Give table tags to elements that stand in rows of cells: two rows or more of two cells or more.

    `styles` are the page's own rules, `source` is it in lower case. Whether such a table holds
    data or only places things is for the table's writer to tell.
    """
    has_roles = _ROLE_HINT.search(source) is not None and _HAS_ROWS(root)
    if not has_roles and not any(hint in source for hint in _HINTS):
        return
    displays = dict(_ruled_displays(styles)) if "table-" in styles else {}
    # frameworks rule displays that no element of the page has
    if not has_roles and not _names_rows(root, displays):
        return
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


def _ruled_displays(styles: str) -> Iterator[tuple[str, str]]:
    """Class names whose rule has a display of tables as its first, with it."""
    last = -1
    lower = styles.lower()
    for value in _VALUE.finditer(lower if len(lower) == len(styles) else styles):
        place = value.start()
        start = styles.rfind("{", 0, place)
        is_body = start > last and styles.rfind("}", start, place) < 0
        if is_body and _PROPERTY.search(styles[max(start, place - _LONGEST_PROPERTY) : place]):
            last = start
            name = _NAME.fullmatch(styles, max(styles.rfind(".", max(0, start - _LONGEST_NAME), start), 0), start)
            if name:
                yield name[1], value[0]


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
    return _part_of_classes(classes, displays) if classes else ""


def _names_rows(root: Element, displays: dict[str, str]) -> bool:
    """Whether a class or an inline style of the page makes an element a row."""
    return any(_part_of_classes(classes, displays) == "tr" for classes in set(_CLASSES(root))) or any(
        _DISPLAYS.get(found[1].lower()) == "tr" for style in set(_STYLES(root)) if (found := _DISPLAY.search(style))
    )


def _part_of_classes(classes: str, displays: dict[str, str]) -> str:
    if displays:
        ruled = next((part for name in classes.split() if (part := _DISPLAYS.get(displays.get(name, "")))), None)
        if ruled:
            return ruled
    return _named_part(classes)


@lru_cache(maxsize=20_000)
def _named_part(classes: str) -> str:
    named = _CLASS.search(classes)
    return _DISPLAYS.get(re.sub(r"^table-?(?=row|cell)", "table-", named[1].lower()), "") if named else ""
