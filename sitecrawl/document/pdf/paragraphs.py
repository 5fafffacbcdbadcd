"""Lines mended to paragraphs: joined, hyphens at line ends taken out, columns and pages bridged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from sitecrawl.document.pdf.lines import Line

_ENDS = re.compile(r"[.!?:;。！？：…][\"'”’»)\]]*$")
_BULLET = re.compile(r"[•◦▪‣●○■□·∙➢✓–—*-]\s+(?=\S)")
_NUMBERED = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-z]\)|\[\d{1,3}\])\s+(?=\S)")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_HYPHENATED = re.compile(r"([^\W\d_]+)-$")
_WORD_START = re.compile(r"[^\W\d_]+")
_FAR = 1.35  # of the usual distance of two lines
_FAR_IN_CODE = 4  # of the size
_OTHER_SIZE = 0.12
_INDENT = 0.8  # of the size
_SHORT = 0.7  # of the longest line
_SAME_LINE = 0.4  # of the size: raised and lowered signs


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together; `page` is where it begins. Code keeps its lines."""

    lines: list[Line] = field(default_factory=list)

    @property
    def page(self) -> int:
        """The page on which it begins, counted from 1."""
        return self.lines[0].page

    @property
    def is_code(self) -> bool:
        """Whether it is set in a typewriter face."""
        return self.lines[0].mono

    @property
    def bullet(self) -> re.Match[str] | None:
        """The sign of a list item at its beginning."""
        return _BULLET.match(self.lines[0].text) if not self.is_code else None


class Words:
    """The words of the whole document, which tell whether a hyphen at a line's end belongs to the word."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._whole: set[str] = set()
        self._hyphenated: set[str] = set()
        for line in lines:
            text = line.text.casefold()
            self._whole.update(_WORD_START.findall(text))
            self._hyphenated.update(re.findall(r"[^\W\d_]+-[^\W\d_]+", text))

    def keeps_hyphen(self, first: str, second: str) -> bool:
        """Whether `first-second` is written with a hyphen elsewhere and never as one word."""
        first, second = first.casefold(), second.casefold()
        return first + second not in self._whole and f"{first}-{second}" in self._hyphenated


def paragraphs(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """The lines as paragraphs, in their order."""
    pitch = _usual_pitch(lines)
    current = Paragraph()
    for line in lines:
        if current.lines and _begins(current, line, pitch):
            yield current
            current = Paragraph()
        current.lines.append(line)
    if current.lines:
        yield current


def paragraph_text(paragraph: Paragraph, words: Words) -> str:
    """The paragraph in one line."""
    text = ""
    for line in paragraph.lines:
        text = _joined(text, line.text.strip(), words) if text else line.text.strip()
    return text


def code_lines(paragraph: Paragraph) -> list[str]:
    """The lines of code, indented as they stand on the page, gaps between them as empty lines."""
    lines = paragraph.lines
    left = min(line.x for line in lines)
    pitch = min((above.y - line.y for above, line in pairwise(lines) if above.y > line.y), default=0.0)
    written: list[str] = []
    for above, line in zip([None, *lines], lines, strict=False):
        if above is not None and pitch and above.y - line.y > _FAR * pitch:
            written.append("")
        written.append(" " * _columns(line, left) + line.text.strip())
    return written


def _columns(line: Line, left: float) -> int:
    # letters of a typewriter face are three fifths of their size wide; spaces at the line's start count too
    own = len(line.text) - len(line.text.lstrip())
    return own + min(round((line.x - left) / (0.6 * line.size)), 80) if line.size else own


def _joined(text: str, following: str, words: Words) -> str:
    hyphen, start = _HYPHENATED.search(text), _WORD_START.match(following)
    if hyphen and start and (following[0].islower() or (hyphen[1].isupper() and start[0].isupper())):
        kept = words.keeps_hyphen(hyphen[1], start[0])
        return text + following if kept else text[:-1] + following
    if _UNSPACED.match(text[-1]) and _UNSPACED.match(following[:1]):
        return text + following
    if re.search(r"\w[/-]$", text) and not text.endswith(" -"):
        return text + following
    return f"{text} {following}"


def _begins(current: Paragraph, line: Line, pitch: float) -> bool:
    last = current.lines[-1]
    if line.mono != last.mono:
        return True
    if abs(last.y - line.y) < _SAME_LINE * last.size and line.page == last.page:
        return line.mono  # the same row goes on
    if abs(line.size - last.size) > _OTHER_SIZE * max(last.size, line.size):
        return True
    if line.page != last.page or line.y > last.y:
        return line.mono or not _goes_on(current, line)
    if line.mono:
        return last.y - line.y > _FAR_IN_CODE * last.size
    if last.y - line.y > _FAR * (pitch or 1.2 * last.size):
        return True
    if _BULLET.match(line.text) or (_NUMBERED.match(line.text) and line.x <= current.lines[0].x + 1):
        return True
    return _is_indented(current, line) or _ended_short(current)


def _goes_on(current: Paragraph, line: Line) -> bool:
    """Whether a paragraph goes on in the next column or on the next page."""
    text = current.lines[-1].text
    if _BULLET.match(line.text) or _ENDS.search(text):
        return False
    longest = max(len(each.text) for each in current.lines)
    is_full = len(current.lines) > 1 and len(text) > _SHORT * longest
    return is_full or line.text[:1].islower() or text.endswith((",", "-"))


def _is_indented(current: Paragraph, line: Line) -> bool:
    """Whether a first line is indented; in a list the later lines are, and the text behind it is not."""
    last = current.lines[-1]
    if current.bullet or _NUMBERED.match(current.lines[0].text):
        return line.x < current.lines[0].x - 2  # what follows the list
    left = min(each.x for each in current.lines)
    return len(current.lines) > 1 and abs(last.x - left) < 1 and line.x > left + _INDENT * line.size


def _ended_short(current: Paragraph) -> bool:
    last = current.lines[-1].text
    longest = max(len(line.text) for line in current.lines)
    return len(current.lines) > 1 and len(last) < _SHORT * longest and _ENDS.search(last) is not None


def _usual_pitch(lines: Sequence[Line]) -> float:
    """The usual distance of two lines that follow each other, in points; 0 when it cannot be told."""
    found = [
        above.y - below.y
        for above, below in pairwise(lines)
        if above.page == below.page and 0.5 * below.size < above.y - below.y < 3 * below.size
    ]
    return median(found) if found else 0.0
