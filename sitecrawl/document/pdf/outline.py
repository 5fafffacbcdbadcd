"""The outline of a PDF: its entries, and the line at which each opens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median
from typing import Any

from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.pdf.lines import Line

MOST_ENTRIES = 5_000
_DEEPEST = 6
_LINES_OF_A_HEADING = 3
_LARGE = 1.15  # of the usual size
_MOST_LARGE = 0.4
_LONGEST_HEADING = 150
_NEAR = 80.0  # points between where an entry points and its heading
# words that stand on a line of their own above a heading
_DIVISIONS = re.compile(
    "chapter|appendix|part|kapitel|anhang|teil|chapitre|annexe|partie|capítulo|apéndice|parte|capitolo|appendice|"
    "hoofdstuk|bijlage|глава|приложение|часть|章|付録"
)
_LONGEST_NUMBER = 24
# `23`, `chapter3`, `iv`, `b`: letters and digits only
_NUMBER = re.compile(r"[^\W\d_]{0,10}\d+[a-z]?|[ivxlc]+|[a-z]", re.I)


@dataclass(frozen=True, slots=True)
class Entry:
    """An outline entry: `level` 1 to 6, `page` from 1, `top` in points from the page's lower edge or None."""

    title: str
    level: int
    page: int
    top: float | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry's section begins: the index of a line, and how many lines from there are its heading."""

    entry: Entry
    index: int
    length: int

    def covers(self, index: int) -> bool:
        """Whether a line belongs to the heading."""
        return self.index <= index < self.index + self.length


def read_outline(reader: Any, tick: Callable[[], None]) -> list[Entry]:
    """The outline entries that lead to a page, in their order; at most 5,000. What is broken in it is left out."""
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages, 1)}
    found: list[Entry] = []
    for level, item in _walk(reader.outline, 1):
        tick()
        page = pages.get(getattr(item.page, "idnum", None))
        title = one_line(str(item.title or ""))
        if page is not None and has_word(title):
            found.append(Entry(title, min(level, _DEEPEST), page, _number(item.get("/Top"))))
        if len(found) == MOST_ENTRIES:
            break
    return found


def place_entries(entries: Sequence[Entry], lines: Sequence[Line]) -> list[Place]:
    """Where each entry's section begins among the lines of the document, in order of place."""
    spans: dict[int, tuple[int, int]] = {}
    for index, line in enumerate(lines):
        begin, _ = spans.get(line.page, (index, index))
        spans[line.page] = (begin, index + 1)
    places: list[Place] = []
    for entry in entries:
        begin, end = spans.get(entry.page, (_first_after(lines, entry.page),) * 2)
        taken = {index for place in places[-8:] for index in range(place.index, place.index + place.length)}
        places.append(_heading(entry, lines, begin, end, taken) or _position(entry, lines, begin, end))
    # of two entries at one place the one that stands first in the outline comes first
    return sorted(places, key=lambda place: place.index)


def set_large(lines: Sequence[Line]) -> list[Place]:
    """The headings of a document without an outline: short lines that are set larger than most, by size."""
    usual = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0.0
    groups = [group for group in _of_one_size(lines) if _is_heading(group, lines, usual)]
    if not usual or sum(end - begin for begin, end in groups) > _MOST_LARGE * len(lines):
        return []
    sizes = sorted({round(lines[begin].size) for begin, _ in groups}, reverse=True)
    places = []
    for begin, end in groups:
        title = one_line(" ".join(line.text for line in lines[begin:end]))
        level = min(sizes.index(round(lines[begin].size)) + 1, _DEEPEST)
        places.append(Place(Entry(title, level, lines[begin].page, None), begin, end - begin))
    return places


def _of_one_size(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    begin = 0
    for index in range(1, len(lines) + 1):
        last = lines[index - 1]
        if index == len(lines) or abs(lines[index].size - last.size) > 0.2 or lines[index].page != last.page:
            yield begin, index
            begin = index


def _is_heading(group: tuple[int, int], lines: Sequence[Line], usual: float) -> bool:
    begin, end = group
    text = " ".join(line.text for line in lines[begin:end])
    return (
        lines[begin].size > _LARGE * usual
        and end - begin <= _LINES_OF_A_HEADING
        and has_word(text)
        and len(text) <= _LONGEST_HEADING
        and not any(line.is_leader or line.mono for line in lines[begin:end])
    )


def place_heading(entry: Entry, lines: Sequence[Line]) -> Place | None:
    """Where the entry's title is spelled on its page, or None."""
    on_page = [index for index, line in enumerate(lines) if line.page == entry.page]
    return _heading(entry, lines, on_page[0], on_page[-1] + 1, set()) if on_page else None


def _walk(items: Any, level: int) -> Iterator[tuple[int, Any]]:
    for item in items:
        if isinstance(item, list):
            yield from _walk(item, level + 1)
        else:
            yield level, item


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _first_after(lines: Sequence[Line], page: int) -> int:
    return next((index for index, line in enumerate(lines) if line.page > page), len(lines))


def _heading(entry: Entry, lines: Sequence[Line], begin: int, end: int, taken: set[int]) -> Place | None:
    """The line or lines that spell the entry's title, its number aside; the nearest to where the entry points."""
    wanted = _letters(entry.title)
    usual = median(line.size for line in lines[begin:end]) if end > begin else 0.0
    # one that names the top of a page may mean the page alone
    reach = _NEAR if entry.top is not None and any(line.y > entry.top for line in lines[begin:end]) else inf
    best: tuple[float, Place] | None = None
    for index in range(begin, end):
        candidates = lines[index : min(index + _LINES_OF_A_HEADING, end)]
        length = 0 if index in taken else _spelled_by(wanted, candidates, usual)
        distance = 0.0 if entry.top is None else abs(entry.top - lines[index].y)
        ends_alike = best is not None and best[1].index + best[1].length == index + length
        if length and not ends_alike and distance < (best[0] if best else reach):
            best = distance, Place(entry, index, length)
    if best is None:
        return None
    place = best[1]
    above = place.index - 1
    if above >= begin and _DIVISIONS.fullmatch(_letters(lines[above].text)):
        return Place(entry, above, place.length + 1)
    return place


def _spelled_by(wanted: str, lines: Sequence[Line], usual: float) -> int:
    """How many of the lines spell the wanted letters, behind a number or without one; 0 when they do not."""
    first = _letters(lines[0].text)
    if first and wanted.endswith(first) and _is_number(wanted[: len(wanted) - len(first)]):
        return 1
    spelled = ""
    for length, line in enumerate(lines, 1):
        spelled += _letters(line.text)
        number = spelled[: max(len(spelled) - len(wanted), 0)]
        if len(number) > _LONGEST_NUMBER:
            break
        if spelled.endswith(wanted):
            # what is set as a heading may say "Chapter Two" in words, and on lines of their own
            is_large = lines[0].size > _LARGE * usual
            return length if is_large or (len(number) < len(first) and _is_number(number)) else 0
    return 0


def _is_number(letters: str) -> bool:
    return not letters or _NUMBER.fullmatch(letters) is not None


def _position(entry: Entry, lines: Sequence[Line], begin: int, end: int) -> Place:
    """The first line below the point that the entry names."""
    if entry.top is None:
        return Place(entry, begin, 0)
    index = next((at for at in range(begin, end) if lines[at].y <= entry.top), end)
    return Place(entry, index, 0)


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
