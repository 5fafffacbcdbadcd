"""Blocks in reading order: one walk over the content region."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document import controls, definitions, figures, formulas, lists, marks, tables
from sitecrawl.document.anchors import AnchorTrail
from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.chrome import is_chrome
from sitecrawl.document.code import code_block, is_gutter_table
from sitecrawl.document.headings import heading_level, inner_id, is_label, permalink_target
from sitecrawl.document.hidden import Visibility
from sitecrawl.document.inline import BREAK, escape, settle
from sitecrawl.document.model import Block, BlockKind
from sitecrawl.document.tree import BLOCK_TAGS, CODE, HEADING, PageTree, all_text

# Python's stack holds about 1,000 frames and a level of nesting takes up to four
_DEEPEST = 140
_LONGEST_HEADING_WORDS = 50
_CODE_TAGS = frozenset(("pre", "listing", "xmp", "plaintext"))
_UNREAD = frozenset(("input", "head", "title", "meta", "link", "base", "param", "source", "col", "colgroup"))


class BlockWriter:
    """Writes the Markdown blocks of a page's elements, each with its anchor.

    `skip` names elements left out (page chrome outside a landmark region).
    """

    def __init__(
        self, tree: PageTree, visibility: Visibility, panels: controls.Panels, skip: frozenset[Element] = frozenset()
    ) -> None:
        self.tree = tree
        self.blocks: list[Block] = []
        self.pieces: list[str] = []
        self.hidden_words = 0
        self.level = 0
        self.panels = panels
        self._anchors = AnchorTrail()
        self._run_anchor: str | None = None
        self._visibility = visibility
        self._skip = skip
        self._depth = 0
        self._closes = 0
        self._plain = False
        self._cells = 0

    def write(self, element: Element) -> None:
        """Write an element that begins the region."""
        self.note_id(element)
        self.walk_children(element)
        self.flush()

    def walk_children(self, element: Element) -> None:
        """Write an element's text and children."""
        if element.text:
            self.add_text(element.text)
        for child in element:
            if isinstance(child.tag, str):
                self.walk(child)
            if child.tail:
                self.add_text(child.tail)

    def walk(self, element: Element) -> None:
        """Write one element, unless it is hidden or chrome."""
        tag = str(element.tag)
        attributes: dict[str, str] = dict(element.items()) if element.attrib else {}
        if tag in _UNREAD or (attributes and self._leaves_out(element, tag, attributes)):
            return
        if self._depth > _DEEPEST:
            self._write_flat(element)
            return
        if attributes:
            self.note_id(element)
        self._depth += 1
        try:
            self._write_as(element, tag, attributes)
        finally:
            self._depth -= 1

    def _write_as(self, element: Element, tag: str, attributes: dict[str, str]) -> None:
        level = heading_level(tag, attributes)
        if level:
            self.write_heading(element, level)
        elif attributes and formulas.is_formula(element, attributes.get("class", "")):
            figures.write_formula(self, element)
        elif tag in _CODE_TAGS:
            self.write_code(element)
        elif attributes and not self._plain and self.panels.is_control(element, tag, attributes):
            controls.write_control(self, element)
        elif tag in _WRITERS:
            _WRITERS[tag](self, element)
        elif tag in BLOCK_TAGS:
            self.write_container(element, attributes)
        elif tag in marks.MARKS and not self.tree.holds.get(element):
            marks.MARKS[tag](self, element)
        else:
            self.walk_children(element)

    def write_container(self, element: Element, attributes: dict[str, str]) -> None:
        """Write a block element that has no form of its own."""
        self.flush()
        if attributes.get("role") == "tabpanel" or element in self.panels.controls:
            controls.write_panel(self, element)
        else:
            marks.walk_spaced(self, element)
        self.flush()

    def write_heading(self, element: Element, level: int) -> None:
        """Write a heading; one as long as a paragraph is text."""
        self.flush()
        text = self.plain_text(element)
        if not has_word(text):
            return
        target = permalink_target(element)
        own = self._own_id(element) or (target if target and target not in self.tree.repeated_ids else None)
        own = own or inner_id(self.tree, element)
        if own:
            self._anchors.settle_on(own)
        anchor = self._anchors.take()
        if len(text.split()) > _LONGEST_HEADING_WORDS:
            self.emit("text", text, anchor)
            return
        if level > 3 and is_label(element):
            self.emit("text", f"**{escape(text)}**", anchor)
            return
        self.level = level
        self._closes = 0
        self.emit("heading", text, anchor, level)

    def write_code(self, element: Element) -> None:
        """Write a code block; one with headings or tables of its own is a container."""
        self.flush()
        if self.tree.holds.get(element, 0) & HEADING:
            self.walk_children(element)
            self.flush()
            return
        markdown = code_block(element)
        if markdown:
            self.emit("code", markdown, self._anchors.take())

    def emit(self, kind: BlockKind, markdown: str, anchor: str | None, level: int = 0) -> None:
        """Append a block."""
        self.blocks.append(Block(kind, markdown, level, anchor, closes=self._closes))
        self._closes = 0

    def close_headings(self, level: int) -> None:
        """Headings of this level and deeper end before the next block."""
        self._closes = min(self._closes, level) if self._closes else level

    def take_anchor(self) -> str | None:
        """The anchor of what begins here."""
        return self._anchors.take()

    def leaves_out(self, element: Element) -> bool:
        """Whether an element is hidden or chrome."""
        return bool(element.attrib) and self._leaves_out(element, str(element.tag), dict(element.items()))

    def note_id(self, element: Element) -> None:
        """Note the element's id, or the name of an `<a>`."""
        identifier = self._own_id(element)
        if identifier:
            self._anchors.see(identifier)

    def add_text(self, text: str) -> None:
        """Add a text node."""
        if not self.pieces or self._run_anchor is None:
            if text.isspace():
                if self.pieces:
                    self.pieces.append(" ")
                return
            self._run_anchor = self._anchors.take()
        self.pieces.append(text if self._plain else escape(text))

    def add_markdown(self, markdown: str) -> None:
        """Add inline Markdown that is already escaped."""
        if markdown:
            if self._run_anchor is None and not markdown.isspace():
                self._run_anchor = self._anchors.take()
            self.pieces.append(markdown)

    def flush(self) -> None:
        """End the paragraph that is open."""
        if not self.pieces:
            return
        text = settle(self.pieces, starts_line=not self._cells)
        self.pieces = []
        anchor, self._run_anchor = self._run_anchor, None
        if self._cells:
            if text:
                self.emit("text", text, anchor)
        elif has_word(text):
            for paragraph in text.split("\n\n"):
                if has_word(paragraph):
                    self.emit("text", paragraph, anchor)

    def inline(self, element: Element) -> str:
        """An inline element's content as Markdown, not yet collapsed."""
        outer, self.pieces = self.pieces, []
        self.walk_children(element)
        inner, self.pieces = "".join(self.pieces), outer
        return inner

    @contextmanager
    def captured(self) -> Iterator[list[Block]]:
        """Collect the blocks written meanwhile instead of appending them."""
        self.flush()
        outer, self.blocks = self.blocks, []
        inner = self.blocks
        try:
            yield inner
            self.flush()
        finally:
            self.blocks = outer

    @contextmanager
    def in_cell(self) -> Iterator[None]:
        """What is written meanwhile stands in a table cell: a lone sign counts, no line begins."""
        self._cells += 1
        try:
            yield
        finally:
            self._cells -= 1

    def plain_text(self, element: Element) -> str:
        """An element's visible text without marks, in one line."""
        outer = (self.pieces, self.blocks, self._run_anchor, self._plain, self._anchors)
        self.pieces, self.blocks, self._run_anchor, self._plain, self._anchors = [], [], None, True, AnchorTrail()
        self.walk_children(element)
        parts = [*(block.markdown for block in self.blocks), "".join(self.pieces).replace(BREAK, " ")]
        self.pieces, self.blocks, self._run_anchor, self._plain, self._anchors = outer
        return one_line(" ".join(parts))

    @property
    def plain(self) -> bool:
        """Whether marks are left out at the moment."""
        return self._plain

    def _own_id(self, element: Element) -> str | None:
        identifier = element.get("id") or (element.get("name") if element.tag == "a" else None)
        return identifier if identifier and self.tree.opens_at(element, identifier) else None

    def _leaves_out(self, element: Element, tag: str, attributes: dict[str, str]) -> bool:
        has_heading = bool(self.tree.holds.get(element, 0) & HEADING)
        if element in self._skip or is_chrome(element, tag, attributes, has_heading=has_heading):
            return True
        if self._visibility.is_for_screen_readers(attributes):
            return heading_level(tag, attributes) == 0
        if not self._visibility.is_hidden(element, attributes):
            return False
        if not formulas.is_formula(element, attributes.get("class", "")):
            self.hidden_words += len(all_text(element).split())
        return True

    def _write_flat(self, element: Element) -> None:
        """Text of what is nested too deep for the stack, block by block."""
        for event, inner in etree.iterwalk(element, events=("start", "end")):
            if inner.tag in BLOCK_TAGS:
                self.flush()
            text = inner.text if event == "start" else inner.tail if inner is not element else None
            if text:
                self.add_text(text)


def _write_table(writer: BlockWriter, element: Element) -> None:
    if writer.tree.holds.get(element, 0) & CODE and is_gutter_table(element):
        writer.write_code(element)
    else:
        tables.write_table(writer, element)


_WRITERS = {
    "ul": lists.write_list,
    "ol": lists.write_list,
    "menu": lists.write_list,
    "dir": lists.write_list,
    "dl": definitions.write_definitions,
    "table": _write_table,
    "blockquote": figures.write_quote,
    "img": figures.write_image,
    "figcaption": figures.write_caption,
    "details": controls.write_details,
    "button": controls.write_button,
    "form": controls.write_form,
    "br": marks.write_break,
    "hr": marks.write_rule,
    "wbr": marks.write_word_break,
}
