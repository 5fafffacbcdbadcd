"""Where the Markdown of one block may be cut, and what a cut costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sitecrawl.document.model import Block
from sitecrawl.passages.sentences import sentence_starts
from sitecrawl.passages.words import count_words

# costs are on the scale of a piece's squared deviation from the aim, where 1 is twice the aim
BLOCK = 0.1
ITEM = 0.2
SENTENCE = 0.3
CONTINUED = 0.5
LINE = 1.0
AFTER_COLON = 1.0
WORD = 30.0
WHOLE = 50.0

_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+>:]|[^\W_]{1,9}[.)])[ \t]*)*")
_DELIMITER = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*")


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a block begins at `offset`.

    `reopen` is repeated before it when a piece begins here: a fence line, a table's header rows;
    `reopen_inside` when a piece begins further inside the stretch. `prose` stretches may be
    repeated as overlap.
    """

    offset: int
    cost: float
    reopen: str = ""
    reopen_inside: str = ""
    prose: bool = True


def block_cuts(block: Block, most: int, reopen_most: int, lang: str | None) -> list[Cut]:
    """The stretches of a block in order, the first at offset 0.

    A block that fits into `most` words costs more to cut inside than any other fault but a piece
    under the floor; nothing longer than `reopen_most` words is repeated.
    """
    if block.kind == "table":
        return _table_cuts(block.markdown, most, reopen_most)
    if block.kind == "math":
        return [Cut(start, WHOLE, prose=False) for start, _ in _lines(block.markdown)]
    return _prose_cuts(block, most, reopen_most, lang)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def _table_cuts(text: str, most: int, reopen_most: int) -> list[Cut]:
    lines = list(_lines(text))
    rule = next((i for i, (_, line) in enumerate(lines) if i and _DELIMITER.fullmatch(line)), None)
    header = "" if rule is None else "\n".join(line for _, line in lines[rule - 1 : rule + 1])
    if count_words(header) > reopen_most:
        header = ""
    cost = WHOLE if count_words(text) <= most else LINE
    inside = f"{header}\n|" if header else ""
    first_row = 0 if rule is None else rule + 2
    cuts = [Cut(0, BLOCK, prose=False)]
    # the first row stays with its header: a header alone says nothing
    cuts.extend(Cut(start, cost, header, inside, prose=False) for start, _ in lines[first_row + 1 :])
    return cuts


def _prose_cuts(block: Block, most: int, reopen_most: int, lang: str | None) -> list[Cut]:
    """Cuts of everything that is read line by line; fences may stand in lists and quotes."""
    text = block.markdown
    cuts = {0: Cut(0, BLOCK)}
    start = 0
    for begin, end in _fences(text):
        _add_prose(cuts, block, start, begin, lang)
        _add_fence(cuts, text, (begin, end), most, reopen_most)
        start = end
    _add_prose(cuts, block, start, len(text), lang)
    return [cuts[offset] for offset in sorted(cuts)]


def _fences(text: str) -> list[tuple[int, int]]:
    """Start and end offsets of the fenced blocks, fence lines included; an open one runs to the end."""
    found = []
    opened: tuple[int, str] | None = None
    for start, line in _lines(text):
        match = _FENCE.match(line)
        if opened is None:
            if match:
                opened = (start, match["fence"])
        elif match and not match["info"].strip() and match["fence"].startswith(opened[1]):
            found.append((opened[0], start + len(line)))
            opened = None
    if opened is not None:
        found.append((opened[0], len(text)))
    return found


def _add_fence(cuts: dict[int, Cut], text: str, span: tuple[int, int], most: int, reopen_most: int) -> None:
    begin, end = span
    fence = text[begin:end]
    lines = [(begin + start, line) for start, line in _lines(fence)]
    cost = WHOLE if count_words(fence) <= most else LINE
    opening = lines[0][1].rstrip()
    if count_words(opening) > reopen_most:
        opening = ""
    inside = f"{opening}\n" if opening else ""
    first = cuts.get(begin)
    cuts[begin] = Cut(begin, first.cost if first else CONTINUED, reopen_inside=inside, prose=False)
    blank = False
    # the first line stays with the fence that opens, the fence that closes with the last line
    for start, line in lines[2:-1]:
        if line.strip():
            cuts[start] = Cut(start, cost / 2 if blank and cost == LINE else cost, opening, inside, prose=False)
        blank = not line.strip()


def _add_prose(cuts: dict[int, Cut], block: Block, begin: int, end: int, lang: str | None) -> None:
    text = block.markdown[begin:end]
    previous = ""
    for start, line in _lines(text):
        if not line.strip():
            continue
        cost = _line_cost(block.kind, line, previous)
        if cost is None and begin and not previous:
            # the first line behind a fence
            cost = CONTINUED
        if cost is not None:
            cuts.setdefault(begin + start, Cut(begin + start, cost))
        previous = line
    sentence = SENTENCE if block.kind == "text" else CONTINUED
    for start in sentence_starts(text, lang) if text.strip() else ():
        if begin + start not in cuts and not _is_lead(text, start):
            cuts[begin + start] = Cut(begin + start, sentence)


def _line_cost(kind: str, line: str, previous: str) -> float | None:
    """The cost of a cut before a line, None where the line goes on with the one before."""
    item = _ITEM.match(line)
    if previous.rstrip().endswith((":", "：")):
        return AFTER_COLON
    if kind == "list":
        return LINE if item is None else CONTINUED if item["indent"] else ITEM
    if kind == "definitions":
        # a definition stays with its term
        return LINE * 3 if line.startswith((":", " ", "\t")) else ITEM
    if kind == "text":
        return SENTENCE if previous.endswith(("  ", "\\")) else None
    return SENTENCE


def _is_lead(text: str, offset: int) -> bool:
    """Whether only a list marker or quote sign stands on the line before `offset`."""
    line_start = text.rfind("\n", 0, offset) + 1
    return _LEAD.fullmatch(text, line_start, offset) is not None
