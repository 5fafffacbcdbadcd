"""Quotations, images with their captions, formulas."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.extent import all_text
from sitecrawl.document.formulas import is_display, tex_of
from sitecrawl.document.inline import escape
from sitecrawl.document.tree import HEADING

if TYPE_CHECKING:
    from sitecrawl.document.blocks import BlockWriter

_SMALLEST = 24
_DECORATION = re.compile(r"(?:^|[\s_-])(?:icon|emoji|avatar|logo|spacer|pixel|tracking|badge|flag)s?(?:$|[\s_-])", re.I)
_FILE_NAME = re.compile(
    r"^[\w().%-]+\.(?:jpe?g|png|gif|webp|svg|avif|bmp|tiff?)$|^(?:img|dsc|image|photo|picture)[-_ ]?\d*$", re.I
)


def write_quote(writer: BlockWriter, element: Element) -> None:
    """`<blockquote>`: lines after `> `; one with headings is only an indented section."""
    writer.flush()
    if writer.tree.holds.get(element, 0) & HEADING:
        writer.walk_children(element)
        writer.flush()
        return
    with writer.captured() as blocks:
        writer.walk_children(element)
    if not blocks:
        return
    if any(block.kind in ("code", "table", "definitions") for block in blocks):
        # an indented example, not a quotation
        writer.blocks.extend(blocks)
        return
    body = "\n\n".join(block.markdown for block in blocks)
    quoted = textwrap.indent(body, "> ", lambda _: True).replace("> \n", ">\n")
    writer.emit("quote", quoted, blocks[0].anchor)


def write_image(writer: BlockWriter, element: Element) -> None:
    """`<img>` with an alternative text; icons, pixels and file names say nothing."""
    alternative = one_line(element.get("alt"))
    if not has_word(alternative) or _FILE_NAME.match(alternative) or _is_decoration(element):
        return
    resolve = writer.tree.addresses.resolve_web
    # until it is scrolled to, a lazy image has a data: URL
    address = resolve(element.get("src")) or resolve(element.get("data-src") or element.get("data-lazy-src"))
    if writer.plain or address is None or _is_linked(element):
        writer.add_text(alternative)
        return
    target = writer.tree.addresses.in_markdown(address)
    label = escape(alternative).replace("[", r"\[").replace("]", r"\]")
    writer.add_markdown(f"![{label}]({target})")


def write_caption(writer: BlockWriter, element: Element) -> None:
    """`<figcaption>`: a paragraph that does not repeat the image's alternative text."""
    writer.flush()
    text = one_line(all_text(element))
    last = writer.blocks[-1].markdown if writer.blocks else ""
    if text and last.startswith(f"![{text}]"):
        return
    writer.walk_children(element)
    writer.flush()


def write_formula(writer: BlockWriter, element: Element) -> None:
    """A formula as TeX between dollars; without TeX as the text it shows."""
    tex = tex_of(element)
    if not tex:
        writer.walk_children(element)
    elif writer.plain:
        writer.add_text(tex)
    elif is_display(element):
        writer.flush()
        writer.emit("math", f"$$\n{tex}\n$$", writer.anchors.take())
    else:
        writer.add_markdown(f"${tex}$")


def _is_decoration(element: Element) -> bool:
    if element.get("role") in ("presentation", "none") or element.get("aria-hidden") == "true":
        return True
    for side in ("width", "height"):
        size = (element.get(side) or "").removesuffix("px")
        if size.isdecimal() and int(size) <= _SMALLEST:
            return True
    return _DECORATION.search(element.get("class") or "") is not None


def _is_linked(element: Element) -> bool:
    holder = element.getparent()
    while holder is not None and holder.tag in ("span", "picture", "a", "figure", "div"):
        if holder.tag == "a":
            return True
        holder = holder.getparent()
    return False
