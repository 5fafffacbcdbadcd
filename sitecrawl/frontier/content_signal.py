"""Content-Signal: what the owner lets be done with a page's text (contentsignals.org)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

# what Site Knowledge does with a page: it builds a search index and puts passages into a model's context
OUR_USES = ("ai-input", "search")

_SIGNAL = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(yes|no|y|n)(?![A-Za-z0-9])", re.IGNORECASE)


def read_signals(value: str) -> dict[str, bool]:
    """`search=yes, ai-input=no` as `{"search": True, "ai-input": False}`; of a signal said twice the no counts."""
    signals: dict[str, bool] = {}
    for written, answer in _SIGNAL.findall(value):
        name = written.lower().replace("_", "-")
        signals[name] = signals.get(name, True) and answer.lower().startswith("y")
    return signals


def merge_signals(many: Iterable[Mapping[str, bool]]) -> dict[str, bool]:
    """All signals together; where they differ the no counts."""
    merged: dict[str, bool] = {}
    for signals in many:
        for name, granted in signals.items():
            merged[name] = merged.get(name, True) and granted
    return merged


def refused_use(signals: Mapping[str, bool]) -> str | None:
    """The first of our uses that the owner refuses, as `Content-Signal ai-input=no`, or None."""
    for use in OUR_USES:
        if signals.get(use) is False:
            return f"Content-Signal {use}=no"
    return None
