"""Blocks in reading order: one walk over the content region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lxml.etree import _Element as Element

from sitecrawl.document import controls, definitions, figures, formulas, lists, marks, tables
from sitecrawl.document.anchors import Wrappers
from sitecrawl.document.characters import has_word
from sitecrawl.document.chrome import is_chrome
from sitecrawl.document.code import code_block, is_gutter_table
from sitecrawl.document.codetables import is_line_table, write_line_table
from sitecrawl.document.contents import Contents
from sitecrawl.document.deeptext import write_flat
from sitecrawl.document.extent import all_text
from sitecrawl.document.headings import heading_level, inner_id, permalink_target
from sitecrawl.document.hidden import Visibility
from sitecrawl.document.inline import escape
from sitecrawl.document.labels import OpenBoxes, labelled_box
from sitecrawl.document.panels import Panels
from sitecrawl.document.sink import BlockSink
from sitecrawl.document.tree import BLOCK_TAGS, CODE, HEADING, PageTree

# Python's stack holds about 1,000 frames and a level of nesting takes up to six
_DEEPEST = 110
_LONGEST_HEADING_WORDS = 50
_OUT_BY_TAG = frozenset(("nav", "dialog"))
_CODE_TAGS = frozenset(("pre", "listing", "xmp", "plaintext"))
_CONTAINERS = frozenset(("body", "main", "article", "div", "section", "form", "center", "table", "tbody", "tr", "td"))
_UNREAD = frozenset(("input", "head", "title", "meta", "link", "base", "param", "source", "col", "colgroup"))


class BlockWriter(BlockSink):
    """Writes the Markdown blocks of a page's elements, each with its anchor.

    `skip` names elements left out (page chrome outside a landmark region).
    """

    def __init__(
        self, tree: PageTree, visibility: Visibility, panels: Panels, skip: frozenset[Element] = frozenset()
    ) -> None:
        super().__init__()
        self.tree = tree
        self.panels = panels
        self.hidden_words = 0
        self._visibility = visibility
        self._skip = skip
        self._depth = 0
        self._boxes = OpenBoxes()
        self._wrappers = Wrappers(tree)
        self.contents = Contents(tree)

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
        attributes: dict[str, str] = dict(element.items())
        if tag in _UNREAD or element in self._skip:
            return
        if (attributes or tag in _OUT_BY_TAG) and self._leaves_out(element, tag, attributes):
            return
        if self._depth > _DEEPEST:
            write_flat(self, element)
            return
        if attributes:
            self.note_id(element)
        self._depth += 1
        self._boxes.enter(element)
        try:
            self._write_as(element, tag, attributes)
        finally:
            self._depth -= 1
            before = self._boxes.leave(element)
        if before is not None:
            self.flush()
            self.level = before
            self.close_headings(before + 1)

    def _write_as(self, element: Element, tag: str, attributes: dict[str, str]) -> None:
        level = heading_level(tag, attributes)
        if level:
            self.write_heading(element, level)
        elif element in self.panels.controls and not self.plain:
            controls.write_panel(self, element)
        elif element in self.panels.headings and not self.plain:
            self.write_content(element)
            self.flush()
            self.close_headings(self.panels.headings[element])
        elif attributes and not self.plain and self.panels.is_control(element, tag, attributes):
            # its words are written over the panel
            self.flush()
        else:
            self.write_content(element)

    def write_content(self, element: Element) -> None:
        """Write an element in the form of its tag, labels and headings apart."""
        tag = str(element.tag)
        if formulas.is_formula(element, element.get("class") or ""):
            figures.write_formula(self, element)
        elif tag in _CODE_TAGS:
            self.write_code(element)
        elif tag in _WRITERS:
            _WRITERS[tag](self, element)
        elif tag in BLOCK_TAGS:
            self.flush()
            marks.walk_spaced(self, element)
            self.flush()
        elif tag in marks.MARKS and not self.tree.holds.get(element):
            marks.MARKS[tag](self, element)
        else:
            self.walk_children(element)

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
            self.anchors.settle_on(own)
        anchor = self.anchors.take()
        if len(text.split()) > _LONGEST_HEADING_WORDS:
            self.emit("text", text, anchor)
            return
        box = labelled_box(element, level)
        if box is not None:
            below = self._boxes.label(box, level, self.level)
            if below is None:
                self.emit("text", f"**{escape(text)}**", anchor)
                return
            level = below
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
            self.emit("code", markdown, self.anchors.take())

    def leaves_out(self, element: Element) -> bool:
        """Whether an element is hidden or chrome."""
        if element in self._skip:
            return True
        return bool(element.attrib) and self._leaves_out(element, str(element.tag), dict(element.items()))

    def note_id(self, element: Element) -> None:
        """Note the element's id, or the name of an `<a>`."""
        identifier = self._own_id(element)
        if identifier and not (element.tag in _CONTAINERS and self._is_wrapper(element, identifier)):
            self.anchors.see(identifier)

    def _is_wrapper(self, element: Element, identifier: str) -> bool:
        holds_headings = bool(self.tree.holds.get(element, 0) & HEADING)
        return (holds_headings or not self.blocks) and self._wrappers.is_wrapper(element, identifier, holds_headings)

    @contextmanager
    def without(self, element: Element) -> Iterator[None]:
        """Leave an element out meanwhile."""
        outer, self._skip = self._skip, self._skip | {element}
        try:
            yield
        finally:
            self._skip = outer

    def inline_markdown(self, element: Element) -> str:
        """An inline element's content as Markdown, not yet collapsed."""
        with self.inline() as pieces:
            self.walk_children(element)
        return "".join(pieces)

    def plain_text(self, element: Element) -> str:
        """An element's visible text without marks, in one line."""
        with self.unmarked() as found:
            self.walk_children(element)
        return found[0]

    def _own_id(self, element: Element) -> str | None:
        identifier = element.get("id") or (element.get("name") if element.tag == "a" else None)
        return identifier if identifier and self.tree.opens_at(element, identifier) else None

    def _leaves_out(self, element: Element, tag: str, attributes: dict[str, str]) -> bool:
        has_heading = bool(self.tree.holds.get(element, 0) & HEADING)
        if is_chrome(element, tag, attributes, has_heading=has_heading):
            return True
        if self.contents.is_box(element, attributes):
            return True
        if self._visibility.is_for_screen_readers(attributes):
            return heading_level(tag, attributes) == 0
        if element in self.panels.controls or not self._visibility.is_hidden(element, attributes):
            return False
        if not formulas.is_formula(element, attributes.get("class", "")):
            self.hidden_words += sum(map(has_word, all_text(element).split()))
        return True


def _write_table(writer: BlockWriter, element: Element) -> None:
    if not writer.tree.holds.get(element, 0) & CODE and is_line_table(element):
        write_line_table(writer, element)
    elif writer.tree.holds.get(element, 0) & CODE and is_gutter_table(element):
        writer.write_code(element)
    else:
        tables.write_table(writer, element)


_WRITERS: dict[str, Callable[[BlockWriter, Element], None]] = {
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
    "br": lambda writer, _: writer.add_break(),
    "hr": lambda writer, _: writer.flush(),
    "wbr": BlockWriter.walk_children,
}
