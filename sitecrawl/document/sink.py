"""Where blocks are collected: the open paragraph, what is captured, which headings end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sitecrawl.document.anchors import AnchorTrail
from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.inline import BREAK, escape, settle
from sitecrawl.document.model import Block, BlockKind


class BlockSink:
    """Takes text nodes and inline Markdown for the open paragraph, and finished blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.pieces: list[str] = []
        self.level = 0
        self.plain = False
        self.anchors = AnchorTrail()
        self._run_anchor: str | None = None
        self._closes = 0
        self._cells = 0

    def emit(self, kind: BlockKind, markdown: str, anchor: str | None, level: int = 0) -> None:
        """Append a block."""
        self.blocks.append(Block(kind, markdown, level, anchor, closes=self._closes))
        self._closes = 0

    def close_headings(self, level: int) -> None:
        """Headings of this level and deeper end before the next block."""
        self._closes = min(self._closes, level) if self._closes else level

    def add_text(self, text: str) -> None:
        """Add a text node."""
        if not self.pieces or self._run_anchor is None:
            if text.isspace():
                if self.pieces:
                    self.pieces.append(" ")
                return
            self._run_anchor = self.anchors.take()
        self.pieces.append(text if self.plain else escape(text))

    def add_markdown(self, markdown: str) -> None:
        """Add inline Markdown that is already escaped."""
        if markdown:
            if self._run_anchor is None and not markdown.isspace():
                self._run_anchor = self.anchors.take()
            self.pieces.append(markdown)

    def add_break(self) -> None:
        """Add a line end; a space in text without marks."""
        self.add_markdown(" " if self.plain else BREAK)

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

    @contextmanager
    def inline(self) -> Iterator[list[str]]:
        """Collect the open paragraph's pieces written meanwhile instead of appending them."""
        outer, self.pieces = self.pieces, []
        try:
            yield self.pieces
        finally:
            self.pieces = outer

    @contextmanager
    def unmarked(self) -> Iterator[list[str]]:
        """Collect what is written meanwhile as text without marks, one line, given at the end."""
        outer = (self.pieces, self.blocks, self._run_anchor, self.plain, self.anchors)
        self.pieces, self.blocks, self._run_anchor, self.plain, self.anchors = [], [], None, True, AnchorTrail()
        found: list[str] = []
        try:
            yield found
            parts = [*(block.markdown for block in self.blocks), "".join(self.pieces).replace(BREAK, " ")]
            found.append(one_line(" ".join(parts)))
        finally:
            self.pieces, self.blocks, self._run_anchor, self.plain, self.anchors = outer
