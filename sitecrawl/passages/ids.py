"""Passage ids: readable, unique in the file, the same as long as the page is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import urlsplit

_SLUG_LENGTH = 80
_LIKE_A_PIECE = re.compile(r"~(?=\d+$)")


def page_address(site: str, url: str, base: str | None = None) -> str:
    """`example.com/returns?lang=de`: site, path and query of a page, as its URL spells them.

    The path of a page below `base`, which ends in a slash, is what stands behind it.
    """
    if base is not None and url.startswith(base):
        return f"{site}/{url[len(base) :]}"
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{site}{parts.path or '/'}{query}"


def slug(heading: str) -> str:
    """A heading as fragment: letters and digits of any script, hyphens between them."""
    folded = unicodedata.normalize("NFC", heading.casefold())
    words = "".join(character if _belongs(character) else " " for character in folded).split()
    return "-".join(words)[:_SLUG_LENGTH].strip("-_")


def _belongs(character: str) -> bool:
    # many scripts write vowels as marks, which are no letters
    return character.isalnum() or character == "_" or unicodedata.category(character).startswith("M")


class PassageIds:
    """Gives out the ids of one page.

    An id is the page's address, `#` and the heading's anchor, or its slug where it has none; a
    name that is taken gets `-2`, `-3`, …. `anchors` are the page's own: a slug never takes one.
    """

    def __init__(self, address: str, anchors: Iterable[str]) -> None:
        self._address = address
        self._reserved = set(anchors)
        self._taken: set[str] = set()

    def section(self, anchor: str | None, heading: str | None) -> str:
        """The id of a section's first piece; without anchor and heading the bare address, once."""
        name = _LIKE_A_PIECE.sub("%7E", anchor or "")
        if not name and heading is None and "" not in self._taken:
            self._taken.add("")
            return self._address
        return f"{self._address}#{self._claim(name or slug(heading or '') or 'section', bool(name))}"

    def _claim(self, name: str, own: bool) -> str:
        unique, number = name, 1
        while unique in self._taken or (unique in self._reserved and not (own and number == 1)):
            number += 1
            unique = f"{name}-{number}"
        self._taken.add(unique)
        return unique


def piece_id(section_id: str, number: int) -> str:
    """The id of a section's piece, counted from 1: later ones end in `~2`, `~3`, …."""
    return section_id if number == 1 else f"{section_id}~{number}"
