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
_FORM = 0.45  # … and from which it counts as a form in part
_HOW = frozenset({"how", "wie", "hoe", "hur", "hvor", "quao", "как"})
_NEAR = 25  # tokens: a sentence or two
_OVERLAPPING = {CJK: 0.7, THAI: 0.5}  # n-grams share their characters: each tells less than a word
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
    likeness = _likeness(question, matched, evidence, grams, first)
    # a form of a word that the stemmer leaves apart, a part of a compound: worth as much as it is alike
    forms = np.where((likeness < 1) & (likeness >= _FORM), likeness, 0.0)
    length = float(statistics.lengths[evidence.candidates.rows[first]])
    return Observation(
        evidence=_evidence(question, statistics, np.maximum(matched[:, first], forms), length),
        nearness=_nearness(question, evidence, first),
        gram_share=math.log(float(shares[0]) + _UNSHARED),
        gram_lead=float(shares[0] - shares[1:].mean()),
        lead=float(leading[0] - leading[1]),
        margin=math.log1p(_STEEP * max(0.0, float(leading[0] - leading[1:].mean()))),
        coverage=float((matched[:, first] > 0).mean()),
        absent_share=_absent_share(question, likeness),
        words=_word_count(units),
    )


def _padded(values: Matrix) -> Matrix:
    return np.concatenate((values, np.zeros(_BEHIND - len(values))))


def _likeness(question: Question, matched: Matrix, evidence: Evidence, grams: Grams, first: int) -> Matrix:
    """How like each content word is to the likest word of the first hit: 1 for one that it holds."""
    candidates = evidence.candidates
    found = (matched[:, first] > 0).astype(np.float64)
    lost = [at for at in np.flatnonzero(found == 0).tolist() if question.units[question.content[at]].kind == WORD]
    if lost:
        words = candidates.words[np.unique(candidates.places[candidates.cells // FIELDS == first])]
        for at in lost:
            alike = grams.likeness(question.units[question.content[at]].surface, words)
            found[at] = alike.max(initial=0.0)
    return found


def _evidence(question: Question, statistics: Statistics, counts: Matrix, length: float) -> float:
    """Log likelihood ratio of the content words in this passage against the site, in units of what
    a word of one passage is worth; it grows ever more slowly, and there is none below 0.
    """
    total = 0.0
    for unit_number, count in zip(question.content, counts.tolist(), strict=True):
        terms = list(question.units[unit_number].terms)
        share = max(0.5, float(statistics.occurrences[terms].sum())) / statistics.tokens
        weight = _OVERLAPPING.get(question.units[unit_number].kind, 1.0)
        total += weight * math.log((count + _PRIOR * share) / ((length + _PRIOR) * share))
    return math.log1p(max(0.0, total) / math.log1p(len(statistics.lengths)))


def _nearness(question: Question, evidence: Evidence, first: int) -> float:
    """The largest share, by rarity, of the content words that stand within a sentence or two of the first hit."""
    idf = {number: question.units[number].idf for number in question.content}
    here = evidence.candidates.cells[evidence.spots] // FIELDS == first
    places, units = evidence.spots[here].tolist(), evidence.spot_units[here].tolist()
    spots = [spot for spot in zip(places, units, strict=True) if spot[1] in idf]
    counts = dict.fromkeys(idf, 0)
    best = together = 0.0
    begin = 0
    for at, unit in spots:
        together += 0.0 if counts[unit] else idf[unit]
        counts[unit] += 1
        while spots[begin][0] < at - _NEAR:
            left = spots[begin][1]
            counts[left] -= 1
            together -= 0.0 if counts[left] else idf[left]
            begin += 1
        best = max(best, together)
    return best / max(sum(idf.values()), 1e-9)


def _absent_share(question: Question, likeness: Matrix) -> float:
    """The share, by rarity, of words that no passage holds and the first has nothing alike of."""
    units = [question.units[i] for i in question.content]
    asked = _degrees(question)
    unlike = [unit for unit, alike in zip(units, likeness.tolist(), strict=True)
              if unit.absent and unit.kind == WORD and unit.surface not in asked and alike < _ALIKE]  # fmt: skip
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
