"""What becomes of each page when a site is crawled again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.gate import settle
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


URLS = [f"https://a.test/{n}" for n in range(6)]
HARMLESS = st.one_of(
    st.sampled_from(
        [
            MISSING,
            Outcome(Answer.FAILED),
            Outcome(Answer.FAILED, times=4),
            Outcome(Answer.UNREADABLE),
            Outcome(Answer.NOT_ASKED),
            Outcome(Answer.NOT_MODIFIED),
            moved(None, 301),
            moved(None, 302),
            Outcome(Answer.MOVED, lasting=False, times=2),
            moved("https://a.test/login", 302),
            moved("https://a.test/beyond", 301),
        ]
    ),
    st.sampled_from(URLS).map(lambda url: moved(url, 302)),
)
CRAWL = st.fixed_dictionaries(
    {
        "met": st.dictionaries(st.sampled_from(URLS), HARMLESS),
        "login": st.sampled_from([Outcome(Answer.OK, "log in"), Outcome(Answer.FAILED), Outcome(Answer.ROBOTS)]),
        "force": st.booleans(),
        "robots": st.sampled_from(["read", "unreachable", "no connection"]),
        "stopped": st.sampled_from([None, "Stopped by a signal."]),
    }
)


def next_file(old, met, settlement):
    """The file after a crawl: what the pipeline does with a settlement."""
    if settlement.withdraw:
        return {}
    if not settlement.publish:
        return old
    return {
        url: OldPage(met[url].hash if verdict.fate in (Fate.NEW, Fate.CHANGED) else old[url].hash, verdict.stale)
        for url, verdict in settlement.pages.items()
        if verdict.in_file
    }


@given(st.lists(CRAWL, min_size=1, max_size=6))
def test_no_row_of_failures_blocks_and_budget_stops_loses_a_page(crawls):
    file = {url: OldPage(f"text of {url}") for url in URLS}
    for crawl in crawls:
        met = crawl["met"] | {"https://a.test/login": crawl["login"]}
        settlement = settle(file, met, force=crawl["force"], robots=crawl["robots"], stopped=crawl["stopped"])
        file = next_file(file, met, settlement)
    assert {url: file[url].hash for url in URLS} == {url: f"text of {url}" for url in URLS}


ANY = st.builds(
    Outcome,
    st.sampled_from(list(Answer)),
    hash=st.sampled_from(["text 0", "text 1", "text 2"]),
    target=st.none() | st.sampled_from(URLS),
    lasting=st.booleans(),
    times=st.integers(1, 3),
)
OLD_FILES = st.dictionaries(
    st.sampled_from(URLS), st.builds(OldPage, st.sampled_from(["text 0", "text 1"]), st.booleans())
)


@given(OLD_FILES, st.dictionaries(st.sampled_from(URLS), ANY), st.booleans())
def test_the_counts_add_up_for_any_crawl(old, met, full):
    settlement = settle(old, met, full=full)
    counts = settlement.counts
    assert counts["indexed"] == len(old) + counts["new"] - counts["gone"]
    assert settlement.publish is (settlement.exit_code == 0)
    assert not settlement.publish or counts["indexed"]


@given(OLD_FILES.filter(bool), st.data())
def test_an_unchanged_site_leaves_its_file_as_it_was(old, data):
    met = {
        url: data.draw(st.sampled_from([Outcome(Answer.OK, page.hash), Outcome(Answer.NOT_MODIFIED)]))
        for url, page in old.items()
    }
    settlement = settle(old, met)
    fresh = {url: OldPage(page.hash) for url, page in old.items()}
    assert next_file(old, met, settlement) == fresh
    assert settlement.counts["unchanged"] == len(old)


@given(OLD_FILES, st.dictionaries(st.sampled_from(URLS), ANY))
def test_asking_ends_after_two_answers_from_each_page(old, met):
    for _ in range(3):
        for url in plan(old, met):
            met[url] = again(met.get(url), Outcome(Answer.MISSING))
    assert plan(old, met) == []


@given(OLD_FILES, st.dictionaries(st.sampled_from(URLS), ANY))
def test_a_page_leaves_only_on_a_clear_word(old, met):
    left = {url for url, verdict in decide(old, met).items() if not verdict.in_file}
    words = {
        Answer.MISSING,
        Answer.GONE,
        Answer.MOVED,
        Answer.DUPLICATE,
        Answer.ROBOTS,
        Answer.NOINDEX,
        Answer.CONTENT_SIGNAL,
    }
    assert all(met[url].answer in words for url in left)
