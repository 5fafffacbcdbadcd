"""Hidden text: what people cannot see and no control on the page opens."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element as Element

from sitecrawl.document.extent import text_length
from sitecrawl.document.stylesheet import Stylesheet
from sitecrawl.document.tree import PageTree

_OPENED = re.compile(
    r"accordion|collaps|faq|tab[-_]?(?:s|pane|panel|content|item|body)?(?:$|[-_ ])|toggle|expand|answer"
    r"|panel|reveal|spoiler|"
    r"disclosure|read-?more|show-?more|slide|carousel|dropdown-content|details",
    re.I,
)
_TRIGGER = re.compile(
    r"accordion|collaps|faq|toggle|question|expand|trigger|read-?more|show-?more|tab(?:$|[-_ ])", re.I
)
_FAR = re.compile(
    r"(?:^|;)(?:left|right|top|bottom|margin-left|text-indent):-(?:\d{4,}|9\d\d)(?:\.\d+)?(?:px)?(?:;|$)"
    r"|(?:left|top|right|text-indent):-\d{2,}(?:r?em|vw|vh)(?:;|$)"
)
_NO_SIZE = re.compile(r"(?:^|;)(?:(?:max-)?(?:height|width):[01](?:px)?(?:;|$))")
_LONGEST_HIDDEN = 1_000
_ANIMATED = re.compile(r"transform|will-change|transition|animation|filter")
_COLOUR = re.compile(r"(?:^|;)color:([^;]+)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;]+)")
_WHITE = {"white", "#fff", "#ffffff", "rgb(255,255,255)", "rgba(255,255,255,1)", "#ffff", "#ffffffff"}
_BLACK = {"black", "#000", "#000000", "rgb(0,0,0)", "rgba(0,0,0,1)"}
_SCREEN_READERS = frozenset(
    {
        "sr-only",
        "visually-hidden",
        "visuallyhidden",
        "screen-reader-text",
        "u-visually-hidden",
        "screenreader-only",
        "a11y-hidden",
        "show-for-sr",
        "visually-hidden-focusable",
    }
)


class Visibility:
    """Tells for one page which elements people cannot see."""

    def __init__(self, tree: PageTree) -> None:
        self._tree = tree
        self._sheet = Stylesheet(tree.styles)

    def is_hidden(self, element: Element, attributes: dict[str, str]) -> bool:
        """Whether an element is hidden and nothing opens it."""
        hidden = (
            ("hidden" in attributes and attributes["hidden"].lower() != "until-found")
            or ("style" in attributes and self._hides(element, attributes["style"]))
            or attributes.get("aria-hidden") == "true"
            or (bool(self._sheet) and self._sheet.hides(attributes.get("id"), attributes.get("class")))
            or (element.tag == "dialog" and "open" not in attributes)
        )
        return hidden and not self._is_opened(element, attributes) and not self._wraps_page(element)

    def is_for_screen_readers(self, attributes: dict[str, str]) -> bool:
        """Whether a class hides the element from sight and keeps it for screen readers."""
        return "class" in attributes and _is_for_screen_readers(attributes["class"])

    def _wraps_page(self, element: Element) -> bool:
        """Whether most of the page is in it: then a script shows it once the page is loaded."""
        length = text_length(element)
        return length > _LONGEST_HIDDEN and 2 * length > self._tree.length

    def _hides(self, element: Element, style: str) -> bool:
        how = _judge(style)
        if how == "text":
            return bool((element.text or "").strip())
        if how == "opacity":
            # sites that fade in on scrolling mark the element for their script
            return not any(
                name.startswith(("data-w-id", "data-aos", "data-framer", "data-scroll")) for name in element.attrib
            )
        return how == "all" or _same_colour(element, style)

    def _is_opened(self, element: Element, attributes: dict[str, str]) -> bool:
        if "hidden" not in attributes and "style" not in attributes and attributes.get("aria-hidden") == "true":
            return bool(self._names(attributes) & self._tree.controlled) or _reads_as_opened(attributes)
        if attributes.get("role") == "tabpanel" or _reads_as_opened(attributes) or self._is_controlled(attributes):
            return True
        parent = element.getparent()
        before = element.getprevious()
        if before is None and parent is not None:
            before = parent.getprevious()
        if before is not None and _is_trigger(before):
            return True
        return _inside_opened(element) or (parent is not None and _reads_as_opened(dict(parent.items())))

    def _is_controlled(self, attributes: dict[str, str]) -> bool:
        names = self._names(attributes)
        return (
            bool(names)
            and (not names.isdisjoint(self._tree.controlled) or any(name in self._tree.scripts for name in names))
            and "role" not in attributes
        )

    def _names(self, attributes: dict[str, str]) -> set[str]:
        return {attributes["id"]} if attributes.get("id") else set()


@lru_cache(maxsize=20_000)
def _is_for_screen_readers(classes: str) -> bool:
    return not _SCREEN_READERS.isdisjoint(classes.split())


@lru_cache(maxsize=4096)
def _judge(style: str) -> str:
    """How an inline style hides: all, text (only the element's own), opacity, or not."""
    plain = re.sub(r"\s+|!important", "", style.lower())
    if "display:none" in plain or "visibility:hidden" in plain or "visibility:collapse" in plain:
        return "all"
    if re.search(r"opacity:0(?:\.0+|%)?(?:;|$)", plain) and not _ANIMATED.search(plain):
        return "opacity"
    if ("position:absolute" in plain or "position:fixed" in plain or "text-indent" in plain) and _FAR.search(plain):
        return "all"
    if (
        "clip:rect(0" in plain
        or "clip:rect(1px,1px" in plain
        or "clip-path:inset(50%" in plain
        or "clip-path:inset(100%" in plain
    ):
        return "all"
    if "overflow:hidden" in plain and _NO_SIZE.search(plain):
        return "all"
    if "scale(0)" in plain:
        return "all"
    return (
        "text"
        if re.search(r"font-size:(?:0|1)(?:\.0+)?(?:px|pt|em|rem|%)?(?:;|$)", plain)
        and "font-size:1em" not in plain
        and "font-size:1rem" not in plain
        else ""
    )


def _same_colour(element: Element, style: str) -> bool:
    plain = re.sub(r"\s+|!important", "", style.lower())
    colour = _COLOUR.search(plain)
    if colour is None:
        return False
    if colour[1] == "transparent":
        return "background" not in plain
    holder: Element | None = element
    while holder is not None:
        own = re.sub(r"\s+", "", (holder.get("style") or "").lower())
        ground = _BACKGROUND.search(own)
        value = ground[1] if ground else (holder.get("bgcolor") or "").lower()
        if value:
            return _colour(value) == _colour(colour[1])
        holder = holder.getparent()
    return False


def _colour(value: str) -> str:
    return "white" if value in _WHITE else "black" if value in _BLACK else value


def _reads_as_opened(attributes: dict[str, str]) -> bool:
    return _OPENED.search(f"{attributes.get('class', '')} {attributes.get('id', '')}") is not None


def _is_trigger(element: Element) -> bool:
    """Whether an element, or one directly in it, is a control that opens what follows."""
    for candidate in (element, *element[:2]):
        if candidate.tag in ("button", "summary", "label") or candidate.get("role") in ("button", "tab"):
            return True
        if candidate.get("aria-expanded") or candidate.get("onclick") or candidate.get("data-toggle"):
            return True
        if _TRIGGER.search(f"{candidate.get('class') or ''} {candidate.get('id') or ''}"):
            return True
    return False


def _inside_opened(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == "details"
