"""An opened PDF: its pages' lines, outline and metadata, within bounds of time and size."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.dates import utc_time
from sitecrawl.document.metadata import language_tag
from sitecrawl.document.pdf.lines import Line, page_lines
from sitecrawl.document.pdf.outline import Entry, read_outline

MOST_SECONDS = 60.0
"""Processor time that one file may take."""
MOST_PAGES = 2_000
_UNREADABLE = 0.2
# characters of a font that does not say what they are
_NO_LETTERS = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_NO_TITLE = re.compile(
    r"microsoft (?:word|powerpoint|excel) - .*|(?:untitled|unbenannt|title|titel|document|dokument|slide|folie)\W*\d*|"
    r".*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|pdf|ps|fm|odt|qxd|html?)",
    re.I,
)
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?")


class Unreadable(Exception):
    """A PDF that gives no text; raised with the sentence that says why. `rule` is its name in the report."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(sentence)
        self.rule = rule


class OutOfTime(Exception):
    """The file has taken as long as it may."""


@dataclass(slots=True)
class PdfFile:
    """A PDF whose pages can be read; `remark` is a sentence about what of it could not."""

    reader: Any
    remark: str | None = None
    _end: float = field(default_factory=lambda: time.process_time() + MOST_SECONDS)

    @property
    def title(self) -> str | None:
        """The title that the file gives itself, unless a program made it up."""
        title = self._told("/Title")
        return None if title is None or _NO_TITLE.fullmatch(title) or not has_word(title) else title

    @property
    def subject(self) -> str | None:
        """What the file says it is about."""
        return self._told("/Subject")

    @property
    def lang(self) -> str | None:
        """The language that the file declares."""
        try:
            return language_tag(str(self.reader.root_object.get("/Lang") or "")) or None
        except Exception:  # a broken catalogue declares none
            return None

    @property
    def modified_at(self) -> str | None:
        """UTC ISO 8601 time of the last change (ISO 32000-1, 7.9.4)."""
        found = _DATE.match(self._told("/ModDate") or self._told("/CreationDate") or "")
        if found is None:
            return None
        year, month, day, hour, minute, second, sign, hours, minutes = found.groups()
        zone = f"{sign}{hours}:{minutes or '00'}" if sign else "Z"
        return utc_time(f"{year}-{month or '01'}-{day or '01'}T{hour or '00'}:{minute or '00'}:{second or '00'}{zone}")

    def pages(self) -> list[list[Line]]:
        """The lines of each page that could be read. Raises Unreadable when there is no text in any."""
        count = len(self.reader.pages)
        found: list[list[Line]] = []
        failed = 0
        try:
            for number in range(1, min(count, MOST_PAGES) + 1):
                try:
                    found.append(page_lines(self.reader.pages[number - 1], number, self._tick))
                except OutOfTime:
                    raise
                except Exception:  # one damaged page does not cost the others
                    failed += 1
                    found.append([])
        except OutOfTime:
            pass
        _require_text(found, count, failed)
        self.remark = _remark(found, count, failed)
        return found

    def outline(self) -> list[Entry]:
        """The outline's entries; none when it is damaged or the time is used up."""
        try:
            return read_outline(self.reader, self._tick)
        except Exception:
            return []

    def _tick(self) -> None:
        if time.process_time() > self._end:
            raise OutOfTime

    def _told(self, name: str) -> str | None:
        try:
            return one_line(str((self.reader.metadata or {}).get(name) or "")) or None
        except Exception:  # a broken dictionary says nothing
            return None


def open_pdf(body: bytes) -> PdfFile:
    """Open a PDF. Raises Unreadable for one that a password keeps, and what the library raises for a damaged one."""
    # imported late: the optional extra, and few bodies need it
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    reader = PdfReader(BytesIO(body[body.index(b"%PDF-") :]))
    if reader.is_encrypted:
        try:
            opened = reader.decrypt("")
        except (DependencyError, NotImplementedError):
            opened = None
        if not opened:
            raise Unreadable("PDF encrypted", "it opens with a password only; a copy without one can be read")
    if not len(reader.pages):
        raise Unreadable("PDF damaged", "it holds no pages")
    return PdfFile(reader)


def _require_text(pages: list[list[Line]], count: int, failed: int) -> None:
    if not pages:
        raise Unreadable("PDF too slow", f"its first page takes longer to read than {MOST_SECONDS:g} seconds")
    text = "".join(line.text for page in pages for line in page)
    if failed == count:
        raise Unreadable("PDF damaged", f"none of its {count} pages can be read")
    if not has_word(text):
        raise Unreadable(
            "PDF without text", f"its {count} pages are pictures (a scan, say); a copy with recognised text can be read"
        )
    if len(_NO_LETTERS.findall(text)) > _UNREADABLE * len(text):
        raise Unreadable("PDF without text", "its fonts do not say which letters they show")


def _remark(pages: list[list[Line]], count: int, failed: int) -> str | None:
    empty = sum(not page for page in pages) - failed
    said = []
    if len(pages) < count:
        said.append(f"only the first {len(pages)} of {count} pages were read, for the rest took too long")
    if failed:
        said.append(f"{failed} of {count} pages are damaged")
    if 2 * empty > count:
        said.append(f"{empty} of {count} pages are pictures without text")
    return "; ".join(said) or None
