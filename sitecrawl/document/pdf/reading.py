"""A PDF body to a Document: text under its outline's headings, each with the page that opens at it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sitecrawl.document.characters import has_word
from sitecrawl.document.code import fence
from sitecrawl.document.inline import code_span, escape, settle
from sitecrawl.document.language import detect_language
from sitecrawl.document.model import Block, Document
from sitecrawl.document.pdf.file import PdfFile, Unreadable, open_pdf
from sitecrawl.document.pdf.lines import Line
from sitecrawl.document.pdf.outline import Entry, Place, place_entries, place_heading, set_large
from sitecrawl.document.pdf.paragraphs import Paragraph, Words, code_lines, paragraph_text, paragraphs
from sitecrawl.document.pdf.running import without_running
from sitecrawl.document.titles import name_from_url

_MOST_MONO = 0.6
_SAMPLE = 6000


def read_pdf(body: bytes, url: str) -> Document:
    """Read a PDF: a heading per outline entry, paragraphs mended; every block's anchor is `page=N` (RFC 8118).

    What gives no text is told by the document's `unread` rule and `remark`; nothing in a body makes
    this raise. Reading ends after a minute of processor time or 2,000 pages, and the remark says so.
    The optional extra has to be installed.
    """
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what is broken in a file is told in our own words
    try:
        file = open_pdf(body)
        pages = file.pages()
    except Unreadable as reason:
        return _unread(url, reason.rule, str(reason))
    except Exception as error:  # whatever a damaged file makes of the library
        return _unread(url, "PDF damaged", f"it cannot be read as a PDF ({type(error).__name__})")
    return _document(file, pages, url)


def _unread(url: str, rule: str, remark: str) -> Document:
    return Document(url, name_from_url(url), None, None, None, (), unread=rule, remark=remark)


def _document(file: PdfFile, pages: Sequence[Sequence[Line]], url: str) -> Document:
    lines = _plain_faces([line for page in without_running(pages) for line in page])
    title = file.title or _largest(lines) or name_from_url(url)
    places = place_entries(file.outline(), lines) or set_large(lines)
    own = place_heading(Entry(title, 1, lines[0].page, None), lines) if lines else None
    if own is not None and all(not place.covers(own.index) for place in places):
        places = sorted([*places, own], key=lambda place: place.index)
    blocks = tuple(_blocks(lines, places))
    sample = " ".join(block.markdown for block in blocks if block.kind != "code")[:_SAMPLE]
    return Document(
        url=url,
        title=title,
        description=file.subject,
        lang=file.lang or detect_language(sample),
        modified_at=file.modified_at,
        blocks=blocks,
        remark=file.remark,
    )


def _plain_faces(lines: Sequence[Line]) -> list[Line]:
    """A document that is set in a typewriter face for the most part is prose."""
    if sum(line.mono for line in lines) <= _MOST_MONO * len(lines):
        return list(lines)
    return [replace(line, text=" ".join(line.text.split()), mono=False) for line in lines]


def _largest(lines: Sequence[Line]) -> str | None:
    """The largest lines of the first page, when they are larger than the rest and short enough for a title."""
    first = [line for line in lines if line.page == lines[0].page]
    if not first:
        return None
    size = max(line.size for line in first)
    usual = sorted(line.size for line in lines)[len(lines) // 2]
    start = next(index for index, line in enumerate(first) if line.size == size)
    end = next((index for index, line in enumerate(first) if index > start and line.size != size), len(first))
    title = " ".join(line.text for line in first[start:end])
    fits = size > 1.15 * usual and end - start <= 3 and len(title) <= 150 and has_word(title)
    return title if fits else None


def _blocks(lines: Sequence[Line], places: Sequence[Place]) -> Iterator[Block]:
    words = Words(lines)
    at = 0
    for number, place in enumerate(places, 1):
        following = places[number] if number < len(places) else None
        yield from _text_blocks(lines[at : place.index], words)
        at = max(at, place.index + place.length)
        end = following.index if following is not None else len(lines)
        if not _is_contents(place, following, lines[at:end]):
            yield Block("heading", place.entry.title, place.entry.level, f"page={place.entry.page}")
    yield from _text_blocks(lines[at:], words)


def _is_contents(place: Place, following: Place | None, lines: Sequence[Line]) -> bool:
    """Whether nothing but a contents list stands under a heading."""
    deeper = following is not None and following.entry.level > place.entry.level
    return bool(lines) and not deeper and all(line.is_leader for line in lines)


def _text_blocks(lines: Sequence[Line], words: Words) -> Iterator[Block]:
    """Paragraphs, lists and code of a stretch of lines."""
    items: list[str] = []
    anchor = ""
    for paragraph in paragraphs([line for line in lines if not line.is_leader]):
        bullet = paragraph.bullet
        if bullet is not None:
            anchor = anchor if items else _anchor(paragraph)
            items.append("- " + _prose(paragraph_text(paragraph, words)[bullet.end() :]))
            continue
        if items:
            yield Block("list", "\n".join(items), 0, anchor)
            items = []
        block = _code(paragraph) if paragraph.is_code else _text(paragraph, words)
        if has_word(block.markdown):
            yield block
    if items:
        yield Block("list", "\n".join(items), 0, anchor)


def _text(paragraph: Paragraph, words: Words) -> Block:
    return Block("text", _prose(paragraph_text(paragraph, words)), 0, _anchor(paragraph))


def _code(paragraph: Paragraph) -> Block:
    written = code_lines(paragraph)
    if len(written) == 1:
        return Block("text", code_span(written[0]), 0, _anchor(paragraph))
    return Block("code", fence("\n".join(written)), 0, _anchor(paragraph))


def _prose(text: str) -> str:
    return settle([escape(text)])


def _anchor(paragraph: Paragraph) -> str:
    return f"page={paragraph.page}"
