"""Inline elements: links, emphasis, code spans, breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.characters import clean, one_line
from sitecrawl.document.chrome import is_furniture_link
from sitecrawl.document.extent import all_text
from sitecrawl.document.footnotes import is_mark, leads_back
from sitecrawl.document.headings import is_permalink
from sitecrawl.document.inline import code_span, emphasise, link
from sitecrawl.document.prices import holds_price

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_LONGEST_PRICE = 30
_SPACED_PARENTS = frozenset(
    ("div", "li", "td", "th", "section", "header", "footer", "article", "main", "body", "form", "fieldset", "a")
)
_SPACED = frozenset(("a", "span", "button", "label", "small", "strong", "b", "time", "em", "i"))


def walk_spaced(writer: BlockWriter, element: Element) -> None:
    """Write an element's children; boxes set side by side by styles alone stay separate words."""
    if len(element) < 2 or element.tag not in _SPACED_PARENTS or _has_own_text(element):
        writer.walk_children(element)
        return
    for child in element:
        if isinstance(child.tag, str):
            if child.tag in _SPACED and _touches(writer.pieces):
                writer.add_markdown(" ")
            writer.walk(child)
            if child.tail:
                writer.add_text(child.tail)


def write_link(writer: BlockWriter, element: Element) -> None:
    """`<a>`: a Markdown link; permalink signs, skip links and edit links are left out, footnote marks bare."""
    href = element.get("href")
    if href is not None:
        if is_permalink(element):
            return
        text = all_text(element)
        if is_furniture_link(one_line(text), href) or leads_back(element, href, text):
            return
        if is_mark(element, href, text):
            href = None
    inner = writer.inline_markdown(element)
    if not writer.plain and href is not None:
        inner = link(inner, writer.tree.addresses.in_markdown(href))
    writer.add_markdown(inner)


def write_code_span(writer: BlockWriter, element: Element) -> None:
    """`<code>` and its kin; one with lines of its own in a block alone is a code block."""
    if writer.plain:
        writer.walk_children(element)
        return
    if element.tag == "code" and _is_block_of_lines(element):
        writer.write_code(element)
        return
    text = clean(all_text(element))
    core = code_span(text)
    if core:
        start = " " if text[:1].isspace() else ""
        writer.add_markdown(f"{start}{core}{' ' if text[-1:].isspace() else ''}")


def write_raised(writer: BlockWriter, element: Element) -> None:
    """`<sup>`: an exponent keeps its place, anything else is text."""
    before = writer.pieces[-1][-1:] if writer.pieces else ""
    text = all_text(element).strip()
    if before.isdigit() and re.fullmatch(r"\d\d", text) and _is_price(element):
        writer.add_markdown(".")
    elif before.isdigit() and re.fullmatch(r"[-−+]?\d{1,4}|[a-z]", text) and element.find(".//a") is None:
        writer.add_markdown("^")
    writer.walk_children(element)


def _is_price(cents: Element) -> bool:
    """Whether raised digits are the cents of a price: a currency stands beside, or a name says so."""
    around = list(islice(cents.iterancestors(), 3))
    if any("price" in (holder.get("class") or "").lower() for holder in around):
        return True
    return bool(around) and holds_price(one_line(all_text(around[0]))) and len(all_text(around[0])) <= _LONGEST_PRICE


def write_quotation(writer: BlockWriter, element: Element) -> None:
    """`<q>`: browsers draw its quotation marks."""
    writer.add_markdown("“")
    writer.walk_children(element)
    writer.add_markdown("”")


def _emphasis(mark: str) -> Callable[[BlockWriter, Element], None]:
    def write(writer: BlockWriter, element: Element) -> None:
        inner = writer.inline_markdown(element)
        if not writer.plain:
            before = writer.pieces[-1] if writer.pieces else ""
            inner = emphasise(inner, mark, before, element.tail or "")
        writer.add_markdown(inner)

    return write


def _has_own_text(element: Element) -> bool:
    if element.text and not element.text.isspace():
        return True
    return any(child.tail and not child.tail.isspace() for child in element)


def _touches(pieces: list[str]) -> bool:
    return bool(pieces) and not pieces[-1][-1:].isspace()


def _is_block_of_lines(element: Element) -> bool:
    parent = element.getparent()
    return (
        parent is not None
        and parent.tag in ("div", "figure")
        and len(parent) == 1
        and element.find(".//br") is not None
    )


MARKS: dict[str, Callable[[BlockWriter, Element], None]] = {
    "a": write_link,
    "b": _emphasis("**"),
    "strong": _emphasis("**"),
    "i": _emphasis("*"),
    "em": _emphasis("*"),
    "dfn": _emphasis("*"),
    "cite": _emphasis("*"),
    "del": _emphasis("~~"),
    "s": _emphasis("~~"),
    "strike": _emphasis("~~"),
    "code": write_code_span,
    "tt": write_code_span,
    "samp": write_code_span,
    "kbd": write_code_span,
    "q": write_quotation,
    "sup": write_raised,
}
