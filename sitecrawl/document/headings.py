"""Headings: their level, their words and the id that opens the page at them."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text
from sitecrawl.document.tree import HEADING_TAGS, PageTree

_LEVELS = {tag: level for level, tag in enumerate(HEADING_TAGS, 1)}
_PERMALINK = re.compile(
    r"(?:^|\s)(?:headerlink|hash-link|permalink|anchorjs-link|header-?anchor|heading-?anchor|anchor-?link|direct-?link|"
    r"headline-link|anchor|toclink-anchor|self-?link|heading-?link|section-link|perma)(?:\s|$)",
    re.I,
)
_SIGNS = re.compile(r"^[\s¶#§🔗⚓∞🖇\ufe0f⛓]*$")
_DEFAULT_ARIA_LEVEL = 2


def heading_level(tag: str, attributes: dict[str, str]) -> int:
    """1 to 6 for a heading element or `role=heading`, else 0 (WAI-ARIA: without a level it is 2)."""
    role = attributes.get("role")
    if role == "heading":
        level = attributes.get("aria-level", "")
        return min(max(int(level), 1), 6) if level.isdecimal() else _LEVELS.get(tag, _DEFAULT_ARIA_LEVEL)
    if role in ("presentation", "none") or tag not in _LEVELS:
        return 0
    level = attributes.get("aria-level", "")
    return min(max(int(level), 1), 6) if level.isdecimal() else _LEVELS[tag]


def is_permalink(link: Element) -> bool:
    """Whether a link only repeats the address of its own section."""
    href = link.get("href") or ""
    text = all_text(link)
    if _SIGNS.match(text):
        # an empty link is an anchor or an icon, never words
        return not len(link) or "#" in href
    if "#" not in href:
        return False
    named = _PERMALINK.search(link.get("class") or "") is not None
    return named and not _is_all_of_its_heading(link, text)


def permalink_target(heading: Element) -> str | None:
    """The id that a permalink inside the heading names."""
    for link in heading.iter("a"):
        href = link.get("href") or ""
        if href.startswith("#") and len(href) > 1 and is_permalink(link):
            return href[1:]
    return None


def inner_id(tree: PageTree, heading: Element) -> str | None:
    """An id on the heading's own content (`<h2><a id=…>`), a linked heading's included."""
    for element in heading.iter("a", "span", "button"):
        identifier = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if identifier and tree.opens_at(element, identifier):
            return identifier
    return None


def _is_all_of_its_heading(link: Element, text: str) -> bool:
    holder: Element | None = link.getparent()
    while holder is not None and holder.tag not in _LEVELS:
        holder = holder.getparent()
    return holder is not None and all_text(holder).strip() == text.strip()
