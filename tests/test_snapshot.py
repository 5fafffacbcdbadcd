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


def marks(paths):
    return {row["url"]: row["mark"] for _, row in read_rows(paths.snapshot)}


def test_a_page_of_this_crawl_takes_the_place_of_the_one_before(tmp_path):
    paths = SitePaths(tmp_path, "shop.example")
    put(paths.snapshot, "a", "b", "gone", mark="old")
    fresh = put(paths.journal, "b", "c", mark="new")
    write_snapshot(paths, ["a", "b", "c"], fresh)
    assert marks(paths) == {"a": "old", "b": "new", "c": "new"}


def test_a_page_that_neither_crawl_holds_is_left_out(tmp_path):
    paths = SitePaths(tmp_path, "shop.example")
    fresh = put(paths.journal, "b", mark="new")
    write_snapshot(paths, ["a", "b"], fresh)
    assert marks(paths) == {"b": "new"}
    assert not list(paths.work.glob("*.part"))
