"""Anchors: which id opens the page at a block."""

from __future__ import annotations

import re

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.extent import text_length
from sitecrawl.document.region import own_text, whole_document
from sitecrawl.document.tree import HEADING_TAGS, PageTree

_LANDMARKS = frozenset(("html", "body", "main"))
_SECTION = re.compile(r"(?:^|\s)(?:section|sect\d|chapter|appendix|refentry|refsect\d|part|topic)(?:\s|$)", re.I)
_WORD = re.compile(r"[^\W_]{3,}")
_WHOLE_SHARE = 0.8
_HEADINGS = frozenset(HEADING_TAGS)


class AnchorTrail:
    """Follows the ids met in reading order.

    A block takes the id met since the last text (its own, a section's that begins with it, an
    `<a name>` just before it); without one the nearest id before it.
    """

    def __init__(self) -> None:
        self._pending: str | None = None
        self._last: str | None = None

    def see(self, identifier: str) -> None:
        """Note an id at this place."""
        self._pending = identifier

    def take(self) -> str | None:
        """The anchor of text that begins here."""
        if self._pending is not None:
            self._last, self._pending = self._pending, None
        return self._last

    def settle_on(self, identifier: str) -> None:
        """A block named its own id."""
        self._last, self._pending = identifier, None


class Wrappers:
    """Tells ids of places from those of the page's scaffolding (`#root`, `#main-content`)."""

    def __init__(self, tree: PageTree) -> None:
        self._tree = tree
        self._page_text: int | None = None

    def is_wrapper(self, element: Element, identifier: str, holds_headings: bool) -> bool:
        """Whether an element's id names no place: it holds several headings without beginning with one, or
        the whole page without being the section of its first heading.
        """
        if not len(element):
            return False
        tag = str(element.tag)
        if tag in _LANDMARKS or element.get("role") == "main" or self._holds_page(element):
            return not self._is_section(element, identifier)
        return holds_headings and not _begins_with_heading(element) and _has_several_headings(element)

    def _holds_page(self, element: Element) -> bool:
        if self._page_text is None:
            self._page_text = own_text(whole_document(self._tree))
        return text_length(element) >= _WHOLE_SHARE * self._page_text

    def _is_section(self, element: Element, identifier: str) -> bool:
        first = next(element.iter(*HEADING_TAGS), None)
        if first is None or not _begins_with_heading(element):
            return False
        if element.tag == "section" or _SECTION.search(element.get("class") or ""):
            return True
        words = set(_WORD.findall("".join(first.itertext()).casefold()))
        return not words.isdisjoint(_WORD.findall(identifier.casefold()))


def _begins_with_heading(element: Element) -> bool:
    for event, inner in etree.iterwalk(element, events=("start", "end")):
        if event == "start" and inner.tag in _HEADINGS:
            return True
        text = inner.text if event == "start" else inner.tail
        if text and not text.isspace():
            return False
    return False


def _has_several_headings(element: Element) -> bool:
    headings = element.iter(*HEADING_TAGS)
    return next(headings, None) is not None and next(headings, None) is not None
