"""Documents into passages."""

from __future__ import annotations

from collections.abc import Sequence

from sitecrawl.document.model import Block, Document
from sitecrawl.passagefile import Passage
from sitecrawl.passages.ids import PassageIds, page_address, piece_id
from sitecrawl.passages.packing import Piece, pack
from sitecrawl.passages.sections import Section, read_sections
from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.words import has_word

_DEFAULT = Sizes()


def split_document(document: Document, site: str, sizes: Sizes = _DEFAULT, base: str | None = None) -> list[Passage]:
    """The passages of a page in document order; `site` is `host` or `host:port`, `base` as in `page_address`.

    `"".join(p.text[p.overlap:])` is the page's text: the Markdown of its sections, a blank line
    between the blocks of one section. The rules are those of data/FORMAT.md.
    """
    sections = read_sections(document.title, document.blocks)
    anchors = [section.heading.anchor for section in sections if section.heading and section.heading.anchor]
    ids = PassageIds(page_address(site, document.url, base), anchors)
    passages: list[Passage] = []
    preceding: str | None = None
    for section in sections:
        pieces = [piece for piece in pack(section.blocks, sizes, document.lang) if has_word(piece.text)]
        section_id = _section_id(ids, section)
        for number, piece in enumerate(pieces, 1):
            anchor = _anchor(section, pieces, number, preceding)
            passages.append(_passage(document, section, piece, piece_id(section_id, number), anchor, len(passages)))
        preceding = _last_anchor(section, len(section.blocks)) or preceding
    return passages


def _section_id(ids: PassageIds, section: Section) -> str:
    if section.heading is not None:
        titled = not section.path and section.heading.anchor is None
        return ids.section(section.heading.anchor, None if titled else section.heading.markdown)
    return ids.section(None, None if section.region == "main" else section.region)


def _passage(
    document: Document, section: Section, piece: Piece, passage_id: str, anchor: str | None, position: int
) -> Passage:
    return Passage(
        id=passage_id,
        url=document.url,
        anchor=anchor,
        title=document.title,
        headings=list(section.path),
        levels=list(section.levels),
        text=piece.text,
        position=position,
        overlap=piece.overlap,
    )


def _anchor(section: Section, pieces: Sequence[Piece], number: int, preceding: str | None) -> str | None:
    """The heading's id where the section begins; else the nearest at or before the piece's new text in
    its section, else the first inside it, else the nearest before the section; the footer does not
    borrow from the page.
    """
    if number == 1 and section.heading is not None and section.heading.anchor:
        return section.heading.anchor
    begin = pieces[number - 1].block
    end = pieces[number].block if number < len(pieces) else len(section.blocks)
    inside = _first_anchor(section.blocks[begin : end + 1])
    return _last_anchor(section, begin + 1) or inside or (preceding if section.region == "main" else None)


def _last_anchor(section: Section, end: int) -> str | None:
    own = section.heading.anchor if section.heading else None
    return next((block.anchor for block in reversed(section.blocks[:end]) if block.anchor), own)


def _first_anchor(blocks: Sequence[Block]) -> str | None:
    return next((block.anchor for block in blocks if block.anchor), None)
