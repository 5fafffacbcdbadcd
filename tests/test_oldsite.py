"""What the crawl before left is read back, damaged or not."""

from __future__ import annotations

import pytest

from sitecrawl.oldsite import OldRecords, OldSite, read_old_site
from sitecrawl.sitepaths import SitePaths
from tests.passage_files import page, part, write_site

HOME = "https://shop.example"


@pytest.fixture
def paths(tmp_path):
    """A site of three pages with a snapshot that holds validators of all."""
    pages = [
        page(
            f"{HOME}/{name}",
            name,
            [part("One", f"{name} one."), part("Two", f"{name} two.")],
            stale=name == "b",
            etag=name,
        )
        for name in "abc"
    ]
    write_site(tmp_path, pages)
    paths = SitePaths(tmp_path, "shop.example")
    paths.work.mkdir(parents=True)
    rows = [
        f'{{"e":"page","url":"{HOME}/{name}","text_key":"k","etag":"{name}","last_modified":null}}\n' for name in "abcd"
    ]
    paths.snapshot.write_text("".join(rows), encoding="utf-8")
    return paths


def test_a_site_that_was_never_crawled_has_nothing(tmp_path):
    assert read_old_site(SitePaths(tmp_path, "shop.example")) == OldSite()


def test_pages_are_known_with_hash_place_and_validators(paths):
    old = read_old_site(paths)
    assert list(old.pages) == [f"{HOME}/a", f"{HOME}/b", f"{HOME}/c"]
    assert old.places[f"{HOME}/a"] == (1, "link")
    assert old.known[f"{HOME}/a"].etag == "a"


def test_a_stale_page_is_asked_for_without_conditions(paths):
    assert f"{HOME}/b" not in read_old_site(paths).known


def test_a_page_that_was_read_and_not_indexed_is_asked_for_by_condition_too(paths):
    assert read_old_site(paths).known[f"{HOME}/d"].etag == "d"


def test_a_snapshot_of_an_older_form_answers_for_nothing(paths):
    paths.snapshot.write_text(paths.snapshot.read_text("utf-8").replace('"text_key":"k",', ""), "utf-8")
    assert read_old_site(paths).known == {}


def test_a_snapshot_of_another_crawl_than_the_files_answers_for_nothing(paths):
    paths.snapshot.write_text(paths.snapshot.read_text("utf-8").replace('"etag":"a"', '"etag":"older"'), "utf-8")
    assert f"{HOME}/a" not in read_old_site(paths).known


def test_a_snapshot_without_a_passage_file_counts_for_nothing(paths):
    paths.passages.unlink()
    assert read_old_site(paths) == OldSite()


def test_a_page_comes_back_with_its_passages(paths):
    records = OldRecords(paths.passages).get(f"{HOME}/b")
    assert records.page.url == f"{HOME}/b"
    assert [passage.text for passage in records.passages] == ["b one.", "b two."]


def test_a_damaged_line_loses_its_own_passage_only(paths):
    paths.passages.write_bytes(paths.passages.read_bytes().replace(b'"b one."', b'"b one.'))
    records = OldRecords(paths.passages)
    assert [passage.text for passage in records.get(f"{HOME}/b").passages] == ["b two."]
    assert [passage.text for passage in records.get(f"{HOME}/c").passages] == ["c one.", "c two."]


def test_a_page_that_the_file_does_not_hold_is_a_key_error(paths):
    with pytest.raises(KeyError):
        OldRecords(paths.passages).get(f"{HOME}/d")
