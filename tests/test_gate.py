"""Whether a crawl's result may take the place of the earlier file."""

from __future__ import annotations

import pytest

from sitecrawl.gate import narrowed, settle
from sitecrawl.refresh import Answer, OldPage, Outcome, moved

OK = Outcome(Answer.OK, "text")
GONE = Outcome(Answer.GONE)
FAILED = Outcome(Answer.FAILED)
ROBOTS = Outcome(Answer.ROBOTS)


def urls(count):
    return [f"https://a.test/{n}" for n in range(count)]


def old_file(count):
    return {url: OldPage("text") for url in urls(count)}


def answers(*outcomes):
    return dict(zip(urls(len(outcomes)), outcomes, strict=True))


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ([OK, OK, GONE, GONE], 0),
        ([OK, GONE, GONE], 5),
        ([OK, FAILED, FAILED], 5),
        ([OK, OK, FAILED, FAILED], 0),
        ([OK, ROBOTS, ROBOTS, ROBOTS], 0),
        ([OK, ROBOTS, GONE, GONE], 5),
        ([ROBOTS, ROBOTS, ROBOTS], 3),
        ([GONE, GONE], 5),
        ([ROBOTS, ROBOTS, GONE], 5),
        ([Outcome(Answer.NOINDEX)] * 2, 3),
        ([Outcome(Answer.CONTENT_SIGNAL)] * 2, 3),
    ],
)
def test_half_of_the_old_pages_asked_for_must_still_answer(outcomes, code):
    settlement = settle(old_file(len(outcomes)), answers(*outcomes))
    assert settlement.exit_code == code
    assert settlement.withdraw is (code == 3)


def test_pages_that_were_not_asked_for_do_not_count_at_the_gate():
    assert settle(old_file(100), answers(OK, GONE)).exit_code == 0


def test_pages_that_all_move_to_one_login_page_do_not_count_as_answering():
    login = "https://a.test/welcome"
    met = dict.fromkeys(urls(4), moved(login, 301)) | {login: Outcome(Answer.OK, "log in")}
    assert settle(old_file(4), met).exit_code == 5


def test_a_site_that_moved_page_by_page_passes_the_gate():
    met = {url: moved(f"{url}/new", 301) for url in urls(4)} | {f"{url}/new": OK for url in urls(4)}
    settlement = settle(old_file(4), met)
    assert (settlement.exit_code, settlement.counts["new"], settlement.counts["gone"]) == (0, 4, 4)


def test_force_publishes_past_the_gate():
    settlement = settle(old_file(3), answers(OK, GONE, FAILED), force=True)
    assert (settlement.publish, settlement.counts["indexed"], settlement.counts["stale"]) == (True, 2, 1)


def test_force_never_publishes_an_empty_file():
    assert settle(old_file(2), answers(GONE, GONE), force=True).exit_code == 5


def test_a_crawl_that_reads_no_page_leaves_the_old_file():
    settlement = settle(old_file(2), {"https://a.test/other": FAILED})
    assert (settlement.exit_code, settlement.sentence) == (5, "The crawl found no page at all.")


def test_the_owners_word_is_published_though_no_other_page_was_read():
    settlement = settle(old_file(2), answers(ROBOTS))
    assert (settlement.exit_code, settlement.counts["indexed"], settlement.counts["gone"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("outcomes", "code", "word"),
    [
        ([OK], 0, "published"),
        ([ROBOTS], 3, "robots.txt"),
        ([Outcome(Answer.CONTENT_SIGNAL), ROBOTS], 3, "Content-Signal"),
        ([ROBOTS, Outcome(Answer.MISSING)], 3, "robots.txt"),
        ([Outcome(Answer.NOINDEX)] * 2, 4, "noindex"),
        ([Outcome(Answer.NOINDEX), ROBOTS], 4, "no page"),
        ([Outcome(Answer.UNREADABLE)], 4, "render=auto"),
        ([FAILED], 4, "failed"),
        ([Outcome(Answer.MISSING)], 4, "no page"),
        ([], 4, "no page"),
    ],
)
def test_a_first_crawl_without_a_page_says_why(outcomes, code, word):
    settlement = settle({}, answers(*outcomes))
    assert settlement.exit_code == code
    assert word in settlement.sentence


@pytest.mark.parametrize(
    ("robots", "earlier", "code"),
    [("unreachable", 0, 3), ("unreachable", 3, 3), ("no connection", 0, 4), ("no connection", 3, 5)],
)
def test_with_robots_unreachable_nothing_changes(robots, earlier, code):
    settlement = settle(old_file(earlier), {}, robots=robots)
    assert (settlement.exit_code, settlement.publish, settlement.withdraw) == (code, False, False)
    assert settlement.counts["indexed"] == earlier


def test_a_stopped_crawl_is_not_published():
    settlement = settle({}, answers(OK), stopped="Stopped by a signal.")
    assert (settlement.exit_code, settlement.sentence) == (5, "Stopped by a signal.")


def test_the_cause_of_an_empty_crawl_is_said():
    assert settle({}, {}, cause="The start page answers 404.").sentence == "The start page answers 404."


def test_a_full_refresh_of_a_site_that_its_owner_closed_withdraws_the_file():
    assert settle(old_file(2), answers(ROBOTS, ROBOTS), full=True).withdraw


@pytest.mark.parametrize(
    ("before", "now", "names"),
    [
        ({}, {"path_prefix": "/docs"}, ["path_prefix"]),
        ({"path_prefix": "/docs"}, {"path_prefix": "/docs"}, []),
        ({"path_prefix": "/docs"}, {}, []),
        ({"path_prefix": "/docs/x"}, {"path_prefix": "/docs"}, []),
        ({"path_prefix": "/docs-old"}, {"path_prefix": "/docs"}, ["path_prefix"]),
        ({}, {"include": "x", "exclude": "y", "lang": "de"}, ["include", "exclude", "lang"]),
        ({}, {"max_pages": 3}, ["max_pages"]),
        ({"max_pages": "20"}, {"max_pages": "30"}, []),
        ({"max_pages": 900}, {}, ["max_pages"]),
    ],
)
def test_an_argument_that_takes_less_than_before_is_narrower(before, now, names):
    assert narrowed(before, now) == names


def test_a_narrower_crawl_warns_that_a_full_refresh_would_drop_the_rest():
    (warning,) = settle(old_file(3), answers(OK), narrower=["path_prefix"]).warnings
    assert "path_prefix" in warning
    assert "2 pages" in warning
    assert "refresh=full" in warning


def test_a_crawl_that_met_every_page_warns_of_nothing():
    assert settle(old_file(1), answers(OK), narrower=["max_pages"]).warnings == ()
