"""A question as an index sees it: its words, what they are found by and how rare they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from mcp_server.analysis import WORD, Word, analyze, clean, hyphened_words, is_identifier, split_runs, split_tokens
from mcp_server.asking import asking_grams, asking_words, heads_compounds
from mcp_server.collection import Phrase

_QUOTED = re.compile('["“„«「『]([^"“”„«»「」『』]+)["”“»」』]')
_MARK = re.compile("[?？؟]")
_MOST_LANGUAGES = 6
_REMEMBERED = 4096
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Unit:
    """A word of the question: as typed, its folded form, and the terms any of which is a match.

    `terms` are term numbers without unknown ones, `parts` those of an identifier's parts, `idf`
    the rarity of the match. `count` says how often the question holds it, `identifier` whether it
    is a name of a machine (`max_pages`).
    """

    shown: str
    surface: str
    terms: tuple[int, ...]
    parts: tuple[int, ...]
    idf: float
    part_idfs: tuple[float, ...]
    stop: bool
    kind: int
    count: int = 1
    identifier: bool = False

    @property
    def absent(self) -> bool:
        """Whether no passage holds it, not in parts either."""
        return not self.terms and not (self.parts and all(part >= 0 for part in self.parts))


@dataclass(frozen=True, slots=True)
class Question:
    """`units` in the question's order, each once; `order` gives the unit of each token.

    `phrases` are the quoted parts, `compounds` the hyphened words (sign-in), whose halves are units.
    """

    units: tuple[Unit, ...]
    order: tuple[int, ...]
    phrases: tuple[Phrase, ...]
    compounds: tuple[Unit, ...]

    @property
    def content(self) -> tuple[int, ...]:
        """The numbers of the units that count: no stop words unless there is nothing else."""
        return tuple(i for i, unit in enumerate(self.units) if not unit.stop)


class QuestionReader:
    """Analyses questions for a site in `languages`, the most frequent first.

    `find_term` gives the number of a term (-1: unknown), `find_surface` the terms of the site's
    words with a folded form, `rarity` the idf of terms taken together (none: of an unknown one).
    """

    def __init__(self, languages: Sequence[str], find_term: Callable[[str], int],
                 find_surface: Callable[[str], Sequence[int]],
                 rarity: Callable[[Sequence[int]], float]) -> None:  # fmt: skip
        self._languages: tuple[str | None, ...] = tuple(languages[:_MOST_LANGUAGES]) or (None,)
        self._find_term = find_term
        self._find_surface = find_surface
        self._rarity = rarity
        self._analyze = lru_cache(maxsize=_REMEMBERED)(analyze)

    def read(self, text: str) -> Question:
        """The question in `text`."""
        text = clean(text)
        runs = list(split_runs(text))
        typed = [(run, token) for run, tokens in runs for token in tokens]
        language = self._language([token for _, token in typed])
        languages = tuple(dict.fromkeys((language, *self._languages)))
        hyphened = dict.fromkeys(hyphened_words(text))
        units: dict[str, Unit] = {}
        order = []
        for run, token in self._with_hyphens(typed, languages, hyphened):
            unit = self._unit(run, [self._analyze(token, tag) for tag in languages])
            known = units.get(unit.surface)
            units[unit.surface] = unit if known is None else replace(known, count=known.count + 1)
            order.append(unit.surface)
        asking = asking_grams(runs, language) | self._asking(text, [units[surface] for surface in order], language)
        if any(not unit.stop and surface not in asking for surface, unit in units.items()):
            units.update((surface, replace(units[surface], stop=True)) for surface in asking & units.keys())
        found = tuple(units.values())
        if found and all(unit.stop for unit in found):
            found = tuple(replace(unit, stop=False) for unit in found)
        places = {surface: place for place, surface in enumerate(units)}
        compounds = tuple(self._unit(word, [self._analyze(word, tag) for tag in languages]) for word in hyphened)
        return Question(found, tuple(places[surface] for surface in order), self._phrases(text, languages), compounds)

    def _asking(self, text: str, order: Sequence[Unit], language: str | None) -> set[str]:
        """The words of a question that ask for a kind, a name or a measure."""
        if not order or not (order[0].stop or _MARK.search(text)):
            return set()
        found = {unit.surface for unit in order if unit.surface in asking_words(language)}
        compounded = {unit.surface for before, unit in pairwise(order)
                      if not before.stop and heads_compounds(unit.surface, language)}  # fmt: skip
        return found - compounded

    def _with_hyphens(
        self, typed: Sequence[tuple[str, str]], languages: Sequence[str | None], hyphened: dict[str, None]
    ) -> list[tuple[str, str]]:
        """The tokens, a word that the site only writes with a hyphen (email, e-mail) as that word's halves;
        such words are added to `hyphened`.
        """
        tokens = []
        for run, token in typed:
            whole = self._hyphened(token, languages)
            if whole is None:
                tokens.append((run, token))
            else:
                hyphened[whole] = None
                tokens += [(run, half) for half in split_tokens(whole)]
        return tokens

    def _hyphened(self, token: str, languages: Sequence[str | None]) -> str | None:
        words = [self._analyze(token, tag) for tag in languages]
        surface = words[0].surface
        if words[0].kind != WORD or not surface.isalpha() or len(surface) > _LONGEST_WORD:
            return None
        if self._find_surface(surface) or any(self._find_term(word.term) >= 0 for word in words):
            return None
        spelled = (f"{surface[:at]}-{surface[at:]}" for at in range(1, len(surface)))
        return next((word for word in spelled if self._find_surface(word)), None)

    def _language(self, tokens: Sequence[str]) -> str | None:
        """The site's language whose stop words the question uses most."""
        uses = {tag: sum(self._analyze(token, tag).stop for token in tokens) for tag in self._languages}
        return max(self._languages, key=uses.__getitem__)

    def _unit(self, run: str, words: Sequence[Word]) -> Unit:
        first = words[0]
        terms = {self._find_term(word.term) for word in words}
        terms.update(self._find_surface(first.surface))
        known = tuple(sorted(terms - {-1}))
        parts = tuple(self._find_term(part) for part in first.parts)
        part_idfs = tuple(self._rarity((part,) if part >= 0 else ()) for part in parts)
        rarity, is_name = self._rarity(known), first.kind == WORD and is_identifier(run)
        return Unit(run, first.surface, known, parts, rarity, part_idfs, first.stop, first.kind, identifier=is_name)

    def _phrases(self, text: str, languages: Sequence[str | None]) -> tuple[Phrase, ...]:
        phrases = []
        for quoted in _QUOTED.findall(text):
            words = [[self._analyze(token, tag) for tag in languages] for token in split_tokens(quoted)]
            if words:
                phrases.append(Phrase(quoted, tuple(self._unit(quoted, forms).terms for forms in words)))
        return tuple(phrases)
