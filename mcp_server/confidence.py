"""How sure one may be that the hits hold the answer. Pure: numbers in, a verdict out.

The estimate is a logistic function of four shares that mean the same on every site and in every
language, each measured on the first hit against what a perfect hit would reach.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from mcp_server.engine import Strength, Verdict


@dataclass(frozen=True, slots=True)
class Observation:
    """What the first hit shows.

    `likelihood`: log likelihood ratio of the question's words in this passage against the site,
    per unit of idf. `gram_share`: share of the question's character grams, by rarity. `lead` over
    the second hit, `gap` to the fourth, and `score` itself, as shares of the best possible.
    `coverage` and `weighted_coverage` of the content words, `words` their number.
    """

    likelihood: float
    gram_share: float
    lead: float
    gap: float
    score: float
    coverage: float
    weighted_coverage: float
    words: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Coefficients and cut-offs, one set of them for every site.

    Fitted on ten sets of questions with one known answer each, once with the answer in the
    collection and once with it taken out; leaving out the set that is measured changes the area
    under its curve by .002 at most. `bench.confidence` measures what they reach.
    """

    intercept: float = -3.85
    likelihood: float = 0.76
    gram_share: float = 3.37
    gap: float = 5.13
    lead: float = 5.11
    strong: float = 2.2
    partial: float = 0.0
    none: float = -1.5
    none_score: float = 0.26
    none_gram_share: float = 0.42
    longest: int = 15  # a longer question always finds something of what it is about


DEFAULT = Calibration()
_STRONG_SHARE = 0.8
_PARTIAL_SHARE = 0.45


def logit(seen: Observation, calibration: Calibration = DEFAULT) -> float:
    """The log odds that the hits hold the answer."""
    return (
        calibration.intercept
        + calibration.likelihood * seen.likelihood
        + calibration.gram_share * seen.gram_share
        + calibration.gap * seen.gap
        + calibration.lead * seen.lead
    )


def probability(log_odds: float) -> float:
    """Log odds as a probability, 0 to 1."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


def verdict_of(seen: Observation, log_odds: float, calibration: Calibration = DEFAULT) -> Verdict:
    """*strong*: the answer is in the hits; *partial*: some of it; *weak*: the topic at best; *none*.

    A question of one word has no context to be judged by: a passage that holds it is partial at
    least.
    """
    if seen.coverage == 0:
        return "none"
    if log_odds >= calibration.strong:
        return "strong"
    if log_odds >= calibration.partial or seen.words == 1:
        return "partial"
    hopeless = log_odds < calibration.none and seen.score < calibration.none_score
    if hopeless and seen.gram_share < calibration.none_gram_share and seen.words <= calibration.longest:
        return "none"
    return "weak"


def strength_of(verdict: Verdict, weighted_coverage: float, *, first: bool) -> Strength:
    """How much of the question one hit answers; never more than the verdict on all of them.

    The verdict speaks of the first hit, the others are judged by what they hold of the question.
    """
    if verdict == "weak" or verdict == "none":
        return "weak"
    if first:
        return verdict
    if weighted_coverage >= _STRONG_SHARE and verdict == "strong":
        return "strong"
    return "partial" if weighted_coverage >= _PARTIAL_SHARE else "weak"
