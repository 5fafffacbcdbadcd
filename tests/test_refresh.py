"""What becomes of each page when a site is crawled again."""

from __future__ import annotations

import pytest

from sitecrawl.refresh import (
    Answer,
    Fate,
    OldPage,
    Outcome,
    Verdict,
    again,
    decide,
    mark_forbidden,
    moved,
    outcome_of_status,
    plan,
)

A, B, C = "https://a.test/a", "https://a.test/b", "https://a.test/c"
OLD = {A: OldPage("text a"), B: OldPage("text b")}
OK_A, OK_B = Outcome(Answer.OK, "text a"), Outcome(Answer.OK, "text b")
MISSING = Outcome(Answer.MISSING)
MISSING_TWICE = Outcome(Answer.MISSING, times=2)


@pytest.mark.parametrize(
    ("outcome", "fate"),
    [
        (Outcome(Answer.OK, "text a"), Fate.UNCHANGED),
        (Outcome(Answer.OK, "other text"), Fate.CHANGED),
        (Outcome(Answer.NOT_MODIFIED), Fate.UNCHANGED),
        (MISSING, Fate.STALE),
        (MISSING_TWICE, Fate.GONE),
        (Outcome(Answer.GONE), Fate.GONE),
        (Outcome(Answer.ROBOTS), Fate.FORBIDDEN),
        (Outcome(Answer.NOINDEX), Fate.FORBIDDEN),
        (Outcome(Answer.CONTENT_SIGNAL), Fate.FORBIDDEN),
        (Outcome(Answer.FAILED), Fate.STALE),
        (Outcome(Answer.FAILED, times=3), Fate.STALE),
        (Outcome(Answer.UNREADABLE), Fate.STALE),
        (Outcome(Answer.NOT_ASKED), Fate.KEPT),
        (None, Fate.KEPT),
        (moved(B, 301), Fate.MOVED),
        (moved(B, 302), Fate.STALE),
        (moved(None, 301), Fate.STALE),
        (moved(None, 302), Fate.STALE),
        (Outcome(Answer.MOVED, lasting=False, times=2), Fate.STALE),
        (Outcome(Answer.MOVED, times=2), Fate.GONE),
        (Outcome(Answer.DUPLICATE, target=B), Fate.MOVED),
        (Outcome(Answer.DUPLICATE, target=A), Fate.STALE),
    ],
)
def test_each_answer_has_its_fate(outcome, fate):
    met = {B: OK_B} | ({A: outcome} if outcome else {})
    assert decide(OLD, met)[A].fate is fate


@pytest.mark.parametrize(
    ("at_target", "fate"),
    [
        (Outcome(Answer.OK, "new text"), Fate.MOVED),
        (MISSING, Fate.STALE),
        (MISSING_TWICE, Fate.GONE),
        (Outcome(Answer.GONE), Fate.GONE),
        (Outcome(Answer.FAILED), Fate.STALE),
        (Outcome(Answer.NOINDEX), Fate.FORBIDDEN),
        (Outcome(Answer.NOT_ASKED), Fate.KEPT),
        (None, Fate.KEPT),
        (moved(A, 301), Fate.STALE),
    ],
)
def test_a_page_that_moved_for_good_shares_the_fate_of_its_target(at_target, fate):
    met = {A: moved(C, 308)} | ({C: at_target} if at_target else {})
    assert decide(OLD, met)[A].fate is fate


def test_a_temporary_redirect_to_the_same_text_is_a_move():
    assert decide(OLD, {A: moved(C, 302), C: Outcome(Answer.OK, "text a")})[A] == Verdict(Fate.MOVED, end=C)


def test_a_temporary_redirect_to_a_forbidden_login_page_takes_nothing_away():
    assert decide(OLD, {A: moved(C, 302), C: Outcome(Answer.ROBOTS)})[A].fate is Fate.STALE


def test_a_url_that_is_not_in_the_old_file_is_new_only_with_text():
    verdicts = decide({}, {A: OK_A, B: Outcome(Answer.FAILED), C: MISSING})
    assert verdicts == {A: Verdict(Fate.NEW)}


def test_a_page_not_asked_for_keeps_its_stale_flag():
    assert decide({A: OldPage("text a", stale=True)}, {})[A] == Verdict(Fate.KEPT, stale=True)


def test_a_stale_page_that_answers_is_fresh_again():
    assert decide({A: OldPage("text a", stale=True)}, {A: Outcome(Answer.NOT_MODIFIED)})[A].stale is False


@pytest.mark.parametrize("met", [{}, {A: Outcome(Answer.FAILED)}])
def test_a_full_refresh_drops_what_this_crawl_did_not_read(met):
    assert decide({A: OldPage("text a")}, met, full=True)[A].fate is Fate.DROPPED


@pytest.mark.parametrize(
    ("status", "answer"),
    [(304, Answer.NOT_MODIFIED), (404, Answer.MISSING), (410, Answer.GONE), (403, Answer.FAILED), (503, Answer.FAILED)],
)
def test_a_status_without_a_page_is_an_outcome(status, answer):
    assert outcome_of_status(status).answer is answer


@pytest.mark.parametrize(
    ("earlier", "later", "known"),
    [
        (None, MISSING, MISSING),
        (MISSING, MISSING, MISSING_TWICE),
        (MISSING, OK_A, OK_A),
        (MISSING, Outcome(Answer.FAILED), Outcome(Answer.FAILED)),
        (MISSING, Outcome(Answer.NOT_ASKED), MISSING),
        (moved(None, 301), moved(None, 301), Outcome(Answer.MOVED, times=2)),
    ],
)
def test_a_second_answer_counts_only_when_it_is_the_same(earlier, later, known):
    assert again(earlier, later) == known


def test_pages_to_confirm_come_before_pages_not_met():
    old = {A: OldPage("a"), B: OldPage("b"), C: OldPage("c")}
    assert plan(old, {B: MISSING, C: Outcome(Answer.GONE)}) == [B, A]


@pytest.mark.parametrize(
    "outcome",
    [OK_A, MISSING_TWICE, Outcome(Answer.FAILED), Outcome(Answer.NOT_ASKED), Outcome(Answer.ROBOTS), moved(None, 302)],
)
def test_a_page_whose_answer_stands_is_not_asked_again(outcome):
    assert plan({A: OldPage("text a")}, {A: outcome}) == []


def test_the_dead_end_of_a_redirect_is_asked_once_more():
    assert plan({A: OldPage("text a")}, {A: moved(C, 301), C: MISSING}) == [C]


def test_scope_and_budget_bound_what_is_asked():
    assert plan(OLD, {}, asks=lambda url: url != A) == [B]
    assert plan(OLD, {}, limit=1) == [A]
    assert plan(OLD, {}, limit=-3) == []


def test_a_page_that_robots_now_forbids_is_marked_without_asking():
    met = mark_forbidden(OLD, {A: OK_A, B: OK_B}, lambda url: url == A)
    assert met == {A: OK_A, B: Outcome(Answer.ROBOTS)}
