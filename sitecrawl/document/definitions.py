"""Definition lists: a term and what is said about it stay together."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from lxml.etree import _Element as Element

from sitecrawl.document.model import Block
from sitecrawl.document.tree import HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitecrawl.document.blocks import BlockWriter

_LONG_WORDS = 120
_HEAVY = frozenset(("code", "table", "heading", "definitions", "math"))


def write_definitions(writer: BlockWriter, element: Element) -> None:
    """Write a `<dl>`, one block a term: the term, then `: ` and its definition.

    A definition with blocks of its own begins behind its term and goes on in blocks of its own.
    """
    writer.flush()
    if writer.tree.holds.get(element, 0) & HEADING:
        writer.walk_children(element)
        writer.flush()
        return
    terms: list[Block] = []
    for part in _parts(element):
        if part.tag == "dd":
            _write_definition(writer, terms, part)
            terms = []
        else:
            if terms and part.tag != "dt":
                continue
            with writer.captured() as blocks:
                writer.walk(part)
            terms.extend(blocks)
    _emit(writer, terms, [])


def _parts(element: Element) -> Iterator[Element]:
    """The terms and definitions of a list, those in `<div>` groups included."""
    for child in element:
        if child.tag == "div":
            yield from _parts(child)
        elif isinstance(child.tag, str):
            yield child


def _write_definition(writer: BlockWriter, terms: list[Block], part: Element) -> None:
    with writer.captured() as blocks:
        writer.walk(part)
    _emit(writer, terms, blocks)


def _emit(writer: BlockWriter, terms: list[Block], blocks: list[Block]) -> None:
    if not terms:
        writer.blocks.extend(blocks)
        return
    term = "\n".join(_term(block.markdown) for block in terms)
    closes, anchor = terms[0].closes, terms[0].anchor
    if not blocks:
        writer.blocks.append(Block("definitions", term, 0, anchor, closes=closes))
    elif _is_short(blocks):
        body = "\n\n".join(block.markdown for block in blocks)
        writer.blocks.append(Block("definitions", f"{term}\n{_indented(body)}", 0, anchor, closes=closes))
    else:
        first, *others = blocks
        if first.kind in ("text", "list"):
            writer.blocks.append(Block("definitions", f"{term}\n{_indented(first.markdown)}", 0, anchor, closes=closes))
            writer.blocks.extend(others)
        else:
            writer.blocks.append(Block("definitions", term, 0, anchor, closes=closes))
            writer.blocks.extend(blocks)


def _term(markdown: str) -> str:
    return re.sub(r"\s*\n\s*", " ", markdown)


def _is_short(blocks: list[Block]) -> bool:
    if any(block.kind in _HEAVY for block in blocks):
        return False
    return sum(len(block.markdown.split()) for block in blocks) <= _LONG_WORDS


def _indented(body: str) -> str:
    return ": " + textwrap.indent(body, "  ")[2:]
