"""Where to cut: which runs of a page are kept, given how probable each one is content."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitecrawl.document.chooser_marks import MARKS
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.prices import PRICE, holds_price

Kept = NDArray[np.bool_]

_BELOW_HEADING = 6
_GAP_RUNS = 1
_GAP_WORDS = 10
_LEVELS = {f"h{level}": level for level in range(1, 7)}
# kept or left as a whole: a table without a row, code without a line say something else
_WHOLE = frozenset(("pre", "table", "dl", "tr", "figure"))
_MOST_WHOLE_RUNS = 400
_FACT = re.compile(
    rf"{PRICE}"
    r"|[\w.+-]+@[\w-]+\.\w{2,}|\+\d[\d\s()./-]{6,}\d|\(\d{3}\)\s?\d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b"
    r"|\b\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr)?\s?[-–—]\s?\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|uhr)\b"
    r"|\b(?:opening hours|business hours|öffnungszeiten|horaires)\b",
    re.I,
)
_LONGEST_FACT = 40
_MOST_BESIDE = 6
_SAYS_HOW_MUCH = re.compile(r"[\d:：]")
_URL = re.compile(r"<?(?:https?|ftp)://\S+")
_FACT_PROBABILITY = 0.2
_TRUSTED_SHARE = 0.25
_OUTSIDE_MAIN = 0.5
# a reference page is content throughout: what is left out of it is missed more than what is let in
_REFERENCE_LEAN = 2.0
_REFERENCE_OUTSIDE_MAIN = 0.2


def best_cut(probabilities: Any, sizes: Any, lean: float = 1.0) -> Kept:
    """The most probable runs whose expected F-measure over words is the highest (Ye et al., ICML 2012).

    `lean` is the measure's beta: 1 weighs precision and recall alike, more leans to keeping.
    """
    order = np.argsort(-probabilities, kind="stable")
    right = np.cumsum((probabilities * sizes)[order])
    all_right = lean * lean * float((probabilities * sizes).sum())
    expected = (1 + lean * lean) * right / (np.cumsum(sizes[order]) + all_right)
    kept = np.zeros(len(sizes), np.bool_)
    kept[order[: int(np.argmax(expected)) + 1]] = True
    return kept


def expected_f1(probabilities: Any, sizes: Any) -> float:
    """The F1 over words that the best cut can be expected to have: how sure the model is of a page."""
    order = np.argsort(-probabilities, kind="stable")
    right = np.cumsum((probabilities * sizes)[order])
    return float((2 * right / (np.cumsum(sizes[order]) + right[-1])).max())


def keep_facts(runs: Runs, probabilities: Any, sizes: Any, *, is_reference: bool = False) -> Kept:
    """What the product keeps: facts that customers ask about at a lower bar, small gaps filled, headings
    by what stands below them, tables and code whole; of a reference page rather too much than too little.
    """
    outside = _REFERENCE_OUTSIDE_MAIN if is_reference else _OUTSIDE_MAIN
    probabilities = trust_main(runs, probabilities, sizes, outside)
    kept = best_cut(probabilities, sizes, _REFERENCE_LEAN if is_reference else 1.0)
    for run in np.flatnonzero(~kept & (probabilities >= _FACT_PROBABILITY)).tolist():
        if len(runs.words[run]) <= _LONGEST_FACT and _FACT.search(runs.text[run]):
            kept[run] = True
            if holds_price(runs.text[run]):
                _keep_beside(runs, kept, probabilities, run)
    for run in np.flatnonzero(~kept[1:] & kept[:-1]).tolist():
        if runs.text[run].endswith((":", "：")) and _URL.fullmatch(runs.text[run + 1]):
            kept[run + 1] = True
    _fill_gaps(kept, sizes)
    _keep_wholes(runs, kept, sizes)
    return keep_headings(runs, kept)


def _keep_beside(runs: Runs, kept: Kept, probabilities: Any, run: int) -> None:
    """Keep the short lines around a price that say a number or name a thing (stock, article number, delivery),
    as far as they may be content too.
    """
    for step in (-1, 1):
        for beside in range(run + step, run + step * (_MOST_BESIDE + 1), step):
            if (
                not 0 <= beside < len(kept)
                or probabilities[beside] < _FACT_PROBABILITY
                or len(runs.words[beside]) > _LONGEST_FACT
                or 2 * runs.linked[beside] > len(runs.words[beside])
                or runs.tags[runs.node[beside]] in _LEVELS
            ):
                break
            if _SAYS_HOW_MUCH.search(runs.text[beside]):
                kept[beside] = True


def trust_main(runs: Runs, probabilities: Any, sizes: Any, outside: float) -> Any:
    """The probabilities, times `outside` beyond a `<main>` that holds a quarter of the words."""
    words = np.concatenate(([0.0], np.cumsum(sizes)))
    mains = [node for node, mark in enumerate(runs.marks) if mark & MARKS["main"]]
    main = max(mains, key=lambda node: float(words[runs.end[node]] - words[runs.start[node]]), default=None)
    if main is None or words[runs.end[main]] - words[runs.start[main]] < _TRUSTED_SHARE * words[-1]:
        return probabilities
    weighed = probabilities * outside
    weighed[runs.start[main] : runs.end[main]] = probabilities[runs.start[main] : runs.end[main]]
    return weighed


def keep_headings(runs: Runs, kept: Kept) -> Kept:
    """The kept runs and each heading with a kept run among the next six of its section."""
    levels = [_LEVELS.get(runs.tags[node], 0) for node in runs.node]
    found = kept.copy()
    for run, level in enumerate(levels):
        if level and not kept[run]:
            for below in range(run + 1, min(run + 1 + _BELOW_HEADING, len(levels))):
                if 0 < levels[below] <= level:
                    break
                if kept[below]:
                    found[run] = True
                    break
    return found


def _fill_gaps(kept: Kept, sizes: Any) -> None:
    places = np.flatnonzero(kept)
    for before, after in zip(places[:-1].tolist(), places[1:].tolist(), strict=True):
        if 1 < after - before <= _GAP_RUNS + 1 and sizes[before + 1 : after].sum() <= _GAP_WORDS:
            kept[before + 1 : after] = True


def _keep_wholes(runs: Runs, kept: Kept, sizes: Any) -> None:
    for node, tag in enumerate(runs.tags):
        if tag in _WHOLE:
            start, end = runs.start[node], runs.end[node]
            if 1 < end - start <= _MOST_WHOLE_RUNS:
                part = kept[start:end]
                if part.any() and not part.all():
                    kept[start:end] = sizes[start:end][part].sum() >= 0.5 * sizes[start:end].sum()
