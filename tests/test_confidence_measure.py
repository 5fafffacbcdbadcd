import numpy as np
import pytest

from bench.beir import Document
from bench.confidence import Replies, area_under_curve
from bench.fit_confidence import Table, fit, strong_threshold
from bench.ourengine import our_engine
from bench.takenout import engine_without
from mcp_server.confidence import SIGNALS

TEXTS = (
    "The ferry to the island leaves at seven from the old harbour.",
    "The harbour museum shows ropes, anchors and the log of a ferry.",
    "Anchors were forged on the island until the last century.",
    "A ticket for the museum costs four euros.",
)


def documents(texts):
    return [Document(text[:9], "", text, "") for text in texts]


@pytest.mark.parametrize("question", ["when does the ferry leave", "anchors on the island", "forged tickets"])
def test_an_index_without_a_passage_is_the_index_of_the_others(question):
    without = engine_without(our_engine(documents(TEXTS), "en").collection, [2])
    others = our_engine(documents(TEXTS[:2] + TEXTS[3:]), "en")

    assert without.search(question) == others.search(question)


def test_the_area_under_the_curve_is_the_share_of_pairs_in_order():
    assert area_under_curve([3, 1], [2, 1, 0]) == pytest.approx(4.5 / 6)


def test_strong_replies_without_a_right_passage_among_them_count_against_precision():
    replies = Replies(
        present=[(0.9, "strong", True), (0.9, "strong", False), (0.6, "partial", True), (0.1, "none", False)],
        absent=[(0.9, "strong"), (0.2, "weak")],
    )

    assert replies.figures()["strong_precision"] == pytest.approx(1 / 3)
    assert replies.figures()["strong_recall"] == 0.25
    assert replies.figures()["wrong_abstentions"] == 0.25


def made_table(coefficients, count=20_000):
    random = np.random.default_rng(1)
    signals = random.normal(size=(count, len(SIGNALS)))
    right = random.random(count) < 1 / (1 + np.exp(-(signals @ coefficients)))
    return Table(signals, np.where(right, "present", "absent"), right)


def test_the_fit_finds_the_coefficients_that_made_the_data():
    coefficients = np.array([0.5, 0.4, 1.0, 0.3, 0.0, 0.8, -0.6])

    assert fit([made_table(coefficients)])[1:] == pytest.approx(coefficients, abs=0.15)


def test_the_threshold_is_the_least_that_is_precise_enough():
    odds = np.array([0.5] * 10 + [1.5] * 20)
    right = np.array([True] * 5 + [False] * 5 + [True] * 20)
    table = Table(np.zeros((30, len(SIGNALS))), np.where(right, "present", "absent"), right)

    assert strong_threshold([table], [odds]) == pytest.approx(0.55)


def test_the_threshold_says_strong_of_few_absent_ones():
    odds = np.array([0.5] * 4 + [1.5] * 96 + [0.5] * 4 + [-1.0] * 96)
    right = np.array([True] * 100 + [False] * 100)
    table = Table(np.zeros((200, len(SIGNALS))), np.where(right, "present", "absent"), right)

    assert strong_threshold([table], [odds]) == pytest.approx(0.55)
