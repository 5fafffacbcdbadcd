"""Running heads and feet: lines that stand at the edge of page after page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from sitecrawl.document.pdf.lines import Line

_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.I)
_ROWS_AT_EDGE = 2
_SAME_ROW = 3.0  # points
_NEIGHBOURS = (1, 2)  # left and right pages may differ
_FEWEST_PAGES = 3
_LONGEST_NUMBER = 12

Place = tuple[int, int]


def without_running(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages' lines without those that repeat at the upper or lower edge of a page nearby.

    Two lines are alike when they differ in numbers only and stand at the same height. At a height
    where most pages have such a line the others are left out too (the chapter's name on its only
    page). Nothing is left out of a document of fewer than three pages.
    """
    if sum(bool(page) for page in pages) < _FEWEST_PAGES:
        return [list(page) for page in pages]
    edges = [list(_edge_lines(page)) for page in pages]
    shapes = [{(_shape(line.text), _height(line)) for line in edge} for edge in edges]
    running = [{line for line in edge if _repeats(line, number, shapes)} for number, edge in enumerate(edges)]
    heights = Counter(place for found in running for place in {_place(line) for line in found})
    usual = {place for place, pages_with in heights.items() if 2 * pages_with > len(pages)}
    return [
        [line for line in page if line not in found and not (line in edge and _place(line) in usual)]
        for page, found, edge in zip(pages, running, map(set, edges), strict=True)
    ]


def _edge_lines(page: Iterable[Line]) -> Iterable[Line]:
    """The lines of the two outermost rows above and below."""
    rows: list[list[Line]] = []
    for line in sorted(page, key=lambda line: -line.y):
        if not rows or rows[-1][0].y - line.y > _SAME_ROW:
            rows.append([])
        rows[-1].append(line)
    for row in rows[:_ROWS_AT_EDGE] + rows[_ROWS_AT_EDGE:][-_ROWS_AT_EDGE:]:
        yield from row


def _repeats(line: Line, number: int, shapes: Sequence[set[tuple[str, int]]]) -> bool:
    shape, height = _shape(line.text), _height(line)
    if not re.search(r"[^\W\d_]", shape) and len(line.text) > _LONGEST_NUMBER:
        return False  # a row of a table of numbers
    for distance in _NEIGHBOURS:
        for other in (number - distance, number + distance):
            if 0 <= other < len(shapes) and not shapes[other].isdisjoint((shape, height + step) for step in (-1, 0, 1)):
                return True
    return False


def _shape(text: str) -> str:
    return _NUMBERS.sub("0", " ".join(text.split()).casefold())


def _height(line: Line) -> int:
    return round(line.y / _SAME_ROW)


def _place(line: Line) -> Place:
    return _height(line), round(line.size)
