"""Controls that open text: accordions, `<details>`, tabs; other buttons and forms say nothing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.characters import has_word
from sitecrawl.document.inline import escape
from sitecrawl.document.tree import BLOCK_TAGS, CODE, HEADING, HEADING_TAGS, PageTree, all_text, text_length

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_CANDIDATES = etree.XPath(
    "//*[@aria-controls] | //*[@role='tablist' or @role='tabpanel'] | //*[@data-bs-target or @data-target]"
)
_CONTROL_NAME = re.compile(
    r"(?:^|[\s_-])(?:accordion|faq|collapse|collapsible|toggle|tab)[-_]*(?:question|title|header|head|heading|toggle|trigger|button|btn|q|label|item-title)(?:$|[\s_-])"
    r"|(?:^|\s)(?:question|accordion|collapsible|faq-?q)(?:\s|$)",
    re.I,
)
_QUESTION = re.compile(r"[?？؟]\s*$")
_GROUP = re.compile(r"faq|accordion", re.I)
_PROSE = frozenset(("p", "li", "td", "th", "dd", "dt", "summary", "strong", "em", "b", "i", *HEADING_TAGS))
_NAMED_CONTROLS = frozenset(("div", "p", "span", "label", "a", "button"))
_LONGEST_LABEL = 250
_LONGEST_FORM = 400
_PRICE = re.compile(r"[€$£¥₹]\s?\d|\d\s?[€£]")


class Panels:
    """Panels of a page that a control outside any heading opens, each with that control.

    Those that attributes tell are known at once, those told by classes when the walk meets them.
    """

    def __init__(self, tree: PageTree) -> None:
        self._tree = tree
        self.controls: dict[Element, Element] = {}
        self._controls: set[Element] = set()
        shared: set[Element] = set()
        if tree.mentions("aria-controls", "tabpanel", "data-bs-target", "data-target"):
            candidates: list[Element] = _CANDIDATES(tree.root)
            for element in candidates:
                self._note(element, shared)
        # tabs that filter one panel do not name it
        for panel in shared:
            del self.controls[panel]
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
        elif _may_label(element):
            panel = _panel_of(self._tree, element)
            if panel is not None and has_word(all_text(panel)):
                if self.controls.setdefault(panel, element) is not element:
                    shared.add(panel)


def write_control(writer: BlockWriter, element: Element) -> None:
    """A panel's control: only its id is kept, the words stand over the panel."""
    writer.flush()


def write_panel(writer: BlockWriter, element: Element) -> None:
    """A panel under its label."""
    control = writer.panels.controls.get(element)
    label = writer.plain_text(control) if control is not None else ""
    if not has_word(label) or _begins_with(writer, element, label):
        writer.walk_children(element)
        writer.flush()
        return
    assert control is not None
    is_tab = control.get("role") == "tab"
    _write_labelled(writer, label, element, element, as_heading=not is_tab or _has_prose(writer, element))


def write_details(writer: BlockWriter, element: Element) -> None:
    """`<details>`: its summary is a heading in an FAQ and among others of its kind, else a bold line."""
    writer.flush()
    summary = element.find("summary")
    if summary is None or writer.tree.holds.get(summary, 0) & HEADING:
        writer.walk_children(element)
        writer.flush()
        return
    label = writer.plain_text(summary)
    identifier = summary.get("id")
    if identifier:
        writer.note_id(summary)
    element.remove(summary) if not (summary.tail or "").strip() else summary.clear(keep_tail=True)
    as_heading = (
        has_word(label)
        and len(label) <= _LONGEST_LABEL
        and (_QUESTION.search(label) is not None or _is_grouped(element))
    )
    _write_labelled(writer, label, element, None, as_heading=as_heading)


def write_button(writer: BlockWriter, element: Element) -> None:
    """A button's words are kept in headings and within sentences."""
    parent = element.getparent()
    if writer.plain:
        writer.walk_children(element)
        return
    if parent is not None and parent.tag in _PROSE and (parent.text or "").strip():
        writer.walk_children(element)


def write_form(writer: BlockWriter, element: Element) -> None:
    """A form around content is a container; a short one only asks for input."""
    writer.flush()
    if not writer.tree.holds.get(element, 0) & HEADING and text_length(element) < _LONGEST_FORM:
        fields = element.find(".//input") is not None or element.find(".//button") is not None
        if fields and not _PRICE.search(all_text(element)):
            return
    writer.walk_children(element)
    writer.flush()


def _write_labelled(
    writer: BlockWriter, label: str, element: Element, panel: Element | None, *, as_heading: bool
) -> None:
    outer = writer.level
    level = min(outer + 1, 6) if outer else 2
    if as_heading:
        writer.emit("heading", label, writer.take_anchor(), level)
        writer.level = level
    elif has_word(label):
        writer.emit("text", f"**{escape(label)}**", writer.take_anchor())
    writer.walk_children(element)
    writer.flush()
    if as_heading:
        writer.level = outer
        writer.close_headings(level)


def _may_label(element: Element) -> bool:
    tag = element.tag
    if (
        tag in ("nav", "ul", "ol", "input", "form")
        or not has_word(text := all_text(element))
        or len(text.strip()) > _LONGEST_LABEL
    ):
        return False
    if any(inner.tag in ("p", "ul", "ol", "table") or inner.tag in HEADING_TAGS for inner in element.iter()):
        if tag != "p" or len(element):
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


def _begins_with(writer: BlockWriter, panel: Element, label: str) -> bool:
    first = next(panel.iter(*HEADING_TAGS), None) if writer.tree.holds.get(panel, 0) & HEADING else None
    return first is not None and all_text(first).split() == label.split()


def _has_prose(writer: BlockWriter, panel: Element) -> bool:
    length = text_length(panel)
    if writer.tree.holds.get(panel, 0) & CODE:
        length -= sum(text_length(code) for code in panel.iter("pre"))
    return length > 60


def _is_grouped(details: Element) -> bool:
    parent = details.getparent()
    around = f"{details.get('class') or ''} {'' if parent is None else parent.get('class') or ''}"
    if _GROUP.search(around):
        return True
    holders = [details, *([parent] if parent is not None and len(parent) == 1 else [])]
    for holder in holders:
        for beside in (holder.getprevious(), holder.getnext()):
            if beside is not None and (
                beside.tag == "details" or (holder is not details and beside.find("details") is not None)
            ):
                return True
    return False
