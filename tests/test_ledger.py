"""The skip ledger."""

from __future__ import annotations

import json

from sitecrawl import ledger as ledger_module
from sitecrawl.ledger import Ledger

A, B = "https://a.test/a", "https://a.test/b"


def test_a_url_counts_once_under_each_rule():
    ledger = Ledger()
    for rule in ("noindex", "noindex", "path prefix"):
        ledger.skip(rule, A)
    assert ledger.blocks()["skipped"] == {
        "noindex": {"count": 1, "urls": [A]},
        "path prefix": {"count": 1, "urls": [A]},
    }


def test_a_duplicate_names_the_page_it_equals():
    ledger = Ledger()
    ledger.skip("duplicate", B, equals=A)
    ledger.skip("file type", A, detail="application/zip")
    skipped = ledger.blocks()["skipped"]
    assert skipped["duplicate"]["urls"] == [{"url": B, "equals": A}]
    assert skipped["file type"]["urls"] == [{"url": A, "detail": "application/zip"}]


def test_the_count_is_exact_beyond_the_urls_that_are_kept(monkeypatch):
    monkeypatch.setattr(ledger_module, "URLS_KEPT", 2)
    ledger = Ledger()
    for number in range(5):
        ledger.skip("calendar", f"https://a.test/{number}")
    assert ledger.blocks()["skipped"]["calendar"] == {"count": 5, "urls": ["https://a.test/0", "https://a.test/1"]}
    assert ledger.counts()["skipped"] == 5


def test_a_url_asked_for_after_all_is_no_longer_skipped():
    ledger = Ledger()
    ledger.skip("depth", A)
    ledger.skip("depth", B)
    ledger.skip("nofollow", A)
    ledger.unskip(A)
    assert ledger.blocks()["skipped"] == {"depth": {"count": 1, "urls": [B]}}
    assert not ledger.has("nofollow")


def test_a_failure_that_answered_after_all_is_none():
    ledger = Ledger()
    ledger.fail(A, 503, "server error")
    ledger.fail(B, None, "timeout")
    ledger.answered(A)
    assert ledger.blocks()["failed"] == [{"url": B, "status": None, "reason": "timeout"}]


def test_a_warning_is_given_once():
    ledger = Ledger()
    ledger.warn("The page budget stopped the crawl.")
    ledger.warn("The page budget stopped the crawl.")
    assert ledger.blocks()["warnings"] == ["The page budget stopped the crawl."]


def test_a_journal_gives_the_same_ledger_back():
    rows = []
    ledger = Ledger(rows.append)
    ledger.skip("duplicate", B, equals=A)
    ledger.skip("depth", A)
    ledger.unskip(A)
    ledger.fail(A, 500, "server error")
    ledger.answered(A)
    ledger.fail(B, None, "timeout")
    ledger.warn("A sentence.")
    ledger.sitemap("https://a.test/sitemap.xml", 200, 2, ["A bad entry."])
    again = Ledger()
    again.replay(json.loads(json.dumps(rows)))
    assert again.blocks() == ledger.blocks()
    assert again.counts() == {"failed": 1, "skipped": 1}


def test_replaying_writes_nothing_to_the_journal():
    rows = []
    Ledger(rows.append).replay([["warn", "A sentence."], ["something else", 1]])
    assert rows == []


def test_the_order_of_events_does_not_show():
    one, other = Ledger(), Ledger()
    for ledger, order in ((one, (A, B)), (other, (B, A))):
        for url in order:
            ledger.skip("noindex", url)
            ledger.fail(url, 500, "server error")
            ledger.sitemap(url, 404, 0)
    assert one.blocks() == other.blocks()
