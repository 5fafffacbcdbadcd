"""Controls that open text: accordions, `<details>`, tabs; other buttons and forms say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.characters import has_word
from sitecrawl.document.extent import all_text, text_length
from sitecrawl.document.inline import escape
from sitecrawl.document.prices import holds_price
from sitecrawl.document.tree import CODE, HEADING, HEADING_TAGS

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_QUESTION = re.compile(r"[?？؟]\s*$")
_GROUP = re.compile(r"faq|accordion", re.I)
_PROSE = frozenset(("p", "li", "td", "th", "dd", "dt", "summary", "strong", "em", "b", "i", *HEADING_TAGS))
_LONGEST_LABEL = 250
_LONGEST_FORM = 400


def write_panel(writer: BlockWriter, element: Element) -> None:
    """A panel under its label."""
    control = writer.panels.controls.get(element)
    label = writer.plain_text(control) if control is not None else ""
    writer.flush()
    if control is None or not has_word(label) or _begins_with(writer, element, label):
        outer = writer.level
        writer.write_content(element)
        _end_headings(writer, outer)
        return
    as_heading = control not in writer.panels.tabs or _has_prose(writer, element)
    with _label(writer, label, as_heading=as_heading):
        writer.write_content(element)


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
    as_heading = (
        has_word(label)
        and text_length(element) > text_length(summary)
        and len(label) <= _LONGEST_LABEL
        and (_QUESTION.search(label) is not None or _is_grouped(element))
    )
    with _label(writer, label, as_heading=as_heading), writer.without(summary):
        writer.walk_children(element)


def write_button(writer: BlockWriter, element: Element) -> None:
    """A button's words are kept in headings and within sentences, and a heading in a button is one."""
    parent = element.getparent()
    if writer.plain or writer.tree.holds.get(element, 0) & HEADING:
        writer.walk_children(element)
        return
    if parent is not None and parent.tag in _PROSE and (parent.text or "").strip():
        writer.walk_children(element)


def write_form(writer: BlockWriter, element: Element) -> None:
    """A form around content is a container, and one that holds most of the page; a short one only asks for input."""
    writer.flush()
    if not writer.tree.holds.get(element, 0) & HEADING and text_length(element) < _LONGEST_FORM:
        fields = element.find(".//input") is not None or element.find(".//button") is not None
        if fields and not holds_price(all_text(element)) and not _says_most(writer, element):
            return
    writer.walk_children(element)
    writer.flush()


def _says_most(writer: BlockWriter, form: Element) -> bool:
    asking = sum(text_length(part) for part in form.iter("label", "button", "select", "textarea", "legend"))
    return 2 * (text_length(form) - asking) > writer.tree.length


@contextmanager
def _label(writer: BlockWriter, label: str, *, as_heading: bool) -> Iterator[None]:
    """What is written meanwhile stands under the label, what comes after does not."""
    outer = writer.level
    level = min(outer + 1, 6) if outer else 2
    if as_heading:
        writer.emit("heading", label, writer.anchors.take(), level)
        writer.level = level
    elif has_word(label):
        writer.emit("text", f"**{escape(label)}**", writer.anchors.take())
    yield
    if not as_heading:
        _end_headings(writer, outer)
        return
    writer.flush()
    writer.level = outer
    writer.close_headings(level)


def _end_headings(writer: BlockWriter, outer: int) -> None:
    """End the headings that a panel has of its own with it; `outer` is the level of the heading around it."""
    writer.flush()
    if writer.level > outer:
        writer.level = outer
        writer.close_headings(outer + 1)


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
