"""Faceted lists: parameters that narrow one list in every combination."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sitecrawl.frontier.answers import Bounded
from sitecrawl.frontier.pathpattern import path_patterns
from sitecrawl.frontier.querypattern import Pairs, is_address, is_facet, is_paging

COMBINATIONS = 2  # addresses with two or more facets that one path may have
BARREN = 2  # narrowed lists in a row that led to no new page before the rest is closed
_MEMORY = 20_000
_ENOUGH = 2  # values of the other parameter that each of two crossing values goes with


class Facets:
    """Learns per path which parameters are facets, and whether narrowed lists lead to pages not met otherwise."""

    def __init__(self) -> None:
        self._partners: Bounded[tuple[str, str, str], set[str]] = Bounded(_MEMORY)
        self._crossing: Bounded[str, set[str]] = Bounded(_MEMORY)
        self._combinations: Bounded[str, set[Pairs]] = Bounded(_MEMORY)
        self._barren: Bounded[str, int] = Bounded(_MEMORY)

    def waits(self, pairs: Pairs) -> int:
        """Rounds that a narrowed list waits: one for each facet."""
        return sum(is_facet(name) for name, _ in pairs)

    def is_combination(self, path: str, pairs: Pairs) -> bool:
        """Whether the address chooses by two facets or more and the path has had its few of those."""
        self._note_crossing(path, pairs)
        chosen = tuple(sorted(self._chosen(path, pairs)))
        if len(chosen) < 2:
            return False
        if all(is_facet(name) for name, _ in chosen):
            return True
        known = self._combinations.setdefault(path, set())
        if chosen not in known and len(known) < COMBINATIONS:
            known.add(chosen)
        return chosen not in known

    def answered(self, path: str, pairs: Pairs) -> None:
        """Count a narrowed list that was fetched; `found_new` takes it back when it leads on."""
        if self._chosen(path, pairs):
            pattern = path_patterns(path)[0]
            self._barren[pattern] = self._barren.get(pattern, 0) + 1

    def found_new(self, path: str, pairs: Pairs) -> None:
        """Note that a narrowed list linked a page that was not met before."""
        if self._chosen(path, pairs):
            self._barren[path_patterns(path)[0]] = 0

    def is_closed(self, path: str, pairs: Pairs) -> bool:
        """Whether the narrowed lists of this path pattern have shown only what was known."""
        return bool(self._chosen(path, pairs)) and self._barren.get(path_patterns(path)[0], 0) >= BARREN

    def _chosen(self, path: str, pairs: Pairs) -> Pairs:
        crossing = self._crossing.get(path, set())
        return tuple(pair for pair in pairs if is_facet(pair[0]) or pair[0] in crossing)

    def _note_crossing(self, path: str, pairs: Pairs) -> None:
        """Two parameters cross when each value of one is linked with several of the other, as facets are.

        An id crosses nothing: each id goes with one category.
        """
        for (name, value), (other, choice) in _unknown_pairs(pairs):
            partners = self._partners.setdefault((path, f"{name}={value}", other), set())
            if len(partners) < _ENOUGH:
                partners.add(choice)
            back = self._partners.get((path, f"{other}={choice}", name), set())
            if len(partners) >= _ENOUGH and len(back) >= _ENOUGH:
                self._crossing.setdefault(path, set()).update((name, other))


def _unknown_pairs(pairs: Pairs) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    plain = tuple(pair for pair in pairs if not is_paging(pair[0]) and not is_address(pair[0]))
    return ((first, second) for first, second in permutations(plain, 2) if first[0] != second[0])
