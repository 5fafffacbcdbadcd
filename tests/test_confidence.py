import math

import pytest

from mcp_server.confidence import Observation, logit, probability, strength_of, verdict_of

NOTHING = Observation(-1, 0, 0, 0, 0, 0, 0, 3)
PERFECT = Observation(1, 1, 0.8, 0.8, 0.9, 1, 1, 3)


def test_a_perfect_first_hit_far_ahead_is_strong():
    assert verdict_of(PERFECT, logit(PERFECT)) == "strong"


def test_a_hit_without_any_word_is_none():
    assert verdict_of(NOTHING, 10.0) == "none"


@pytest.mark.parametrize(("log_odds", "verdict"), [(2.3, "strong"), (1.0, "partial"), (-1.0, "weak"), (-3.0, "none")])
def test_the_verdict_follows_the_log_odds(log_odds, verdict):
    seen = Observation(0, 0.3, 0, 0, 0.1, 0.5, 0.5, 3)

    assert verdict_of(seen, log_odds) == verdict


def test_a_single_word_that_is_found_is_never_worse_than_partial():
    assert verdict_of(Observation(0, 0.3, 0, 0, 0.1, 1, 1, 1), -3.0) == "partial"


def test_a_long_question_is_never_turned_away():
    assert verdict_of(Observation(0, 0.3, 0, 0, 0.1, 0.5, 0.5, 16), -3.0) == "weak"


def test_probability_is_the_logistic_function():
    assert probability(0.0) == 0.5
    assert probability(math.log(3)) == pytest.approx(0.75)
    assert 0 <= probability(-1e9) < probability(1e9) <= 1


@pytest.mark.parametrize(
    ("verdict", "share", "first", "strength"),
    [
        ("strong", 0.1, True, "strong"),
        ("strong", 0.9, False, "strong"),
        ("strong", 0.5, False, "partial"),
        ("strong", 0.2, False, "weak"),
        ("partial", 1.0, False, "partial"),
        ("weak", 1.0, True, "weak"),
        ("none", 1.0, True, "weak"),
    ],
)
def test_no_hit_is_stronger_than_the_verdict(verdict, share, first, strength):
    assert strength_of(verdict, share, first=first) == strength
