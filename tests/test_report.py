"""The crawl report."""

from __future__ import annotations

import json

import pytest

from sitecrawl.errors import SiteKnowledgeError
from sitecrawl.ledger import Ledger
from sitecrawl.report import build_report, read_report, write_report

# contract section 4
KEYS = [
    "start_url", "arguments", "started_at", "finished_at", "finish_reason", "published", "user_agent", "robots",
    "sitemaps", "counts", "skipped", "failed", "warnings", "llms",
]  # fmt: skip


def a_report(ledger=None, **changes):
    given = {
        "start_url": "https://a.test/",
        "arguments": {"url": "https://a.test/", "max_pages": 500},
        "started_at": "2026-01-01T10:00:00+00:00",
        "finished_at": "2026-01-01T10:02:05+00:00",
        "finish_reason": "finished",
        "published": True,
        "user_agent": "SiteKnowledge/1 (+mailto:a@a.test)",
        "counts": {"indexed": 2, "new": 2, "changed": 0, "unchanged": 0, "gone": 0, "stale": 0},
    }
    return build_report(ledger or Ledger(), **(given | changes))


def test_the_file_holds_exactly_the_keys_of_the_contract(tmp_path):
    write_report(tmp_path / "a.test.report.json", a_report())
    row = json.loads((tmp_path / "a.test.report.json").read_text("utf-8"))
    assert list(row) == KEYS
    assert list(row["counts"]) == ["indexed", "new", "changed", "unchanged", "gone", "stale", "failed", "skipped"]


def test_failed_and_skipped_are_counted_by_the_ledger():
    ledger = Ledger()
    ledger.skip("noindex", "https://a.test/a")
    ledger.skip("calendar", "https://a.test/b")
    ledger.fail("https://a.test/c", 500, "server error")
    counts = a_report(ledger).counts
    assert (counts["indexed"], counts["skipped"], counts["failed"]) == (2, 2, 1)


def test_a_report_reads_back_as_it_was_written(tmp_path):
    ledger = Ledger()
    ledger.robots = {"url": "https://a.test/robots.txt", "status": 503, "outcome": "unreachable: server error"}
    ledger.skip("duplicate", "https://a.test/ä", equals="https://a.test/\u2028")
    ledger.sitemap("https://a.test/sitemap.xml", 200, 3, ["An entry on another host."])
    report = a_report(ledger)
    write_report(tmp_path / "r.json", report)
    assert read_report(tmp_path / "r.json") == report


def test_a_lone_surrogate_does_not_stop_the_report(tmp_path):
    report = a_report(finish_reason="an answer with \udc80 in it")
    write_report(tmp_path / "r.json", report)
    assert read_report(tmp_path / "r.json") == report


def test_writing_leaves_nothing_beside_the_report(tmp_path):
    write_report(tmp_path / "r.json", a_report())
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_unknown_keys_are_passed_over(tmp_path):
    path = tmp_path / "r.json"
    write_report(path, a_report())
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"added_later": 1}), "utf-8")
    assert read_report(path) == a_report()


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '{"start_url": "https://a.te', "\x00"])
def test_a_report_that_cannot_be_read_is_refused_with_the_next_step(tmp_path, text):
    path = tmp_path / "r.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(SiteKnowledgeError, match=r"r\.json.*[Cc]rawl the site"):
        read_report(path)


def test_the_time_of_a_crawl_is_in_seconds():
    assert a_report().seconds == 125
    assert a_report(started_at="").seconds == 0
