"""A crawl that was stopped goes on where it was; what it journalled is not asked for twice."""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter

import pytest

from sitecrawl import refresh
from sitecrawl.ruleanswers import answer_of_rule
from sitecrawl.sitepaths import SitePaths
from tests.running_crawl import SECONDS, crawl_held_at
from tests.site_server import Answer
from tests.web_page import about, html

PAGES = [f"/page{n}" for n in range(12)]
HELD = PAGES[6]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


@pytest.fixture
def site(serve_site):
    """A home page and twelve others."""
    answers = {page: html(page, about(page)) for page in PAGES}
    return serve_site(answers={**answers, "/": html("Home", about("home"), *PAGES)})


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def journalled(site, data):
    journal = SitePaths(data, site.site).journal
    rows = [json.loads(line) for line in journal.read_bytes().splitlines()]
    return [row["url"].removeprefix(site.base) for row in rows if row["e"] == "page"]


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("meta robots noindex", refresh.Answer.NOINDEX),
        ("X-Robots-Tag none", refresh.Answer.NOINDEX),
        ("Content-Signal search=no", refresh.Answer.CONTENT_SIGNAL),
        ("robots.txt", refresh.Answer.ROBOTS),
        ("soft 404", refresh.Answer.MISSING),
        ("client-rendered shell", refresh.Answer.UNREADABLE),
        ("PDF encrypted", refresh.Answer.UNREADABLE),
        ("page budget", refresh.Answer.NOT_ASKED),
        ("include", refresh.Answer.NOT_ASKED),
    ],
)
def test_each_rule_stands_for_an_answer(rule, answer):
    assert answer_of_rule(rule) is answer


def asked_twice(site):
    return [page for page, count in Counter(site.targets).items() if count > 1 and page in {"/", *PAGES}]


@posix
def test_a_crawl_stopped_by_ctrl_c_resumes_and_asks_for_no_page_twice(site, data, crawl):
    with crawl_held_at(site, HELD, data) as (running, page):
        running.send_signal(signal.SIGINT)
        page.let_go()  # the stop is graceful: what is under way is waited for
        _, told = running.communicate(timeout=SECONDS)
    assert (running.returncode, "Give the same command again" in told) == (5, True), told
    assert "max_pages" not in told
    done = crawl(site.base)
    assert (done.exit_code, len(done.pages)) == (0, 13), done.stderr
    assert asked_twice(site) == []


@posix
def test_a_killed_crawl_resumes_from_its_journal(site, data, crawl):
    with crawl_held_at(site, HELD, data) as (running, _):
        running.kill()
        running.wait(SECONDS)
    kept = journalled(site, data)
    done = crawl(site.base)
    assert (done.exit_code, len(done.pages)) == (0, 13), done.stderr
    assert not set(kept) & set(asked_twice(site))
    assert kept


@posix
@pytest.mark.parametrize("arguments", [{"max_depth": 5}, {"refresh": "full"}], ids=["other arguments", "full refresh"])
def test_a_command_that_does_not_resume_begins_anew(site, data, crawl, arguments):
    with crawl_held_at(site, HELD, data) as (running, _):
        running.kill()
        running.wait(SECONDS)
    done = crawl(site.base, **arguments)
    assert (done.exit_code, len(done.pages)) == (0, 13), done.stderr
    assert "/" in asked_twice(site)


@posix
def test_a_stopped_crawl_leaves_the_earlier_file_as_it_is(site, data, crawl):
    before = crawl(site.base).file.read_bytes()
    site.answers["/page1"] = Answer.of(html("Changed", about("changes")))
    with crawl_held_at(site, HELD, data) as (running, page):
        running.send_signal(signal.SIGTERM)
        page.let_go()
        _, told = running.communicate(timeout=SECONDS)
    assert (running.returncode, "earlier file is untouched" in told) == (5, True), told
    assert SitePaths(data, site.site).passages.read_bytes() == before
