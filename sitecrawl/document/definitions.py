"""Definition lists: a term and what is said about it stay together."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.contents import drop_title
from sitecrawl.document.model import Block
from sitecrawl.document.tree import HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitecrawl.document.blocks import BlockWriter

# a signature is code: slanted parameters would put marks into it
_SIGNATURE = re.compile(r"(?:^|\s)sig(?:-object)?(?:\s|$)")
_LONG_WORDS = 120
_HEAVY = frozenset(("code", "table", "heading", "definitions", "math"))


def write_definitions(writer: BlockWriter, element: Element) -> None:
    """Write a `<dl>`, one block a term: the term, then `: ` and its definition.

    A definition with blocks of its own begins behind its term and goes on in blocks of its own.
    """
    writer.flush()
    if writer.contents.is_list(element):
        drop_title(writer.blocks)
        return
    if writer.tree.holds.get(element, 0) & HEADING:
        writer.walk_children(element)
        writer.flush()
        return
    terms: list[Block] = []
    meanings: list[list[Block]] = []
    for part in _parts(element):
        if meanings and part.tag == "dt":
            _emit(writer, terms, meanings)
            terms, meanings = [], []
        with writer.captured() as blocks:
            if _SIGNATURE.search(part.get("class") or ""):
                writer.note_id(part)
                writer.add_text(writer.plain_text(part))
            else:
                writer.walk(part)
        if part.tag == "dt" and not meanings:
            terms.extend(blocks)
        elif blocks:
            meanings.append(blocks)
    _emit(writer, terms, meanings)


def _parts(element: Element) -> Iterator[Element]:
    """The terms and definitions of a list, those in `<div>` groups included."""
    for child in element:
        if child.tag == "div":
            yield from _parts(child)
        elif isinstance(child.tag, str):
            yield child


def _emit(writer: BlockWriter, terms: list[Block], meanings: list[list[Block]]) -> None:
    blocks = [block for meaning in meanings for block in meaning]
    if not terms:
        writer.blocks.extend(blocks)
        return
    term = "\n".join(_term(block.markdown) for block in terms)
    others: list[Block] = []
    if _is_short(blocks):
        term = "\n".join([term, *(_indented("\n\n".join(block.markdown for block in meaning)) for meaning in meanings)])
    elif blocks[0].kind in ("text", "list"):
        term, others = f"{term}\n{_indented(blocks[0].markdown)}", blocks[1:]
    else:
        others = blocks
    writer.blocks.append(Block("definitions", term, 0, terms[0].anchor, closes=terms[0].closes))
    writer.blocks.extend(others)


def _term(markdown: str) -> str:
    return re.sub(r"\s*\n\s*", " ", markdown)


def _is_short(blocks: list[Block]) -> bool:
    if any(block.kind in _HEAVY for block in blocks):
        return False
    return sum(len(block.markdown.split()) for block in blocks) <= _LONG_WORDS


def _indented(body: str) -> str:
    return ": " + textwrap.indent(body, "  ")[2:]
