"""Rows of links that nothing marks as navigation: a breadcrumb trail above the title, a menu at either end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sitecrawl.document.model import Block

_LINK = r"\[(?:[^\[\]\\]|\\.)+\]\((?:[^()\s]|\([^()\s]*\))*\)"
# the last stop of a trail may be the page itself, without a link
_TRAIL = re.compile(
    rf"{_LINK}(?:\s*(?:\\?>|»|›|→|❯|::)\s*{_LINK})*\s*(?:\\?>|»|›|→|❯|::)\s*(?:{_LINK}|[^\[\]>»›→❯]{{0,80}})"
)
_MENU = re.compile(rf"{_LINK}(?:\s*\|\s*{_LINK}){{2,}}")
_END = 1


def without_trails(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without trails and menus before the first heading and a menu at the end; a page that is
    nothing else keeps them.
    """
    heading = next((place for place, block in enumerate(blocks) if block.kind == "heading"), 0)
    kept = [
        block
        for place, block in enumerate(blocks)
        if not (
            block.kind == "text"
            and block.markdown.startswith("[")
            and ((place < heading and _TRAIL.fullmatch(block.markdown)) or _is_menu(block, place, heading, len(blocks)))
        )
    ]
    return kept if any(block.kind != "heading" for block in kept) else list(blocks)


def _is_menu(block: Block, place: int, heading: int, count: int) -> bool:
    return (place < heading or place >= count - _END) and _MENU.fullmatch(block.markdown) is not None
