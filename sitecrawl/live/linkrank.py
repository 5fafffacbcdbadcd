"""Which links of a page lead on: a score from 0 to 100, the same for the same page.

Every link begins with 50. It gains

- 20 when it stands in the page's main text, not in its navigation, header or footer,
- 15 when its page lies in the same folder as the page it stands on, or below,
- 10 when its text or path speaks of documentation (guide, reference, install …),
- 5 when its text has two words or more;

and loses

- 25 when it leads to another host,
- 25 when text or path speaks of housekeeping (privacy, licences, careers …) or of an account,
- 15 when its text is empty or says nothing (`more`, `here`, `→`),
- 10 when its address has a query,
- 40 when it leads to a file that is no page (an image, an archive; a PDF is a page),
- 30 when it is marked nofollow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import unquote, urlsplit

from sitecrawl.document.model import Document
from sitecrawl.frontier.filetype import is_file
from sitecrawl.frontier.private_area import is_private
from sitecrawl.live.pagekey import page_address, page_key
from sitecrawl.passagefile import site_name

MOST_RANKED = 10_000  # links of a page, in document order: more is no page that a reader goes through
MOST_URL = 2_048  # characters; longer addresses are traps, or data
_BEGIN, _MOST = 50, 100
_TARGET = re.compile(r"\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)")
_WORDS = re.compile(r"[^\W_]+")
_DOCUMENTATION = """
    doc docs documentation guide guides handbook manual tutorial tutorials reference api learn help faq quickstart
    start started intro introduction overview concepts install installation setup configuration usage examples howto
    cookbook cli changelog
"""
_HOUSEKEEPING = """
    privacy terms legal license licenses licence copyright imprint impressum datenschutz agb cookie cookies careers
    jobs press newsroom newsletter advertise sitemap rss feed share tweet facebook twitter linkedin instagram
    youtube discord
"""
_SAYS_NOTHING = "more here read click next previous prev back top link this details weiter mehr"
_DOC_WORDS, _HOUSE_WORDS, _EMPTY_WORDS = (
    frozenset(words.split()) for words in (_DOCUMENTATION, _HOUSEKEEPING, _SAYS_NOTHING)
)


@dataclass(frozen=True, slots=True)
class RankedLink:
    """A link of a page: the address of its page, its text, its score, and whether it is marked nofollow."""

    url: str
    text: str
    score: int
    nofollow: bool = False


def rank_links(document: Document, url: str) -> list[RankedLink]:
    """The links of the page at `url`, best first, equal ones in document order; each page once, itself left out.

    Of more than MOST_RANKED links the first ones are ranked.
    """
    main = _linked_from(block.markdown for block in document.blocks if block.region == "main")
    own, found = page_key(url), {}  # type: str, dict[str, RankedLink]
    for link in document.links[:MOST_RANKED]:
        address = page_address(link.url, url)
        if address is None or len(address) > MOST_URL or (key := page_key(address)) == own:
            continue
        text = " ".join(link.text.split())
        ranked = RankedLink(
            address, text, _score(url, address, text, unquote(key) in main, link.nofollow), link.nofollow
        )
        known = found.get(key)
        if known is None:
            found[key] = ranked
        elif (known.nofollow, -known.score) > (ranked.nofollow, -ranked.score):
            # one link without nofollow is enough to follow it; the page is asked for as it was spelled first
            found[key] = replace(ranked, url=known.url)
    return sorted(found.values(), key=lambda link: -link.score)


def _linked_from(markdown: Iterable[str]) -> frozenset[str]:
    targets = (target for text in markdown if "](" in text for target in _TARGET.findall(text))
    return frozenset(unquote(page_key(target)) for target in islice(targets, MOST_RANKED))


def _score(page: str, url: str, text: str, in_main: bool, nofollow: bool) -> int:
    parts = urlsplit(url)
    words = [word.lower() for word in _WORDS.findall(text)]
    told = {*words, *(word.lower() for word in _WORDS.findall(unquote(parts.path)))}
    gains = [
        (20, in_main),
        (15, _is_below(url, page)),
        (10, not told.isdisjoint(_DOC_WORDS)),
        (5, len(words) >= 2),
    ]
    losses = [
        (25, site_name(url) != site_name(page)),
        (25, not told.isdisjoint(_HOUSE_WORDS) or is_private(parts.path, parts.query)),
        (15, not set(words) - _EMPTY_WORDS),
        (10, bool(parts.query)),
        (40, is_file(parts.path, parts.query)),
        (30, nofollow),
    ]
    gained = sum(points for points, holds in gains if holds)
    lost = sum(points for points, holds in losses if holds)
    return max(0, min(_MOST, _BEGIN + gained - lost))


def _is_below(url: str, page: str) -> bool:
    folder = urlsplit(page).path.rpartition("/")[0] + "/"
    return site_name(url) == site_name(page) and urlsplit(url).path.startswith(folder)
