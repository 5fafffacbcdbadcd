"""Which runs of a page stand in the main content that people marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def common_subsequence(ours: Sequence[str], gold: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """Which of our words, and of the gold's, a longest common subsequence takes (bit-parallel: Hyyrö 2004)."""
    places: dict[str, int] = {}
    for number, word in enumerate(gold):
        places[word] = places.get(word, 0) | 1 << number
    full = (1 << len(gold)) - 1
    state, rows = full, []
    for word in ours:
        at = state & places.get(word, 0)
        state = ((state + at) | (state - at)) & full
        rows.append(state)
    taken, found = [False] * len(ours), [False] * len(gold)
    row, column = len(ours), len(gold)
    while row and column:
        if rows[row - 1] >> (column - 1) & 1:
            column -= 1
            continue
        row -= 1
        if not row or rows[row - 1] >> (column - 1) & 1:
            column -= 1
            taken[row] = found[column] = True
    return taken, found


def labels(runs: Sequence[Sequence[str]], gold: Sequence[str]) -> list[float]:
    """For each run the share of its words that the gold has at this place, or out of order as runs of three."""
    taken, found = common_subsequence([word for words in runs for word in words], gold)
    left = Counter(
        gram
        for start, gram in enumerate(zip(gold, gold[1:], gold[2:], strict=False))
        if not any(found[start : start + 3])
    )
    shares, position = [], 0
    for words in runs:
        share = sum(taken[position : position + len(words)]) / len(words)
        position += len(words)
        if share < 0.5 and len(words) >= 3:
            own = Counter(zip(words, words[1:], words[2:], strict=False))
            both = own & left
            if both.total() > 0.5 * own.total():
                left -= both
                share = both.total() / own.total()
        shares.append(share)
    return shares
