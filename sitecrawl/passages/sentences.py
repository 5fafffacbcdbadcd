"""Where sentences begin, and where a sentence that is too long may be cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

import sentencex

from sitecrawl.passages.inline import Spans
from sitecrawl.passages.words import SPACELESS, run_unit, run_words, runs

_TOKEN = re.compile(r"\S+")
_INITIAL = re.compile(r"(?<![^\s(])[^\W\d_]\.\s+\Z")
# "approx. 3.50", "рис. 2": a short word before a number is more often an abbreviation than a sentence's end
_NUMBERED = re.compile(r"(?<![^\s(])(?:[^\W\d_]{1,4}|approx|circa)\.\s+\Z", re.IGNORECASE)
_STOP = re.compile(r"[.!?。！？।؟]\s+(?=\S)")
_WINDOW = 4000
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def sentence_starts(text: str, lang: str | None) -> list[int]:
    """Offsets at which the sentences after the first begin.

    `lang` is a BCP 47 tag; unknown languages are cut by the general rules. No offset falls into a
    link, inline code or emphasis.
    """
    spans = Spans(text)
    language = (lang or "en").split("-")[0].lower()
    return [
        start
        for start in _starts(text, language)
        if not (spans.splits(start) or _after_initial(text, start) or _before_number(text, start))
    ]


def _starts(text: str, language: str) -> Iterator[int]:
    """Starts of the sentences after the first, read through a window.

    The library's time grows faster than the text; the last sentence of a window may be cut off
    and is read again in the next.
    """
    at = 0
    while at < len(text):
        window = text[at : at + _WINDOW]
        ends = list(accumulate(map(len, sentencex.segment(language, window))))
        if not ends or ends[-1] != len(window):
            # the library's promise to lose nothing is what these offsets rest on
            ends = [*(match.end() for match in _STOP.finditer(window)), len(window)]
        yield from (at + end for end in ends[:-1])
        last = at + len(window) == len(text)
        at += len(window) if last or len(ends) == 1 else ends[-2]


def _after_initial(text: str, start: int) -> bool:
    """Whether a single letter and a full stop stand before: "M. Dupont", "J. R. R. Tolkien"."""
    return _INITIAL.search(text, max(0, start - 12), start) is not None


def _before_number(text: str, start: int) -> bool:
    """Whether a number follows what is likely an abbreviation."""
    return text[start : start + 1].isdigit() and _NUMBERED.search(text, max(0, start - 12), start) is not None


def grain_starts(text: str, most: int) -> list[int]:
    """Offsets that cut a text into stretches of at most `most` words, one of them at least.

    Cuts fall between words, in a run without spaces between characters; a link or inline code
    stays whole unless it alone is larger than that.
    """
    spans = Spans(text)
    starts: list[int] = []
    filled = 0
    for start, size in word_units(text, spans, most):
        if filled and filled + size > most:
            starts.append(start)
            filled = 0
        filled += size
    return starts


def word_units(text: str, spans: Spans, most: int) -> list[tuple[int, int]]:
    """Offset and words of the smallest stretches between which a cut is allowed."""
    units: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        for start, size in _run_units(match[0], match.start(), most):
            if units and spans.splits(start) and units[-1][1] + size <= most:
                units[-1] = (units[-1][0], units[-1][1] + size)
            else:
                units.append((start, size))
    return units


def _run_units(token: str, offset: int, most: int) -> list[tuple[int, int]]:
    units = []
    for run in runs(token):
        step = run_unit(run) * (1 if SPACELESS.match(run) else most)
        at = 0
        while at < len(run):
            end = _whole_characters(run, min(at + step, len(run)), at)
            units.append((offset + at, run_words(run[at:end])))
            at = end
        offset += len(run)
    return units


def _whole_characters(run: str, end: int, start: int) -> int:
    """`end` moved back so that no mark is parted from the letter it stands on."""
    at = end
    while start < at < len(run) and (
        unicodedata.category(run[at]).startswith("M") or run[at] in _JOINERS or run[at - 1] == "\u200d"
    ):
        at -= 1
    return at if at > start else end
