"""Progress for people, on stderr."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from scrapy.settings import Settings

from sitecrawl.arguments import SiteArguments
from sitecrawl.extensions import Progress
from sitecrawl.session import CrawlSession, SessionSettings


@pytest.fixture
def progress(tmp_path):
    """Progress of a crawl that has fetched three of at most five pages and holds nine more back."""
    arguments = SiteArguments("https://shop.example/", max_pages=5)
    session = CrawlSession(arguments, tmp_path, SessionSettings("agent", "SiteKnowledge"))
    for _ in range(3):
        session.spend()
    session.ledger.skip("nofollow", "https://shop.example/a")
    spider = SimpleNamespace(session=session, discovery=SimpleNamespace(waiting=9))
    return Progress(SimpleNamespace(spider=spider, engine=None, settings=Settings({"SITECRAWL_PROGRESS_SECONDS": 15})))


def test_the_line_tells_pages_queue_rate_and_skipped(progress):
    assert re.match(r"3 pages of at most 5, 9 queued, [\d.]+ a second, 1 skipped", progress.line())


def test_no_more_time_is_foretold_than_the_budget_takes(progress):
    progress._began -= 30  # three pages in half a minute: the two that the budget leaves take twenty seconds
    assert progress.line().endswith("about 20 s left")


def test_off_a_terminal_each_line_stands_for_itself(progress, capsys):
    progress.live = False
    progress.tell()
    progress.closed()
    assert re.fullmatch(r"3 pages [^\r\x1b]*\n", capsys.readouterr().err)


def test_on_a_terminal_the_line_is_drawn_over_and_cleared_at_the_end(progress, capsys):
    progress.live = True
    progress.tell()
    progress.closed()
    told = capsys.readouterr().err
    assert told.startswith("\r\x1b[K3 pages")
    assert told.endswith("\r\x1b[K")
