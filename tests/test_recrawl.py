"""Repeating crawls with their stored arguments."""

from __future__ import annotations

import pytest

from sitecrawl import recrawl
from sitecrawl.crawlprocess import Ended
from sitecrawl.errors import UsageRefused
from sitecrawl.recrawl import refresh_sites, repeated_crawl, worst
from tests.test_report import a_report
from tests.test_sites import put_site


@pytest.fixture
def run(monkeypatch):
    """Answers each crawl with the next ending; collects the command lines."""
    commands = []
    endings = []

    def answer(command, *, quiet):
        assert quiet
        commands.append(command)
        return endings.pop(0)

    monkeypatch.setattr(recrawl, "run_crawl", answer)
    answer.commands, answer.endings = commands, endings
    return answer


def test_a_crawl_is_repeated_with_its_arguments_but_never_forced():
    arguments = {
        "url": "https://a.test/", "max_pages": 20, "path_prefix": None, "refresh": "full", "force": True,
        "include": "a|b",
    }  # fmt: skip
    spider, repeated = repeated_crawl(a_report(arguments=arguments))
    assert (spider, repeated) == ("site", {"url": "https://a.test/", "max_pages": "20", "include": "a|b"})


def test_a_folder_is_repeated_without_watching():
    arguments = {"path": "/docs", "name": "docs", "base_url": None, "watch": True}
    assert repeated_crawl(a_report(arguments=arguments)) == ("folder", {"path": "/docs", "name": "docs"})


@pytest.mark.parametrize(
    ("typed", "answered", "asked"),
    [
        ("https://a.test/", "http://a.test/", "http://a.test/"),
        ("https://a.test/", "https://www.a.test/", "https://a.test/"),
        (None, "https://a.test/", "https://a.test/"),
    ],
)
def test_a_site_without_https_is_asked_as_it_answered(typed, answered, asked):
    _, repeated = repeated_crawl(a_report(start_url=answered, arguments={"url": typed}))
    assert repeated["url"] == asked


def test_a_report_without_an_address_cannot_be_repeated():
    with pytest.raises(UsageRefused, match="site-knowledge crawl URL"):
        repeated_crawl(a_report(start_url="", arguments={}))


def test_each_site_gives_one_line(tmp_path, run):
    put_site(tmp_path, "a.test")
    put_site(tmp_path, "b.test")
    run.endings += [Ended(0, "", False), Ended(5, "b.test: not published (exit 5).", False)]
    assert list(refresh_sites(tmp_path, ["a.test", "b.test"])) == [
        (0, "a.test: 2 pages (2 new, 0 changed, 0 unchanged, 0 gone, 0 stale, 0 failed) in 2 min 5 s"),
        (5, "b.test: not published (exit 5)."),
    ]


def test_the_line_counts_pages_that_a_narrower_crawl_did_not_ask_for(tmp_path, run):
    counts = {"indexed": 44, "new": 0, "changed": 0, "unchanged": 4, "gone": 0, "stale": 1}
    put_site(tmp_path, "a.test", counts=counts)
    run.endings.append(Ended(0, "", False))
    (line,) = [line for _, line in refresh_sites(tmp_path, ["a.test"])]
    assert line.startswith(
        "a.test: 44 pages (0 new, 0 changed, 4 unchanged, 0 gone, 1 stale, 0 failed; 39 not asked for)"
    )


def test_a_failure_names_its_site_and_code(tmp_path, run):
    put_site(tmp_path, "a.test")
    run.endings.append(Ended(2, "Another crawl is running.", False))
    assert list(refresh_sites(tmp_path, ["a.test"])) == [(2, "a.test: exit 2: Another crawl is running.")]


def test_a_broken_report_does_not_keep_the_other_sites_from_their_turn(tmp_path, run):
    put_site(tmp_path, "b.test")
    (tmp_path / "a.test.report.json").write_text("{")
    run.endings.append(Ended(0, "", False))
    assert [code for code, _ in refresh_sites(tmp_path, ["a.test", "b.test"])] == [2, 0]


def test_a_signal_ends_the_row_of_crawls(tmp_path, run):
    put_site(tmp_path, "a.test")
    put_site(tmp_path, "b.test")
    run.endings.append(Ended(5, "a.test: not published (exit 5).", True))
    assert len(list(refresh_sites(tmp_path, ["a.test", "b.test"]))) == 1


@pytest.mark.parametrize(("codes", "code"), [([], 0), ([0, 0], 0), ([0, 4, 3], 4), ([5, 1], 1), ([2, 0], 2)])
def test_the_worst_code_is_a_bug_else_the_highest(codes, code):
    assert worst(codes) == code
