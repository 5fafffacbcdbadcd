"""The printed summary of a crawl and its last line."""

from __future__ import annotations

import io

import pytest

from sitecrawl.ledger import Ledger
from sitecrawl.summary import (
    Facts,
    duration,
    known_pages,
    last_line,
    polite_seconds,
    print_summary,
    printable,
    summary_lines,
)
from tests.test_report import a_report

FACTS = Facts("a.test", "data/a.test.jsonl", pages=3, passages=9)


def a_full_report():
    ledger = Ledger()
    ledger.robots = {
        "url": "https://a.test/robots.txt",
        "status": 200,
        "outcome": "rules obeyed",
        "crawl_delay": {"asked": 100.0, "applied": 60.0},
    }
    for number in range(5):
        ledger.skip("calendar", f"https://a.test/{number}")
    ledger.skip("duplicate", "https://a.test/print", equals="https://a.test/")
    ledger.skip("page budget", "https://a.test/late")
    ledger.fail("https://a.test/broken", 500, "server error")
    ledger.sitemap("https://a.test/sitemap.xml", 404, 0, ["not found"])
    ledger.warn("The page budget stopped the crawl.")
    return a_report(ledger)


def plain(report, passages=None):
    file = io.StringIO()
    print_summary(report, file, passages)
    return file.getvalue().splitlines()


def test_each_thing_of_a_crawl_has_its_line_off_a_terminal():
    assert plain(a_full_report(), 7) == [
        "indexed 2: 2 new, 0 changed, 0 unchanged, 0 gone, 0 stale",
        "passages 7",
        "skipped: calendar 5: https://a.test/0; https://a.test/1; https://a.test/2",
        "skipped: duplicate 1: https://a.test/print equals https://a.test/",
        "skipped: page budget 1: https://a.test/late",
        "failed 1: https://a.test/broken (500 server error)",
        "robots.txt: rules obeyed; Crawl-delay 100 s asked, 60 s applied",
        "sitemap 0: https://a.test/sitemap.xml (404); not found",
        "warning: The page budget stopped the crawl.",
        "time: took 2 min 5 s; a polite crawl of all 4 known pages would take about 4 min 0 s",
    ]


def test_a_crawl_that_was_not_published_says_so_first():
    assert plain(a_report(published=False))[0].startswith("not published 2")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_on_a_terminal_the_summary_is_a_table(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    file = Terminal()
    print_summary(a_full_report(), file, 7)
    assert "Crawl of https://a.test/" in file.getvalue()
    assert "https://a.test/print equals https://a.test/" in file.getvalue()


def test_markup_in_an_address_is_shown_as_it_stands(monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    ledger = Ledger()
    ledger.skip("calendar", "https://a.test/[red]x[/]")
    file = Terminal()
    print_summary(a_report(ledger), file)
    assert "https://a.test/[red]x[/]" in file.getvalue()


def test_an_empty_report_can_be_summarised():
    lines = summary_lines(a_report(counts={}))
    assert [line.what for line in lines] == ["indexed", "robots.txt", "time"]


def test_known_pages_are_those_indexed_failed_and_beyond_the_budget():
    report = a_full_report()
    assert (known_pages(report), polite_seconds(report)) == (4, 240.0)


@pytest.mark.parametrize(
    ("counts", "beyond", "failed", "known"),
    [
        ({"indexed": 5, "new": 5}, 20, 0, 25),  # a first crawl, stopped by max_pages
        ({"indexed": 25, "unchanged": 5}, 20, 0, 25),  # the same with all 25 in the earlier file
        ({"indexed": 25, "unchanged": 5}, 3, 0, 25),  # and most of them not met
        ({"indexed": 25, "unchanged": 24, "stale": 1}, 0, 1, 25),  # one failed and stays as stale
        ({"indexed": 26, "unchanged": 25, "new": 1}, 0, 2, 28),  # failed, and never in the file
    ],
)
def test_a_page_that_stays_from_the_earlier_file_is_known_once(counts, beyond, failed, known):
    ledger = Ledger()
    for number in range(beyond):
        ledger.skip("page budget", f"https://a.test/{number}")
    for number in range(failed):
        ledger.fail(f"https://a.test/failed/{number}", 500, "server error")
    assert known_pages(a_report(ledger, counts=counts)) == known


def test_without_a_known_delay_a_polite_crawl_takes_a_second_a_page():
    assert polite_seconds(a_report()) == 2.0


@pytest.mark.parametrize(
    ("exit_code", "facts", "sentence"),
    [
        (
            0,
            FACTS,
            "a.test: 3 pages with 9 passages are published in data/a.test.jsonl. "
            'Ask it: python -m mcp_server search "YOUR QUESTION" --site a.test',
        ),
        (2, Facts("", "", "max_pages=0 is too small."), "max_pages=0 is too small."),
        (
            3,
            Facts("a.test", "f", "robots.txt is unreachable."),
            "a.test: refused by its owner or its robots.txt (exit 3). robots.txt is unreachable. "
            "Ask the site's owner, or crawl again later.",
        ),
        (
            4,
            Facts("a.test", "f", "The start page moved to b.test. Run: scrapy crawl site -a url=https://b.test/"),
            "a.test: nothing to index (exit 4). "
            "The start page moved to b.test. Run: scrapy crawl site -a url=https://b.test/",
        ),
        (
            5,
            Facts("a.test", "f", "The disk is full.", earlier=True, advice="Make room."),
            "a.test: not published (exit 5), the earlier file is untouched. The disk is full. Make room.",
        ),
    ],
)  # fmt: skip
def test_the_last_line_says_the_exit_code_and_the_next_step(exit_code, facts, sentence):
    assert last_line(exit_code, facts) == sentence


@pytest.mark.parametrize("exit_code", [0, 1, 3, 4, 5, 77])
def test_the_last_line_is_one_line_of_at_least_four_words(exit_code):
    line = last_line(exit_code, Facts("a.test", "f", "first\nsecond\u2028third"))
    assert "\n" not in line
    assert len(line.split()) >= 4


def test_a_withdrawn_file_is_named():
    assert "data/a.test.jsonl is withdrawn" in last_line(3, Facts("a.test", "data/a.test.jsonl", withdrawn=True))


def test_no_address_can_steer_the_terminal():
    assert printable("a\x1b[2Jb\r\n\u202ec  d") == "a [2Jb c d"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0.0 s"), (0.42, "0.4 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (3599, "59 min 59 s"), (7830, "2 h 10 min")],
)
def test_a_duration_is_said_in_its_two_largest_units(seconds, words):
    assert duration(seconds) == words
