"""The first hit measured against a perfect one and against the hits behind it."""

from __future__ import annotations

import math

import numpy as np

from mcp_server.analysis import CJK, THAI, WORD
from mcp_server.collection import FIELDS, REPEATED
from mcp_server.confidence import Observation
from mcp_server.evidence import Evidence, Matrix
from mcp_server.grams import Grams
from mcp_server.question import Question, Unit
from mcp_server.statistics import Statistics

_PRIOR = 100  # tokens of the site's own language mixed into a passage (Dirichlet smoothing)
_GRAM_SHARE = 0.15  # what grams are worth beside words in a perfect score
_MOST = 2.2  # a saturated term, k1 + 1
_UNSHARED = 0.1  # no gram at all is little worse than one of ten
_STEEP = 8  # a margin of an eighth is worth half as much as one of three eighths
_BEHIND = 10  # the hits the first is compared with, itself among them
_ALIKE = 0.5  # share of common grams from which a word is a form or a part of another
_HOW = frozenset({"how", "wie", "hoe", "hur", "hvor", "quao", "как"})
_LETTERS = {CJK: 2.0, THAI: 4.5}  # characters of a word where no spaces divide them


def matches(question: Question, evidence: Evidence) -> Matrix:
    """How often each content unit stands in each candidate; an identifier also by all its parts."""
    counts = np.delete(evidence.terms, REPEATED, axis=2).sum(axis=2)
    for number, parts in evidence.parts.items():
        counts[number] = np.maximum(counts[number], np.delete(parts, REPEATED, axis=2).sum(axis=2).min(axis=0))
    content: Matrix = counts[list(question.content)]
    return content


def observe(question: Question, evidence: Evidence, statistics: Statistics, grams: Grams, matched: Matrix,
            scores: Matrix, order: list[int]) -> Observation:  # fmt: skip
    """Observe the candidate `order[0]` beside those that follow it.

    These are best of other pages: further passages of the same page do not speak against it.
    """
    first = order[0]
    units = [question.units[i] for i in question.content]
    worth = evidence.gram_idf * evidence.gram_weights
    best = _MOST * (sum(unit.idf * unit.count for unit in units) + _GRAM_SHARE * float(worth.sum()))
    leading = _padded(scores[order[:_BEHIND]]) / max(best, 1e-9)
    shares = _padded(worth @ (evidence.grams[:, order[:_BEHIND]] > 0)) / max(float(worth.sum()), 1e-9)
    return Observation(
        evidence=_evidence(question, statistics, matched[:, first], evidence, first),
        gram_share=math.log(float(shares[0]) + _UNSHARED),
        gram_lead=float(shares[0] - shares[1:].mean()),
        lead=float(leading[0] - leading[1]),
        margin=math.log1p(_STEEP * max(0.0, float(leading[0] - leading[1:].mean()))),
        coverage=float((matched[:, first] > 0).mean()),
        absent_share=_absent_share(question, evidence, grams, first),
        words=_word_count(units),
    )


def _padded(values: Matrix) -> Matrix:
    return np.concatenate((values, np.zeros(_BEHIND - len(values))))


def _evidence(question: Question, statistics: Statistics, counts: Matrix, evidence: Evidence, first: int) -> float:
    """Log likelihood ratio of the content words in this passage against the site, in units of what
    a word of one passage is worth; it grows ever more slowly, and there is none below 0.
    """
    length = float(statistics.lengths[evidence.candidates.rows[first]])
    total = 0.0
    for unit_number, count in zip(question.content, counts.tolist(), strict=True):
        terms = list(question.units[unit_number].terms)
        share = max(0.5, float(statistics.occurrences[terms].sum())) / statistics.tokens
        total += math.log((count + _PRIOR * share) / ((length + _PRIOR) * share))
    return math.log1p(max(0.0, total) / math.log1p(len(statistics.lengths)))


def _absent_share(question: Question, evidence: Evidence, grams: Grams, first: int) -> float:
    """The share, by rarity, of words that no passage holds and the first has nothing alike of."""
    units = [question.units[i] for i in question.content]
    asked = _degrees(question)
    lost = [unit for unit in units if unit.absent and unit.kind == WORD and unit.surface not in asked]
    if not lost:
        return 0.0
    candidates = evidence.candidates
    words = candidates.words[np.unique(candidates.places[candidates.cells // FIELDS == first])]
    unlike = [unit for unit in lost if not (grams.likeness(unit.surface, words) >= _ALIKE).any()]
    return sum(unit.idf for unit in unlike) / max(sum(unit.idf for unit in units), 1e-9)


def _degrees(question: Question) -> set[str]:
    """Words that ask with another one: how long is, how often do."""
    units = [question.units[place] for place in question.order]
    return {asked.surface for how, asked, then in zip(units, units[1:], units[2:], strict=False)
            if how.surface in _HOW and then.stop}  # fmt: skip


def _word_count(units: list[Unit]) -> float:
    """The content words, those of runs without spaces estimated from their characters."""
    runs = {unit.shown: unit.kind for unit in units if unit.kind != WORD}
    letters = sum(max(1.0, len(run) / _LETTERS[kind]) for run, kind in runs.items())
    return letters + sum(unit.kind == WORD for unit in units)
