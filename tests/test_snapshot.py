"""The page events kept beside a published file, one for each of its pages."""

from __future__ import annotations

from sitecrawl.journal import read_rows
from sitecrawl.sitepaths import SitePaths
from sitecrawl.snapshot import write_snapshot


def put(path, *urls, mark):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'{{"e":"page","url":"{url}","mark":"{mark}"}}\n' for url in urls]
    path.write_text("".join(lines), encoding="utf-8")
    return {url: sum(map(len, lines[:n])) for n, url in enumerate(urls)}


def marks(snapshot):
    return {row["url"]: row["mark"] for _, row in read_rows(snapshot)}


def test_a_page_of_this_crawl_takes_the_place_of_the_one_before(tmp_path):
    paths = SitePaths(tmp_path, "shop.example")
    put(paths.snapshot, "a", "b", "gone", mark="old")
    fresh = put(paths.journal, "b", "c", mark="new")
    finished = write_snapshot(paths, ["a", "b", "c"], fresh)
    assert marks(finished) == {"a": "old", "b": "new", "c": "new"}


def test_a_page_that_neither_crawl_holds_is_left_out(tmp_path):
    paths = SitePaths(tmp_path, "shop.example")
    fresh = put(paths.journal, "b", mark="new")
    finished = write_snapshot(paths, ["a", "b"], fresh)
    assert marks(finished) == {"b": "new"}


def test_the_snapshot_before_stays_until_the_passage_file_is_published(tmp_path):
    paths = SitePaths(tmp_path, "shop.example")
    put(paths.snapshot, "a", mark="old")
    fresh = put(paths.journal, "a", mark="new")
    assert write_snapshot(paths, ["a"], fresh) != paths.snapshot
    assert marks(paths.snapshot) == {"a": "old"}
