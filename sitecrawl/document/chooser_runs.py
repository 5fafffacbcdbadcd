"""Runs of text between block tags, and the elements they stand in: what the chooser judges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.etree import _Element as Element

from sitecrawl.document.chooser_marks import NAV, mark_of
from sitecrawl.document.tree import BLOCK_TAGS

_WORD = re.compile(r"\w+")
_ASCII_WORDS = bytes(ord(sign.lower()) if sign.isalnum() or sign == "_" else 32 for sign in map(chr, range(128))).ljust(
    256
)
_LEFT_OUT = frozenset(("nav", "footer"))
_BLOCKS = BLOCK_TAGS | {"button", "label", "option", "summary", "optgroup"}


@dataclass(slots=True)
class Runs:
    """A page's runs in reading order, and its block elements ("nodes") in preorder.

    `parent`, `start` and `end` are by node: the node around it and the runs below it
    (start <= run < end). `node`, `text`, `words` and `linked` (words in links) are by run.
    `left_out` are elements that were not read at all.
    """

    elements: list[Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    signatures: list[str] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    node: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    left_out: list[Element] = field(default_factory=list)


def split_words(text: str) -> list[str]:
    r"""The words of a text, runs of `\w`, in lower case."""
    if text.isascii():
        return text.encode().translate(_ASCII_WORDS).decode().split()
    return _WORD.findall(text.lower())


def release_navigation(root: Element) -> None:
    """Make navigation that was never closed, so that the rest of the page stands in it, a plain container."""
    if root.find(".//nav") is not None:
        for inner in root.iter("main", "footer"):
            for element in inner.iterancestors("nav"):
                element.tag = "div"


def read_runs(root: Element) -> Runs:
    """Read the runs below an element."""
    return _Reader().read(root)


# what a tag does to the text around it; custom elements are blocks
_BLOCK, _BREAK, _LINK, _IMAGE, _SKIPPED = 1, 2, 3, 4, 5
_KINDS = {**dict.fromkeys(_BLOCKS, _BLOCK), "br": _BREAK, "a": _LINK, "img": _IMAGE}


class _Reader:
    """Collects nodes and runs, a row for each: one list to append to costs the least."""

    def __init__(self) -> None:
        # element, tag, parent, mark, signature, first run
        self._nodes: list[tuple[Element, str, int, int, str, int]] = []
        self._ends: list[int] = []
        # node, text, words, words in links, breaks, images
        self._rows: list[tuple[int, str, list[str], int, int, int]] = []
        self._left_out: list[Element] = []
        self._pieces: list[str] = []
        self._linked = self._images = self._broken = 0

    def read(self, root: Element) -> Runs:
        pieces, kinds = self._pieces, {**_KINDS, str(root.tag): _BLOCK}
        # elements begun, each with those left beside it: half the cost of events
        around: list[tuple[Element, Iterator[Element], int]] = []
        left: Iterator[Element] = iter((root,))
        node, links = -1, 0
        while True:
            element = next(left, None)
            if element is not None:
                tag = str(element.tag)
                kind = kinds.get(tag)
                if kind is None:
                    kind = kinds[tag] = _BLOCK if "-" in tag else 0
                if kind == _BLOCK:
                    if pieces:
                        self._flush(node)
                    mark, signature = mark_of(tag, element)
                    if tag in _LEFT_OUT or mark & NAV:
                        self._left_out.append(element)
                        kind = _SKIPPED
                    else:
                        self._nodes.append((element, tag, node, mark, signature, len(self._rows)))
                        self._ends.append(0)
                        node = len(self._nodes) - 1
                elif kind == _LINK:
                    links += 1
                elif kind:
                    self._note(kind, node)
                if kind != _SKIPPED:
                    if text := element.text:
                        self._add(text, links)
                    if len(element):
                        around.append((element, left, kind))
                        left = iter(element)
                        continue
            elif around:
                element, left, kind = around.pop()
            else:
                return self._runs()
            if kind == _BLOCK:
                node = self._close(node)
            elif kind == _LINK:
                links -= 1
            if around and (text := element.tail):
                self._add(text, links)

    def _add(self, text: str, links: int) -> None:
        if text.isspace():
            if self._pieces:
                self._pieces.append(" ")
            return
        self._pieces.append(text)
        if links:
            self._linked += len(split_words(text))

    def _note(self, kind: int, node: int) -> None:
        if kind == _IMAGE:
            self._images += 1
            return
        if self._pieces:
            self._flush(node)
        self._broken = 1

    def _close(self, node: int) -> int:
        if self._pieces:
            self._flush(node)
        self._ends[node] = len(self._rows)
        return self._nodes[node][2]

    def _flush(self, node: int) -> None:
        text = "".join(self._pieces)
        self._pieces.clear()
        linked, self._linked = self._linked, 0
        words = split_words(text)
        if words:
            self._rows.append((node, text.strip(), words, min(linked, len(words)), self._broken, self._images))
            self._broken = self._images = 0

    def _runs(self) -> Runs:
        elements, tags, parent, marks, signatures, start = map(list, zip(*self._nodes, strict=True))
        runs = Runs(elements, tags, parent, marks, signatures, start, self._ends, left_out=self._left_out)
        if self._rows:
            columns = map(list, zip(*self._rows, strict=True))
            runs.node, runs.text, runs.words, runs.linked, runs.breaks, runs.images = columns
        return runs
