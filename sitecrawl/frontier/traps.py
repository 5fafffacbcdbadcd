"""Traps: addresses without end that say nothing new, refused by form or closed by what they answer."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from sitecrawl.frontier.answers import Bounded, Text
from sitecrawl.frontier.calendars import Calendars
from sitecrawl.frontier.canonical import identity
from sitecrawl.frontier.facets import Facets
from sitecrawl.frontier.pathpattern import (
    grows,
    path_patterns,
    repeats_itself,
    split_path,
    without_print,
    without_session,
)
from sitecrawl.frontier.querypattern import Pairs, is_paging, query_grows, read_query, without_views
from sitecrawl.frontier.sametext import SameText

URL_LENGTH = 2048
PATH_SEGMENTS = 20
PARAMETERS = 10
MEMORY = 200_000  # addresses and patterns remembered, whatever the site


class _Address(NamedTuple):
    """An address taken apart once: `spelled` is its identity, `key` has no session id, `plain` no view or order."""

    url: str
    spelled: str
    key: str
    plain: str
    path: str
    pairs: Pairs
    is_variant: bool


@lru_cache(maxsize=4096)
def _take_apart(url: str) -> _Address:
    spelled = identity(url)
    parts = urlsplit(spelled)
    path, pairs = without_session(parts.path or "/"), read_query(parts.query)
    key = parts._replace(path=path).geturl()
    plain_path, plain_pairs = without_print(path), without_views(parts.query)
    plain = f"{parts.netloc}{plain_path}?{urlencode(sorted(plain_pairs))}"
    is_variant = (plain_path, plain_pairs) != (path, pairs)
    return _Address(url, spelled, key, plain, path, pairs, is_variant)


class TrapGuard:
    """Says which links of one site lead into a trap, in plain words, and which can wait.

    Fetch in the order (`penalty`, depth, arrival), ask `refusal` once for every link met and `closed` again
    just before an address is fetched, and tell every answer to `saw_page` before its links are followed.
    Replaying `saw_page` in the old order rebuilds the state after a resume. `today` bounds calendars;
    without it only their distance to linked dates does.
    """

    def __init__(self, max_pages: int, today: date | None = None) -> None:
        self._share = max(20, max_pages // 10)
        self._admitted: Bounded[str, int] = Bounded(MEMORY)
        self._met: Bounded[str, str] = Bounded(MEMORY)
        self._spelling: Bounded[str, str] = Bounded(MEMORY)
        self._seen: Bounded[str, None] = Bounded(MEMORY)
        self._calendars = Calendars(today)
        self._facets = Facets()
        self._same_text = SameText(MEMORY)

    def refusal(self, url: str, parent_url: str | None, depth: int, listed: bool) -> str | None:
        """The rule that keeps a link out, or None, which admits it.

        Addresses listed in a sitemap and start pages (depth 0) meet only the hard limits.
        """
        address = _take_apart(url)
        parent = _take_apart(parent_url) if parent_url else None
        rule = _hard_limit(address)
        if rule is None and not listed and depth > 0:
            rule = self._guess(address, parent) or self.closed(url)
        if rule is None:
            self._admit(address, parent)
        return rule

    def closed(self, url: str, listed: bool = False) -> str | None:
        """The rule that has come to keep an admitted address out since, or None; changes nothing."""
        if listed:
            return None
        address = _take_apart(url)
        if self._is_second_spelling(address):
            return "session id"
        if address.is_variant and self._met.get(address.plain, address.key) != address.key:
            return "print or sort variant"
        if self._facets.is_closed(address.path, address.pairs):
            return "facets"
        if self._calendars.is_closed(address.path, address.pairs):
            return "calendar"
        return self._same_text.rule(address.path, address.pairs)

    def penalty(self, url: str) -> int:
        """How many rounds an address waits: 0 for most, more as its path pattern fills its share of the crawl.

        Narrowed lists, views and calendars come after the pages that are linked plainly.
        """
        address = _take_apart(url)
        crowd = max(self._admitted.get(pattern, 0) for pattern in path_patterns(address.path))
        waits = self._facets.waits(address.pairs) + self._calendars.waits(address.path, address.pairs)
        doubt = address.is_variant + self._same_text.waits(address.path, address.pairs)
        return crowd // self._share + waits + doubt

    def saw_page(
        self,
        url: str,
        parent_url: str | None,
        text_key: str,
        near_key: int,
        words: int | None = None,
        is_error: bool = False,
    ) -> None:
        """Learn from an answer: `text_key` stands for its exact text, `near_key` is a 64-bit SimHash (0: none).

        `words` lets short texts be compared by a distance that fits their length; `is_error` marks a soft
        404. Shells and pages without text are no evidence: leave them out.
        """
        address = _take_apart(url)
        self._remember(address)
        self._seen[address.key] = None
        self._facets.answered(address.path, address.pairs)
        parent = _take_apart(parent_url) if parent_url else None
        self._calendars.answered(address.path, address.pairs, parent and (parent.path, parent.pairs))
        text = Text(text_key, near_key, words, is_error)
        self._same_text.learn(address.path, address.pairs, parent.path if parent else None, text)

    def _guess(self, address: _Address, parent: _Address | None) -> str | None:
        if repeats_itself(address.path):
            return "repeated segments"
        if parent and (grows(address.path, parent.path) or self._same_text.repeats_below(address.path, parent.path)):
            return "growing path"
        if (
            parent
            and parent.path == address.path
            and (
                query_grows(address.pairs, parent.pairs)
                or self._same_text.adds_to_a_copy(address.path, address.pairs, parent.pairs)
            )
        ):
            return "query parameters"
        if self._facets.is_combination(address.path, address.pairs):
            return "facets"
        if self._calendars.is_far(address.path, address.pairs, parent and (parent.path, parent.pairs)):
            return "calendar"
        return None

    def _admit(self, address: _Address, parent: _Address | None) -> None:
        if address.key in self._met:
            return
        self._remember(address)
        for pattern in path_patterns(address.path):
            self._admitted[pattern] = self._admitted.get(pattern, 0) + 1
        if parent and parent.path != address.path:
            self._facets.found_new(parent.path, parent.pairs)
            self._calendars.found_new(parent.path, parent.pairs, address.path)
            self._same_text.found_new(parent.path, parent.pairs, address.path)

    def _is_second_spelling(self, address: _Address) -> bool:
        """Whether the page is known with another session id; without one it wins until the page was fetched."""
        spelling = self._spelling.get(address.key, address.spelled)
        return spelling != address.spelled and (address.spelled != address.key or address.key in self._seen)

    def _remember(self, address: _Address) -> None:
        self._met[address.key] = address.key
        if not self._is_second_spelling(address):
            self._spelling[address.key] = address.spelled
        if address.is_variant:
            self._met.setdefault(address.plain, address.key)
        else:
            self._met[address.plain] = address.key


def _hard_limit(address: _Address) -> str | None:
    if len(address.url) > URL_LENGTH:
        return "url length"
    if len(split_path(address.path)) > PATH_SEGMENTS:
        return "path depth"
    counted = [name for name, _ in address.pairs if not is_paging(name)]
    return "query parameters" if len(counted) > PARAMETERS else None
