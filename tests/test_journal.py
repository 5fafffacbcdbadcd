"""The journal of a crawl: events survive a killed process, half-written ones do not count."""

from __future__ import annotations

import json

import pytest

from sitecrawl.document.model import Block, Document, Link
from sitecrawl.journal import Journal, PageEvent, event_of, page_of, read_row, read_rows
from sitecrawl.passages.duplicates import near_key

DOCUMENT = Document(
    url="https://shop.example/lamps",
    title="Lamps",
    description=None,
    lang="en",
    modified_at="2026-11-01T00:00:00+00:00",
    blocks=(Block("heading", "Lamps", 1, "lamps"), Block("text", "Warm\u2028light.", region="footer", closes=2)),
    canonical="https://shop.example/lamps",
    refresh=None,
    robots=(("robots", "noindex"),),
    facts=({"@type": "Product", "offers": [{"price": 4}]},),
    shell=("empty root",),
    hidden_words=3,
    links=(Link("https://shop.example/", "Home"), Link("https://shop.example/ad", "Ad", True)),
)
EVENT = PageEvent(
    asked="https://shop.example/lamps?utm_source=x",
    url="https://shop.example/lamps",
    status=200,
    depth=2,
    source="link",
    content_type="text/html",
    fetched_at="2026-12-01T00:00:00+00:00",
    fetched_with="http",
    etag='"a"',
    last_modified=None,
    document=DOCUMENT,
    index=False,
    rule="meta robots noindex",
    parent="https://shop.example/",
)


@pytest.fixture
def journal(tmp_path):
    opened = Journal(tmp_path / "work" / "journal.jsonl")
    yield opened
    opened.close()


def values(path):
    return [row["n"] for _, row in read_rows(path)]


def test_a_page_event_comes_back_from_its_json_as_it_was():
    assert page_of(json.loads(json.dumps(event_of(EVENT)))) == EVENT


def test_an_event_of_an_earlier_program_gets_the_near_key_that_pages_have_now():
    row = {**event_of(EVENT), "near_key": 5}
    del row["key_version"]

    assert page_of(row).near_key == near_key(DOCUMENT.blocks)


def test_events_come_back_in_order_from_their_offsets(journal):
    offsets = [journal.append({"n": n, "text": "ü\u2028"}) for n in range(3)]
    assert [(offset, row["n"]) for offset, row in journal.rows()] == list(zip(offsets, range(3), strict=True))
    with journal.path.open("rb") as file:
        assert read_row(file, offsets[1])["n"] == 1


def test_an_event_is_in_the_file_as_soon_as_it_is_appended(journal):
    journal.append({"n": 1})
    assert journal.path.read_bytes() == b'{"n":1}\n'


@pytest.mark.parametrize("tail", [b'{"n":', b"x" * 100_000, b'{"n":2}'])
def test_a_half_written_last_line_is_cut_off_when_the_journal_is_opened(tmp_path, tail):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n":0}\n{"n":1}\n' + tail)
    journal = Journal(path)
    journal.append({"n": 9})
    journal.close()
    assert values(path) == [0, 1, 9]


def test_a_journal_of_nothing_but_half_a_line_is_empty(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n":' + b" " * 70_000)
    Journal(path).close()
    assert path.read_bytes() == b""


def test_a_broken_line_loses_its_event_only(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"n":0}\n\0\0\0\n[1]\n\xff\n{"n":4}\n')
    assert list(read_rows(path)) == [(0, {"n": 0}), (18, {"n": 4})]


def test_a_journal_that_is_cleared_begins_at_its_start(journal):
    journal.append({"n": 1})
    journal.clear()
    assert journal.append({"n": 2}) == 0
    assert values(journal.path) == [2]


def test_a_journal_that_is_not_there_holds_no_event(tmp_path):
    assert list(read_rows(tmp_path / "none.jsonl")) == []


def test_text_that_utf_8_cannot_hold_does_not_lose_the_event(journal):
    journal.append({"n": 1, "text": "half \ud83d pair"})
    assert values(journal.path) == [1]


def test_a_full_disk_leaves_the_journal_as_it_was(journal):
    resource = pytest.importorskip("resource", reason="file size limits as POSIX has them")
    journal.append({"n": 1})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            journal.append({"n": 2, "text": "x" * 50})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert journal.path.read_bytes() == b'{"n":1}\n'
    assert journal.append({"n": 3}) == 8
