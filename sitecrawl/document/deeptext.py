"""Text of what is nested too deep for Python's stack, block by block."""

from __future__ import annotations

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.sink import BlockSink
from sitecrawl.document.tree import BLOCK_TAGS


def write_flat(sink: BlockSink, element: Element) -> None:
    """Write an element's text; where a block begins or ends, a paragraph does."""
    for event, inner in etree.iterwalk(element, events=("start", "end")):
        if inner.tag in BLOCK_TAGS:
            sink.flush()
        text = inner.text if event == "start" else inner.tail if inner is not element else None
        if text:
            sink.add_text(text)
