"""A page and its Markdown twin: whether they are one, and the twin's text with the page's anchors."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sitecrawl.document.model import Block

_SHINGLE = 3
_SHARED = 0.3  # of the shingles of the shorter text: rendering changes some, another page shares hardly any
_LEAST = 0.5  # of the page's words: a shorter twin is an excerpt
_WORD = re.compile(r"\w+")
_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)|<[^<>]*>")


def is_same_page(twin: Iterable[Block], page: Iterable[Block]) -> bool:
    """Whether a Markdown text says what a page says, and not only a part of it."""
    words, others = _words(twin), _words(page)
    if not words or not others:
        return False
    shingles, theirs = set(_shingles(words)), set(_shingles(others))
    shared = len(shingles & theirs) / min(len(shingles), len(theirs))
    return shared >= _SHARED and len(words) >= _LEAST * len(others)


def with_anchors(twin: Iterable[Block], page: Iterable[Block]) -> tuple[Block, ...]:
    """The twin's blocks with the anchors of the page's headings of the same text, in order; no others."""
    anchors: dict[str, deque[str | None]] = defaultdict(deque)
    ids: set[str] = set()
    for block in page:
        if block.anchor:
            ids.add(block.anchor)
        if block.kind == "heading":
            anchors[_key(block)].append(block.anchor)
    return tuple(replace(block, anchor=_anchor(block, anchors, ids)) for block in twin)


def _anchor(block: Block, anchors: dict[str, deque[str | None]], ids: set[str]) -> str | None:
    if block.kind != "heading":
        return None
    waiting = anchors.get(_key(block))
    found = waiting.popleft() if waiting else None
    # an id that the Markdown spells out opens the page only if the page has it
    return found or (block.anchor if block.anchor in ids else None)


def _key(heading: Block) -> str:
    return " ".join(_WORD.findall(heading.markdown.casefold()))


def _words(blocks: Iterable[Block]) -> list[str]:
    return [word for block in blocks for word in _WORD.findall(_TARGET.sub(" ", block.markdown).casefold())]


def _shingles(words: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1)))
