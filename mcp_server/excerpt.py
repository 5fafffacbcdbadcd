"""The lines of a passage in which a question's words stand, for a reader with little room."""

from __future__ import annotations

import math
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from mcp_server.analysis import analyze, clean, primary_language, split_tokens
from mcp_server.definitions import seen_text

GAP = "…"
_RULE = re.compile(r"^\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_PART = 0.25  # of an identifier beside the whole
_FOLLOWING = 3  # lines that tell what one that begins with a word says of it …
_SHARE = 0.5  # … each worth half as much for what is new in them
_NAMED = 0.3  # of a word that stands in a heading above the passage: the reader has it already
_HEAD = re.compile(r"\s*(?:[|`]|\*\*|[-*+] +(?:`|\*\*))")
_BEFORE = 2  # lines shown before the one that holds most


def excerpt_of(text: str, question: str, language: str | None = None, headings: Sequence[str] = (), *,
               most: int, width: int | None = None) -> list[str]:  # fmt: skip
    """`most` lines of `text` around the one that holds most of `question`, `…` for what is left out.

    A table's header stands above its row. With `width` empty lines are left out, and of a line longer than that
    those sentences are shown that hold most. `language` is the passage's, `headings` stand above it.
    """
    lines = text.strip().split("\n")
    if width is not None:
        lines = [line.strip() for line in lines if re.search(r"\w", line)]
    wanted = _Wanted(question, lines, headings, primary_language(language))
    if len(lines) > most:
        lines = _around(lines, wanted, most)
    return lines if width is None else [_shortened(line, wanted, width) for line in lines]


class _Wanted:
    """The terms of a question, each worth more the fewer lines of the passage hold it."""

    def __init__(self, question: str, lines: Sequence[str], headings: Sequence[str], language: str | None) -> None:
        self._language = language
        words = [analyze(token, language) for token in split_tokens(clean(question))]
        found = Counter(term for line in lines for term in set(self._terms(line)))
        named = {term for heading in headings for term in self._terms(heading)}
        self._worth: dict[str, float] = {}
        for word in [word for word in words if not word.stop] or words:
            for term, share in ((word.term, 1.0), *((part, _PART) for part in word.parts)):
                rarity = math.log(1 + len(lines) / max(1, found[term])) * (_NAMED if term in named else 1.0)
                self._worth[term] = max(share * rarity, self._worth.get(term, 0.0))

    def best(self, lines: Sequence[str]) -> int:
        """The number of the line that holds most, the first of equals.

        A word counts twice where the line is about it, and half where it stands in the lines behind.
        """
        terms = [self._terms(line) for line in lines]
        worths = [self._sum(terms[at]) for at in range(len(lines))]
        for at, worth in enumerate(worths):
            if worth:
                about = self._sum(terms[at][:1]) if self.begins(lines, at) else 0.0
                worths[at] += about + _SHARE * self._sum(_new(terms, at))
        return max(range(len(lines)), key=worths.__getitem__)

    def begins(self, lines: Sequence[str], at: int) -> bool:
        """Whether a line names a word of the question to tell about it: a term, a row, an entry of a list."""
        head = _HEAD.match(lines[at]) or (lines[at + 1 : at + 2] and lines[at + 1].lstrip().startswith(":"))
        return bool(head) and any(term in self._worth for term in self._terms(lines[at])[:1])

    def _sum(self, terms: Iterable[str]) -> float:
        return sum(self._worth.get(term, 0.0) for term in set(terms))

    def _terms(self, line: str) -> list[str]:
        words = [analyze(token, self._language) for token in split_tokens(clean(seen_text(line)))]
        return [term for word in words for term in (word.term, *word.parts)]


def _new(terms: Sequence[Sequence[str]], at: int) -> set[str]:
    following = [line for line in terms[at + 1 :] if line][:_FOLLOWING]
    return set().union(*following).difference(terms[at])


def _around(lines: Sequence[str], wanted: _Wanted, most: int) -> list[str]:
    best = wanted.best(lines)
    header = _header(lines, best)
    first = header.stop
    room = max(1, most - len(header))
    before = 0 if wanted.begins(lines, best) else min(_BEFORE, room - 1)
    begin = max(first, min(best - before, len(lines) - room))
    end = begin + room
    above = [GAP] if header.start else []
    skipped = [GAP] if begin > first else []
    below = [GAP] if end < len(lines) else []
    return [*above, *lines[header.start : header.stop], *skipped, *lines[begin:end], *below]


def _header(lines: Sequence[str], row: int) -> range:
    """The numbers of the header and rule lines of the table in which a row stands; none for other lines."""
    top = row
    while top and lines[row].lstrip().startswith("|") and lines[top - 1].lstrip().startswith("|"):
        top -= 1
    rules = top + 1 < row and _RULE.match(lines[top + 1]) is not None
    return range(top, top + 1 + rules) if top < row else range(0)


def _shortened(line: str, wanted: _Wanted, width: int) -> str:
    if len(line) <= width:
        return line
    sentences = _SENTENCE.split(line)
    best = wanted.best(sentences)
    kept = textwrap.shorten(" ".join(sentences[best:]), width, placeholder=f" {GAP}")
    return f"{GAP} {kept}" if best else kept
