"""Runs of text between block tags, and the elements they stand in: what the chooser judges."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.chooser_marks import NAV, mark_of
from sitecrawl.document.tree import BLOCK_TAGS

_WORD = re.compile(r"\w+")
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
    signatures: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    node: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    images: list[int] = field(default_factory=list)
    left_out: list[Element] = field(default_factory=list)


def release_navigation(root: Element) -> None:
    """Make navigation that was never closed, so that the rest of the page stands in it, a plain container."""
    if root.find(".//nav") is not None:
        for inner in root.iter("main", "footer"):
            for element in inner.iterancestors("nav"):
                element.tag = "div"


def read_runs(root: Element) -> Runs:
    """Read the runs below an element."""
    return _Reader(Runs()).read(root)


class _Reader:
    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self._pieces: list[str] = []
        self._linked = 0
        self._images = 0
        self._broken = 0

    def read(self, root: Element) -> Runs:
        runs = self.runs
        stack = [-1]
        links = 0
        walker = etree.iterwalk(root, events=("start", "end"))
        for event, element in walker:
            tag = str(element.tag)
            if event == "start":
                if tag in _BLOCKS or "-" in tag or element is root:
                    self._flush(stack[-1])
                    mark, signature = mark_of(tag, element.items())
                    if tag in _LEFT_OUT or mark & NAV:
                        runs.left_out.append(element)
                        walker.skip_subtree()
                        stack.append(-2)
                        continue
                    stack.append(self._open(element, tag, stack[-1], mark, signature))
                elif tag == "br":
                    self._flush(stack[-1])
                    self._broken = 1
                elif tag == "a":
                    links += 1
                elif tag == "img":
                    self._images += 1
                text = element.text
            else:
                if tag in _BLOCKS or "-" in tag or element is root:
                    node = stack.pop()
                    if node != -2:
                        self._flush(node)
                        runs.end[node] = len(runs.text)
                elif tag == "a" and links:
                    links -= 1
                text = element.tail if element is not root else None
            if text and not text.isspace():
                self._pieces.append(text)
                if links:
                    self._linked += len(_WORD.findall(text))
            elif text:
                self._pieces.append(" ")
        return runs

    def _open(self, element: Element, tag: str, parent: int, mark: int, signature: int) -> int:
        runs = self.runs
        runs.elements.append(element)
        runs.tags.append(tag)
        runs.parent.append(parent)
        runs.marks.append(mark)
        runs.signatures.append(signature)
        runs.start.append(len(runs.text))
        runs.end.append(len(runs.text))
        return len(runs.parent) - 1

    def _flush(self, node: int) -> None:
        if not self._pieces:
            return
        text = "".join(self._pieces)
        self._pieces = []
        linked, self._linked = self._linked, 0
        words = _WORD.findall(text.lower())
        if not words:
            return
        runs = self.runs
        runs.node.append(node)
        runs.text.append(text.strip())
        runs.words.append(words)
        runs.linked.append(min(linked, len(words)))
        runs.breaks.append(self._broken)
        runs.images.append(self._images)
        self._broken = self._images = 0
