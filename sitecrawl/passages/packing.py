"""Sections into pieces: sizes, overlap, and where the cuts fall."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sitecrawl.document.model import Block
from sitecrawl.passages.cuts import AFTER_COLON, BLOCK, WORD, Cut, block_cuts
from sitecrawl.passages.inline import Spans
from sitecrawl.passages.sentences import grain_starts, word_units
from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.words import count_words, has_word

SEPARATOR = "\n\n"
"""Stands between the blocks of a section."""

_LABEL = re.compile(r"\*\*(?!\s)[^\n]{1,250}\*\*")
_DEFINITION = ": "
_MANY = 2000
_COARSE = 10
_UNDER_FLOOR = 1e3
_WORDLESS = 1e6


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a section; `overlap` characters are repeated; `block` is where new text begins."""

    text: str
    overlap: int
    block: int


@dataclass(frozen=True, slots=True)
class _Atom:
    cut: Cut
    words: int
    worded: bool
    block: int


def section_text(blocks: Sequence[Block]) -> str:
    """The Markdown of a section's blocks, a blank line between them."""
    return SEPARATOR.join(block.markdown for block in blocks)


def pack(blocks: Sequence[Block], sizes: Sizes, lang: str | None = None) -> list[Piece]:
    """Cut a section's blocks into pieces.

    `"".join(piece.text[piece.overlap:])` is `section_text(blocks)`. A piece with overlap begins
    with it, then the white space of the cut, then new text; without overlap the white space ends
    the piece before. A cut fence is reopened in the overlap and not closed before it; a cut
    table's header rows likewise.
    """
    text = section_text(blocks)
    if count_words(text) <= sizes.aim:
        return [Piece(text, 0, 0)]
    atoms = _atoms(blocks, text, sizes, lang)
    starts = _best_starts(atoms, sizes)
    return _assemble(text, atoms, starts, sizes)


def _atoms(blocks: Sequence[Block], text: str, sizes: Sizes, lang: str | None) -> list[_Atom]:
    atoms: list[_Atom] = []
    at = 0
    for number, block in enumerate(blocks):
        cuts = [replace(cut, offset=at + cut.offset) for cut in block_cuts(block, sizes.most, sizes.grain, lang)]
        if number and _announces(blocks[number - 1].markdown.rstrip()):
            cuts[0] = replace(cuts[0], cost=AFTER_COLON)
        at += len(block.markdown)
        for cut, end in zip(cuts, [*(cut.offset for cut in cuts[1:]), at], strict=True):
            atoms.extend(_grains(text, cut, end, number, sizes.grain))
        at += len(SEPARATOR)
    return _merged(atoms, sizes)


def _announces(markdown: str) -> bool:
    """Whether a block only leads to the next: it ends in a colon, or is one bold line (a caption, a box's name)."""
    return markdown.endswith((":", "：")) or _LABEL.fullmatch(markdown) is not None


def _grains(text: str, cut: Cut, end: int, block: int, grain: int) -> list[_Atom]:
    """The stretch as one atom, or as several of at most `grain` words."""
    stretch = text[cut.offset : end]
    words = count_words(stretch)
    cuts = [cut]
    if words > grain:
        cuts += [
            Cut(cut.offset + start, WORD, cut.reopen_inside, cut.reopen_inside, cut.prose)
            for start in grain_starts(stretch, grain)
        ]
    ends = [*(each.offset for each in cuts[1:]), end]
    parts = [(each, text[each.offset : stop]) for each, stop in zip(cuts, ends, strict=True)]
    return [_Atom(each, count_words(part), has_word(part), block) for each, part in parts]


def _merged(atoms: list[_Atom], sizes: Sizes) -> list[_Atom]:
    """Atoms without a word joined to the one before; many small ones joined to bound the work."""
    coarse = _COARSE if len(atoms) > _MANY else 0
    merged: list[_Atom] = []
    for atom in atoms:
        last = merged[-1] if merged else None
        joins = last is not None and (not (atom.worded and last.worded) or last.words < coarse)
        if last is not None and joins and last.words + atom.words <= sizes.grain:
            cut = replace(last.cut, prose=last.cut.prose and atom.cut.prose)
            merged[-1] = _Atom(cut, last.words + atom.words, last.worded or atom.worded, last.block)
        else:
            merged.append(atom)
    return merged


def _best_starts(atoms: Sequence[_Atom], sizes: Sizes) -> list[int]:
    """The atoms at which the pieces begin, by least cost over the whole section."""
    words, worded = [0], [0]
    for atom in atoms:
        words.append(words[-1] + atom.words)
        worded.append(worded[-1] + atom.worded)
    before = [_before(atom) for atom in atoms]
    best = [0.0] + [math.inf] * len(atoms)
    origin = [0] * (len(atoms) + 1)
    for end in range(1, len(atoms) + 1):
        for start in range(end - 1, -1, -1):
            size = words[end] - words[start]
            if size > sizes.most:
                break
            cost, repeated = before[start] if start else (0.0, 0)
            if size + repeated > sizes.most:
                continue
            total = best[start] + cost + _piece_cost(size, worded[end] == worded[start], sizes)
            if total < best[end]:
                best[end], origin[end] = total, start
    starts, at = [], len(atoms)
    while at:
        at = origin[at]
        starts.append(at)
    return starts[::-1]


def _before(atom: _Atom) -> tuple[float, int]:
    return atom.cut.cost, count_words(atom.cut.reopen)


def _piece_cost(words: int, wordless: bool, sizes: Sizes) -> float:
    deviation = (words - sizes.aim) / sizes.aim
    cost = deviation * deviation + BLOCK
    if words < sizes.floor:
        cost += _UNDER_FLOOR
    return cost + _WORDLESS if wordless else cost


def _assemble(text: str, atoms: Sequence[_Atom], starts: Sequence[int], sizes: Sizes) -> list[Piece]:
    pieces: list[Piece] = []
    offset = 0
    for number, first in enumerate(starts):
        last = starts[number + 1] if number + 1 < len(starts) else len(atoms)
        overlap = _overlap(text, atoms, starts[number - 1], first, last, sizes) if number else ""
        end = atoms[last].cut.offset if last < len(atoms) else len(text)
        if number and overlap:
            gap = _gap(text, offset, atoms[first].cut)
            pieces[-1] = replace(pieces[-1], text=pieces[-1].text[: len(pieces[-1].text) - gap])
            offset -= gap
        pieces.append(Piece(overlap + text[offset:end], len(overlap), atoms[first].block))
        offset = end
    return pieces


def _gap(text: str, offset: int, cut: Cut) -> int:
    """Length of the white space before `offset`; before a code line or row only its line break."""
    if cut.reopen and text[offset - 1] == "\n":
        return 1
    start = offset
    while start and text[start - 1].isspace():
        start -= 1
    return offset - start


def _overlap(text: str, atoms: Sequence[_Atom], previous: int, first: int, last: int, sizes: Sizes) -> str:
    if atoms[first].cut.reopen:
        return atoms[first].cut.reopen
    new = sum(atom.words for atom in atoms[first:last])
    room = min(sizes.overlap, sizes.most - new)
    start = first
    taken = 0
    while start > previous and atoms[start - 1].cut.prose and taken + atoms[start - 1].words <= room:
        start -= 1
        taken += atoms[start].words
    end = atoms[first].cut.offset
    while start < first and text.startswith(_DEFINITION, atoms[start].cut.offset):
        # a definition without its term says nothing
        start += 1
        room = 0
    if start < first:
        return text[atoms[start].cut.offset : end].rstrip()
    if not atoms[first - 1].cut.prose or room < 1:
        return ""
    return _last_words(text[atoms[first - 1].cut.offset : end].rstrip(), room)


def _last_words(text: str, most: int) -> str:
    """The last words of a sentence that is too long to be repeated whole."""
    at, taken = len(text), 0
    for start, size in reversed(word_units(text, Spans(text), len(text))):
        if taken + size > most:
            break
        at, taken = start, taken + size
    return text[at:]
