"""Panels that a control opens: what accordions and tabs show under which label."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element as Element

from sitecrawl.document.characters import has_word
from sitecrawl.document.extent import all_text, text_length
from sitecrawl.document.tabs import tab_pairs
from sitecrawl.document.tree import BLOCK_TAGS, HEADING_TAGS, PageTree

_CONTROL_NAME = re.compile(
    r"(?:^|[\s_-])(?:accordion|faq|collapse|collapsible|toggle|tab)[-_]*(?:question|title|header|head|heading|toggle|trigger|button|btn|q|label|item-title)(?:$|[\s_-])"
    r"|(?:^|\s)(?:question|accordion|collapsible|faq-?q)(?:\s|$)",
    re.I,
)
_NAMED_CONTROLS = frozenset(("div", "p", "span", "label", "a", "button"))
_NO_LABEL = frozenset(("p", "ul", "ol", "table", *HEADING_TAGS))
_LONGEST_LABEL = 250


class Panels:
    """Panels of a page that a control outside any heading opens, each with that control.

    Those that attributes tell are known at once, those told by classes when the walk meets them.
    """

    def __init__(self, tree: PageTree) -> None:
        self._tree = tree
        self.controls: dict[Element, Element] = {}
        # panels that a control in a heading opens, with that heading's level: it ends with the panel
        self.headings: dict[Element, int] = {}
        self._controls: set[Element] = set()
        shared: set[Element] = set()
        # the surest signs first
        roles = tree.having("role")
        for candidates in (
            tree.having("aria-controls"),
            [element for element in roles if element.get("role") == "tablist"],
            [element for element in roles if element.get("role") == "tabpanel"],
            tree.having("data-bs-target"),
            tree.having("data-target"),
        ):
            for element in candidates:
                self._note(element, shared)
        # tabs that filter one panel do not name it
        for panel in shared:
            del self.controls[panel]
        self.tabs = {control for control in self.controls.values() if control.get("role") == "tab"}
        for control, panel in tab_pairs(tree):
            if panel not in self.controls and has_word(all_text(panel)):
                self.controls[panel] = control
                self.tabs.add(control)
        self._controls.update(self.controls.values())

    def is_control(self, element: Element, tag: str, attributes: dict[str, str]) -> bool:
        """Whether an element labels a panel, so that its words are written with the panel."""
        if element in self._controls:
            return True
        if not (tag in _NAMED_CONTROLS and _is_named(attributes.get("class", ""))) and not (
            tag == "button" and "aria-expanded" in attributes
        ):
            return False
        panel = _panel_of(self._tree, element) if _may_label(element) else None
        if panel is None or panel in self.controls or not has_word(all_text(panel)):
            return False
        self.controls[panel] = element
        self._controls.add(element)
        return True

    def _note(self, element: Element, shared: set[Element]) -> None:
        role = element.get("role")
        if role == "tablist":
            _pair_by_order(element, self.controls)
        elif role == "tabpanel":
            control = self._tree.by_id(element.get("aria-labelledby") or "")
            if control is not None:
                self.controls.setdefault(element, control)
        elif (heading := next(element.iterancestors(*HEADING_TAGS), None)) is not None:
            panel = _panel_of(self._tree, element)
            if panel is not None and panel not in heading.iterancestors():
                self.headings[panel] = int(str(heading.tag)[1])
        elif _may_label(element):
            panel = _panel_of(self._tree, element)
            if panel is None or not has_word(all_text(panel)):
                return
            if self.controls.setdefault(panel, element) is not element:
                shared.add(panel)


def _may_label(element: Element) -> bool:
    tag = element.tag
    if (
        tag in ("nav", "ul", "ol", "input", "form")
        or not has_word(text := all_text(element))
        or len(text.strip()) > _LONGEST_LABEL
    ):
        return False
    if any(inner.tag in _NO_LABEL for inner in element.iterdescendants()):
        return False
    holder: Element | None = element
    while holder is not None and holder.tag in (*HEADING_TAGS, "span", "button", "a", "div"):
        if holder.tag in HEADING_TAGS:
            return False
        holder = holder.getparent()
    return (
        _is_named(element.get("class") or "")
        or tag == "button"
        or element.get("role") in ("button", "tab")
        or element.get("aria-controls") is not None
    )


@lru_cache(maxsize=20_000)
def _is_named(classes: str) -> bool:
    return _CONTROL_NAME.search(classes) is not None


def _panel_of(tree: PageTree, control: Element) -> Element | None:
    target = control.get("aria-controls") or control.get("data-bs-target") or control.get("data-target")
    if target:
        panel = tree.by_id(target.lstrip("#"))
        return panel if panel is not None and not _holds(panel, control) and panel.tag in BLOCK_TAGS else None
    if control.tag == "button" and not control.get("aria-expanded") and not _is_named(control.get("class") or ""):
        return None
    parent = control.getparent()
    panel = control.getnext()
    if panel is None and parent is not None and text_length(parent) == text_length(control):
        panel = parent.getnext()
    if (
        panel is None
        or panel.tag not in ("div", "section", "p", "ul", "dd", "article")
        or panel.find(".//button[@aria-expanded]") is not None
    ):
        return None
    return panel if not _is_named(panel.get("class") or "") else None


def _pair_by_order(tablist: Element, labels: dict[Element, Element]) -> None:
    tabs = [tab for tab in tablist.iter() if tab.get("role") == "tab"]
    parent = tablist.getparent()
    if not tabs or parent is None or any(tab.get("aria-controls") for tab in tabs):
        return
    panels = [panel for panel in parent.iter() if panel.get("role") == "tabpanel"]
    if len(panels) > len(tabs):
        outermost = set(panels)
        panels = [panel for panel in panels if not any(above in outermost for above in panel.iterancestors())]
    if len(panels) == len(tabs):
        for panel, tab in zip(panels, tabs, strict=True):
            labels.setdefault(panel, tab)


def _holds(element: Element, inner: Element) -> bool:
    return any(above is element for above in inner.iterancestors()) or element is inner
