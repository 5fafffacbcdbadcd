"""Tabs without ARIA: links to the panels of a list named as tabs, labels of radio buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.characters import has_word
from sitecrawl.document.extent import all_text, text_length
from sitecrawl.document.tree import BLOCK_TAGS, HEADING_TAGS, PageTree

_TABS = re.compile(r"(?:^|[\s_-])(?:tab|pill)s?(?:$|[\s_-])", re.I)
_LINKS = etree.XPath("//a[starts-with(@href, '#')][ancestor::ul or ancestor::ol]")
_LABELS = etree.XPath("//label[@for]")
_BLOCK_NAMES = ("tabbed-block", "tabbed-content")
_LONGEST_LABEL = 80
_FEWEST = 2
_NEAR = 3


def tab_pairs(tree: PageTree) -> Iterator[tuple[Element, Element]]:
    """Controls of a page's tabs, each with its panel; tabs that attributes of ARIA tell are left to `Panels`."""
    if not tree.mentions("tabs", 'tab"', "tab'", "pill", "tabbed-set"):
        return
    lists: dict[Element, list[Element]] = {}
    for link in _LINKS(tree.root):
        if (holder := _list_around(link)) is not None:
            lists.setdefault(holder, []).append(link)
    for holder, links in lists.items():
        panels = [tree.by_id((link.get("href") or "")[1:]) for link in links]
        if _are_tabs(holder, links, panels):
            yield from ((link, panel) for link, panel in zip(links, panels, strict=True) if panel is not None)
    labels: dict[Element, list[Element]] = {}
    for label in _LABELS(tree.root) if tree.mentions("tabbed-set") else ():
        if (holder := _set_around(label)) is not None:
            labels.setdefault(holder, []).append(label)
    for holder, found in labels.items():
        blocks = next((blocks for name in _BLOCK_NAMES if (blocks := _named(holder, name))), [])
        if len(blocks) == len(found):
            yield from zip(found, blocks, strict=True)


def _list_around(link: Element) -> Element | None:
    """The list of tabs that a link stands in, which its own toggle or the names of the list or its holder tell."""
    for holder in islice(link.iterancestors(), _NEAR):
        if holder.tag in ("ul", "ol"):
            around = holder.getparent()
            toggle = link.get("data-bs-toggle") or link.get("data-toggle") or ""
            names = " ".join(
                element.get(name) or ""
                for element in (holder, around)
                if element is not None
                for name in ("class", "id")
            )
            return holder if _is_named(f"{toggle} {names}") else None
    return None


def _are_tabs(holder: Element, links: list[Element], panels: list[Element | None]) -> bool:
    found = [panel for panel in panels if panel is not None]
    return (
        _FEWEST <= len(links) == len(found) == len(set(found))
        and len({panel.getparent() for panel in found}) == 1
        and all(panel.tag in BLOCK_TAGS and panel.tag not in HEADING_TAGS for panel in found)
        and not any(panel in found for panel in holder.iterancestors())
        and all(has_word(text := all_text(link)) and len(text) <= _LONGEST_LABEL for link in links)
        and text_length(holder) <= sum(map(text_length, links))
    )


def _set_around(label: Element) -> Element | None:
    """The `tabbed-set` of Python-Markdown around a label that is none of a set within it."""
    return next(
        (
            holder
            for holder in islice(label.iterancestors(), _NEAR)
            if "tabbed-set" in (holder.get("class") or "").split()
        ),
        None,
    )


def _named(holder: Element, name: str) -> list[Element]:
    """Elements of that class below a set, those of sets within it left out."""
    return [
        element
        for element in holder.iter("div")
        if name in (element.get("class") or "").split()
        and next(above for above in element.iterancestors() if "tabbed-set" in (above.get("class") or "").split())
        is holder
    ]


@lru_cache(maxsize=20_000)
def _is_named(names: str) -> bool:
    return _TABS.search(names) is not None
