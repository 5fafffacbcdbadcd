"""Features of what a page's marks say of it as a whole, and of how much it says outside its visitors' talk."""

from __future__ import annotations

from typing import Any

import numpy as np

from sitecrawl.document.chooser_marks import MARKS
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Shape

_TALK = {"comment": ("comment",), "review": ("review",), "talk": ("comment", "review", "thread", "user")}
_SHARES = ("card", "related", "post", "content", "product", "sidebar", "slider", "list", "table")


def add_talk(columns: Columns, shape: Shape, marks: Any) -> None:
    """Add the prose outside comments and reviews, which are content where there is none, and the shares of a
    page's words in some kinds of elements; `marks` are those of all elements around a run.
    """
    all_prose = max(float(shape.prose.sum()), 1)
    for name, kinds in _TALK.items():
        bits = sum(MARKS[kind] for kind in kinds)
        plain = np.where(marks & bits, 0, shape.prose)
        words = float(plain.sum())
        columns.add(f"plain_{name}_before", np.cumsum(plain) - plain)
        columns.add(f"plain_{name}_words", words)
        columns.add(f"plain_{name}_share", words / all_prose)
    for name in _SHARES:
        columns.add(f"page_{name}", float(shape.size[marks & MARKS[name] != 0].sum()) / shape.total)


def marks_around(runs: Runs, shape: Shape) -> Any:
    """For each run the marks of all elements around it; the body's say nothing of a part."""
    inherited: list[int] = []
    for mark, parent in zip(runs.marks, runs.parent, strict=True):
        inherited.append(mark if parent <= 0 else mark | inherited[parent])
    return np.array(inherited, np.int64)[shape.node]
