"""Blocks that a site repeats from page to page."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sitecrawl.document.model import Block
from sitecrawl.document.prices import PRICE
from sitecrawl.passages.duplicates import normal_text
from sitecrawl.passages.words import count_words

LEAST_PAGES = 5
_SHORT = 3
_NEAR_EMPTY = 10
_MOST_KEYS = 200_000
_RARE_SHARE = 20
# what a visitor asks for and a site may print on every page alike: mail, telephone, times, prices
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w")
_NUMBERS = re.compile(
    r"(?<!\w)\+?\(?\d(?:[\s()/.-]{0,2}\d){6,14}(?!\w)"
    r"|\b\d{1,2}(?:[:.h]\d{2}|\s?[ap]\.?m\b)"
    rf"|{PRICE}",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


class Boilerplate:
    """Counts the blocks of a site's pages, then takes out those that most pages repeat.

    Call `add` once for each page, then `strip` for each. A block that stands on more than half of
    the pages, of five at least, goes; one of up to three words only when the block before or
    after it is repeated with it, so that an "Example:" between differing texts stays. A repeated
    block with facts (mail, telephone, times, prices) stays on one page, the start page or the
    first by URL that has it. A footer block stays on one page as soon as two have it, on sites
    of any size. A heading goes when everything under it went.

    Keys are 8 bytes; above 200,000 different ones those on less than a twentieth of the pages so
    far are forgotten, which bounds the memory and costs a count of at most that share.
    """

    def __init__(self, start_url: str = "") -> None:
        self._start_url = start_url
        self._pages = 0
        self._counts: Counter[int] = Counter()
        self._homes: dict[int, tuple[bool, str]] = {}

    def add(self, blocks: Sequence[Block], url: str) -> None:
        """Count a page's blocks, each once; order of pages does not matter."""
        self._pages += 1
        texts = [normal_text(block.markdown) for block in blocks]
        keys = [_key(block, text) for block, text in zip(blocks, texts, strict=True)]
        counted = set(keys)
        for at, block in enumerate(blocks):
            if _is_short(block, texts[at]):
                counted.update(_sequences(keys, at))
            if _is_kept_once(block):
                here = (url != self._start_url, url)
                self._homes[keys[at]] = min(here, self._homes.get(keys[at], here))
        self._counts.update(counted)
        if len(self._counts) > _MOST_KEYS:
            self._forget_rare()

    def strip(self, blocks: Sequence[Block], url: str) -> tuple[Block, ...]:
        """The page's blocks without the site's boilerplate."""
        texts = [normal_text(block.markdown) for block in blocks]
        keys = [_key(block, text) for block, text in zip(blocks, texts, strict=True)]
        stays = [
            block.kind == "heading" or self._stays(block, texts[at], keys, at, url) for at, block in enumerate(blocks)
        ]
        for at, end in _heading_spans(blocks):
            under = [i for i in range(at + 1, end) if blocks[i].kind != "heading"]
            if under:
                stays[at] = any(stays[i] for i in under)
            elif self._is_repeated(keys[at]):
                # a heading with nothing under it is no more than a repeated block
                stays[at] = any(not self._is_repeated(keys[i]) for i in range(at + 1, end))
        return tuple(block for block, kept in zip(blocks, stays, strict=True) if kept)

    def _stays(self, block: Block, text: str, keys: Sequence[int], at: int, url: str) -> bool:
        key = keys[at]
        if block.region == "footer" and self._counts[key] > 1:
            return self._is_home(key, url)
        if not self._is_repeated(key):
            return True
        if _is_short(block, text) and not any(map(self._is_repeated, _sequences(keys, at))):
            return True
        return _is_kept_once(block) and self._is_home(key, url)

    def _is_home(self, key: int, url: str) -> bool:
        return self._homes.get(key, (False, url))[1] == url

    def _is_repeated(self, key: int) -> bool:
        return self._pages >= LEAST_PAGES and self._counts[key] * 2 > self._pages

    def _forget_rare(self) -> None:
        least = self._pages / _RARE_SHARE
        self._counts = Counter({key: count for key, count in self._counts.items() if count >= least})
        self._homes = {key: home for key, home in self._homes.items() if key in self._counts}


def is_near_empty(blocks: Iterable[Block]) -> bool:
    """Whether fewer than ten words are left outside the headings."""
    return sum(count_words(block.markdown) for block in blocks if block.kind != "heading") < _NEAR_EMPTY


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _key(block: Block, text: str) -> int:
    return _hashed(f"{block.region} {block.kind} {text}")


def _sequences(keys: Sequence[int], at: int) -> tuple[int, int]:
    """Keys of a block with the one before it and with the one after; the page's edges count."""
    before = keys[at - 1] if at else "start"
    after = keys[at + 1] if at + 1 < len(keys) else "end"
    return _hashed(f"{before} {keys[at]}"), _hashed(f"{keys[at]} {after}")


def _is_short(block: Block, text: str) -> bool:
    # most blocks are long, and counting by script costs
    return block.kind != "heading" and len(text.split(None, _SHORT)) <= _SHORT and count_words(text) <= _SHORT


def _is_kept_once(block: Block) -> bool:
    return block.kind != "heading" and (block.region == "footer" or _holds_facts(block.markdown))


def _holds_facts(text: str) -> bool:
    # each kind is looked for only where its sign stands
    return ("@" in text and _MAIL.search(text) is not None) or (
        _DIGIT.search(text) is not None and _NUMBERS.search(text) is not None
    )


def _heading_spans(blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """Each heading's position and the position where what stands under it ends."""
    opened: list[int] = []
    for at, block in enumerate(blocks):
        ends = block.level or block.closes
        while opened and (blocks[opened[-1]].region != block.region or 0 < ends <= blocks[opened[-1]].level):
            yield opened.pop(), at
        if block.kind == "heading":
            opened.append(at)
    yield from ((at, len(blocks)) for at in reversed(opened))
