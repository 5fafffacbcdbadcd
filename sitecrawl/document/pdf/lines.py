"""The lines of a PDF page: their text, where they stand, and how large they are set."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sitecrawl.document.characters import clean
from sitecrawl.document.pdf.spaces import settle_space_widths

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00ad": "-", "\u2010": "-"}
)
_MONOSPACED = re.compile(
    r"mono|nimbusmon|courier|consol|typewriter|menlo|monaco|cmtt|cmsltt|sftt|ectt|txtt|inconsolata|lettergothic|fixed|"
    r"sourcecode|firacode|andalem",
    re.I,
)
# a contents list or an index: a row of dots before a number
_LEADER = re.compile(r"(?:\s?[.·…]){4,}\s*(?:\d+|[ivxlc]+)?$")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page: `x` and `y` in points from the page's lower left corner, `size` of most of its letters in
    points; `page` counts from 1; `mono` when it is set in a typewriter face throughout.
    """

    text: str
    x: float
    y: float
    size: float
    page: int
    mono: bool = False

    @property
    def is_leader(self) -> bool:
        """Whether it is a line of a contents list."""
        return _LEADER.search(self.text) is not None


Matrix = Sequence[float]


@dataclass(slots=True)
class _Run:
    """A stretch of text in one font; `turn` is the direction it is written in, in quarters of a circle."""

    text: str
    x: float
    y: float
    size: float
    mono: bool
    turn: int


def page_lines(page: Any, number: int, tick: Callable[[], None]) -> list[Line]:
    """The lines of a pypdf page in the order they are drawn; `tick` is called again and again and may raise.

    Text that runs in another direction than most of the page (a stamp along its edge) is left out.
    """
    runs: list[list[_Run]] = [[]]

    def see(text: str, outer: Matrix, inner: Matrix, font: Any, size: float) -> None:
        for index, part in enumerate(text.split("\n")):
            if index:
                runs.append([])
            if part and (runs[-1] or not part.isspace()):
                runs[-1].append(_run(part, outer, inner, font, size))

    settle_space_widths(page)
    page.extract_text(visitor_text=see, visitor_operand_before=lambda *_: tick())
    turns = Counter[int]()
    for line in runs:
        for run in line:
            turns[run.turn] += len(run.text)
    upright = turns.most_common(1)[0][0] if turns else 0
    lines = [_line([run for run in line if run.turn == upright], number, upright) for line in runs]
    return [line for line in lines if line.text]


def _run(text: str, outer: Matrix, inner: Matrix, font: Any, size: float) -> _Run:
    across = inner[0] * outer[0] + inner[1] * outer[2], inner[0] * outer[1] + inner[1] * outer[3]
    up = inner[2] * outer[0] + inner[3] * outer[2], inner[2] * outer[1] + inner[3] * outer[3]
    x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
    y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
    if not all(map(math.isfinite, (x, y, *across, *up))):
        raise ValueError(f"a line stands at {x}, {y}")
    turn = round(math.atan2(across[1], across[0]) / (math.pi / 2)) % 4
    return _Run(text, x, y, abs(size) * math.hypot(*up), _is_mono(font), turn)


def _is_mono(font: Any) -> bool:
    return font is not None and _MONOSPACED.search(str(font.get("/BaseFont") or "")) is not None


def _line(runs: list[_Run], page: int, turn: int) -> Line:
    text = clean("".join(run.text for run in runs).translate(_LIGATURES)).rstrip()
    worded = [run for run in runs if not run.text.isspace()]
    if not worded or not text.strip():
        return Line("", 0, 0, 0, page)
    sizes = Counter[float]()
    for run in worded:
        sizes[round(run.size, 1)] += len(run.text.strip())
    mono = all(run.mono for run in worded)
    # most letters stand on the line itself: a raised footnote mark may begin it
    first = worded[0]
    base = max(worded, key=lambda run: len(run.text))
    x, y = _turned(first.x, base.y if turn % 2 == 0 else first.y, turn)
    line = Line(text, x, y, sizes.most_common(1)[0][0], page, mono)
    return line if mono else replace(line, text=" ".join(text.split()))


def _turned(x: float, y: float, turn: int) -> tuple[float, float]:
    return ((x, y), (y, -x), (-x, -y), (-y, x))[turn]
