"""How sure one may be that the hits hold the answer. Pure: numbers in, a verdict out.

The estimate is a logistic function of a few shares that mean the same on every site and in every
language: how much of the question the first hit holds, and how far it stands before the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from mcp_server.engine import Strength, Verdict

SIGNALS = ("evidence", "nearness", "gram_share", "gram_lead", "lead", "margin", "absent_share")
"""The fields of an observation that the log odds are a sum of."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What the first hit shows.

    `evidence`: how much likelier the question's words, or forms of them, are in this passage than on the
    site. `nearness`: the largest share of them, by rarity, that stand within a sentence or two.
    `gram_share`: share of the question's character grams that it holds, by rarity; `gram_lead`:
    how much larger that is than the mean of the nine hits behind it. `lead` of its score over the
    second hit and `margin` over the mean of the nine, as shares of the best possible score.
    `evidence`, `gram_share` and `margin` are logarithms: what they are of says less the more it is.
    `coverage` of the content words, `words` their number; `absent_share` is the share, by rarity,
    of those that the site has nothing of. `named` is the likeness of the question to the title, the
    last heading or the best defined name of the first hit, 0 to 1.
    """

    evidence: float
    nearness: float
    gram_share: float
    gram_lead: float
    lead: float
    margin: float
    coverage: float
    absent_share: float
    words: float
    named: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Coefficients and cut-offs, one set of them for every site.

    `bench.fit_confidence` works them out on sets of questions with one known answer, each asked
    with the answer in the collection, with it taken out, and of another site;
    `bench.confidence` measures what they reach.
    """

    intercept: float = -4.37
    evidence: float = 1.40
    nearness: float = 2.19
    gram_share: float = 0.77
    gram_lead: float = 2.20
    lead: float = 3.94
    margin: float = 0.93
    absent_share: float = -0.94
    strong: float = 1.7  # right in 19 of 20 on every set with one known answer, said of 3 in 100 without one
    partial: float = 0.0  # likelier than not
    none: float = -3.4  # 1 in 30
    named: float = 0.4  # what bears nearly the question's name is never nothing
    key_share: float = 0.3  # a word this rare is what the question is about: without it …
    without_key: float = 0.4  # … the hits hold some of the answer at most
    longest: int = 15  # a longer question always finds something of what it is about


DEFAULT = Calibration()
_STRONG_SHARE = 0.8
_PARTIAL_SHARE = 0.45


def logit(seen: Observation, calibration: Calibration = DEFAULT) -> float:
    """The log odds that the hits hold the answer."""
    signals = sum(getattr(calibration, name) * getattr(seen, name) for name in SIGNALS)
    log_odds: float = calibration.intercept + signals
    return min(log_odds, calibration.without_key) if seen.absent_share >= calibration.key_share else log_odds


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
    if log_odds >= calibration.partial or seen.words <= 1:
        return "partial"
    unlikely = log_odds < calibration.none and seen.words <= calibration.longest
    named = seen.named >= calibration.named and seen.absent_share < calibration.key_share
    return "none" if unlikely and not named else "weak"


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
