"""Heading ids as GitHub makes them, for Markdown headings without an id of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sitecrawl.document.model import Block

# Unicode's Alphabetic holds these beside letters, letter numbers and marks
_ROUND_LETTERS = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))


class Slugger:
    """Gives out the slugs of one page, by the rules of github-slugger: lower case, letters, marks,
    digits, `_`, `-`; spaces become `-`; one that is taken gets `-1`, `-2`, ….
    """

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def slug(self, heading: str) -> str:
        """The id of a heading's plain text; empty when nothing of it is left."""
        plain = "".join(character for character in heading.lower() if _stays(character)).replace(" ", "-")
        unique = plain
        while unique in self._times:
            self._times[plain] += 1
            unique = f"{plain}-{self._times[plain]}"
        self._times[unique] = 0
        return unique


def anchored(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks of a Markdown page, each with the id that opens the page at it: its heading's own
    or its slug.
    """
    slugger = Slugger()
    inherited = current = None
    for block in blocks:
        if block.kind == "heading":
            inherited = block.anchor or inherited
            current = block.anchor or slugger.slug(block.markdown) or current
            yield replace(block, anchor=current)
        elif block.anchor in (None, inherited):
            yield replace(block, anchor=current)
        else:
            yield block


def _stays(character: str) -> bool:
    if character in "- ":
        return True
    category = unicodedata.category(character)
    if category[0] in "LM" or category in ("Nd", "Nl", "Pc"):
        return True
    return any(first <= ord(character) <= last for first, last in _ROUND_LETTERS)
