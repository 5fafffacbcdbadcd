"""Fonts whose file says nothing of a space: word gaps are told by a space's usual width then."""

from __future__ import annotations

from typing import Any

_SPACE = 32
_USUAL_WIDTH = 250  # thousandths of the size
_DEEPEST = 4


def settle_space_widths(page: Any) -> None:
    """Give the fonts of a pypdf page a space of usual width where theirs is wider, typewriter faces apart.

    TeX's fonts have no space: the width that stands in its place is another sign's, and words set
    tightly would run together.
    """
    _settle(_resolved(page.get("/Resources")), 0, set())


def _settle(resources: Any, depth: int, seen: set[int]) -> None:
    if not isinstance(resources, dict) or depth > _DEEPEST or id(resources) in seen:
        return
    seen.add(id(resources))
    for font in _values(resources, "/Font"):
        _settle_font(font)
    for form in _values(resources, "/XObject"):
        if form.get("/Subtype") == "/Form":
            _settle(_resolved(form.get("/Resources")), depth + 1, seen)


def _settle_font(font: Any) -> None:
    from pypdf.generic import ArrayObject, NameObject, NumberObject

    if font.get("/Subtype") == "/Type0":
        for inner in _resolved(font.get("/DescendantFonts")) or ():
            held = _resolved(inner)
            widths = _resolved(held.get("/W")) if isinstance(held, dict) else None
            if isinstance(widths, list):
                entry = [NumberObject(_SPACE), NumberObject(_SPACE), NumberObject(_USUAL_WIDTH)]
                held[NameObject("/W")] = ArrayObject([*widths, *entry])
        return
    widths, first = _resolved(font.get("/Widths")), _resolved(font.get("/FirstChar"))
    if not isinstance(widths, list) or not isinstance(first, int):
        return
    place = _SPACE - first
    known = {width for width in map(_resolved, widths) if isinstance(width, int | float) and width}
    if 0 <= place < len(widths) and len(known) > 1 and _is_wide(widths[place]):
        font[NameObject("/Widths")] = ArrayObject([*widths[:place], NumberObject(_USUAL_WIDTH), *widths[place + 1 :]])


def _is_wide(width: Any) -> bool:
    value = _resolved(width)
    return isinstance(value, int | float) and value > _USUAL_WIDTH


def _values(resources: Any, name: str) -> list[Any]:
    held = _resolved(resources.get(name))
    found = map(_resolved, held.values()) if isinstance(held, dict) else ()
    return [each for each in found if isinstance(each, dict)]


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value
