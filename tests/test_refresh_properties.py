"""What holds for any row of crawls of a site: no page is lost without a clear word, the counts add up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.gate import settle
from sitecrawl.refresh import (
    Answer,
    Fate,
    OldPage,
    Outcome,
    again,
    decide,
    moved,
    plan,
)
from tests.test_refresh import MISSING

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
