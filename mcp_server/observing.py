"""The first hit measured against a perfect one: from evidence to an observation."""

from __future__ import annotations

import numpy as np

from mcp_server.collection import REPEATED
from mcp_server.confidence import Observation
from mcp_server.evidence import Evidence, Matrix
from mcp_server.question import Question
from mcp_server.statistics import Statistics

_PRIOR = 100  # tokens of the site's own language mixed into a passage (Dirichlet smoothing)
_GRAM_SHARE = 0.15  # what grams are worth beside words in a perfect score
_MOST = 2.2  # a saturated term, k1 + 1


def matches(question: Question, evidence: Evidence) -> Matrix:
    """How often each content unit stands in each candidate; an identifier also by all its parts."""
    counts = np.delete(evidence.terms, REPEATED, axis=2).sum(axis=2)
    for number, parts in evidence.parts.items():
        counts[number] = np.maximum(counts[number], np.delete(parts, REPEATED, axis=2).sum(axis=2).min(axis=0))
    content: Matrix = counts[list(question.content)]
    return content


def observe(question: Question, evidence: Evidence, statistics: Statistics, matched: Matrix,
            scores: Matrix, near: Matrix, order: list[int]) -> Observation:  # fmt: skip
    """Observe the candidate `order[0]`.

    `scores` are of words and grams alone, `near` with their forms and nearness; neither knows of
    titles and headings, which say where a passage stands and not what it says.
    """
    first = order[0]
    units = [question.units[i] for i in question.content]
    idf = np.array([unit.idf for unit in units])
    found = matched[:, first] > 0
    gram_worth = evidence.gram_idf * evidence.gram_weights
    best = _MOST * (sum(unit.idf * unit.count for unit in units) + _GRAM_SHARE * float(gram_worth.sum()))
    second, fourth = (float(near[order[place]]) if len(order) > place else 0.0 for place in (1, 3))
    shared = evidence.grams[:, first] > 0
    return Observation(
        likelihood=_likelihood(question, statistics, matched[:, first], evidence, first) / max(float(idf.sum()), 1e-9),
        gram_share=float(gram_worth[shared].sum() / gram_worth.sum()) if gram_worth.any() else 0.0,
        lead=(float(near[first]) - second) / best if best else 0.0,
        gap=(float(near[first]) - fourth) / best if best else 0.0,
        score=float(scores[first]) / best if best else 0.0,
        coverage=float(found.mean()),
        weighted_coverage=float(idf[found].sum() / idf.sum()) if idf.any() else float(found.mean()),
        words=len(units),
    )


def _likelihood(question: Question, statistics: Statistics, counts: Matrix, evidence: Evidence, first: int) -> float:
    length = float(statistics.lengths[evidence.candidates.rows[first]])
    total = 0.0
    for unit_number, count in zip(question.content, counts.tolist(), strict=True):
        terms = list(question.units[unit_number].terms)
        share = max(0.5, float(statistics.occurrences[terms].sum())) / statistics.tokens
        total += float(np.log((count + _PRIOR * share) / ((length + _PRIOR) * share)))
    return total
