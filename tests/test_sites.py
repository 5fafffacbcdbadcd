"""The sites of a data folder and their names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from filelock import FileLock

from sitecrawl import passagefile
from sitecrawl.errors import UsageRefused
from sitecrawl.passagefile import Page, PageRecords, Passage
from sitecrawl.report import write_report
from sitecrawl.sitepaths import SitePaths
from sitecrawl.sites import count_site, exact_site, list_sites, remove_site, resolve_site, typed_names
from sitecrawl.sitetable import SiteRow, age_in_words
from tests.test_report import a_report

NOW = datetime(2026, 1, 3, 10, tzinfo=UTC)


def put_site(data, site, *, pages=1, stale=False, report=True, **changes):
    """A site's files as a crawl leaves them: each page has two passages."""
    paths = SitePaths(data, site)
    paths.work.mkdir(parents=True)
    paths.journal.write_text("{}\n")
    records = []
    for number in range(pages):
        url = f"https://{site}/{number}"
        page = Page(
            url=url,
            title="T",
            description=None,
            lang="en",
            content_type="text/html",
            fetched_at=f"2026-01-01T10:00:0{number}+00:00",
            modified_at=None,
            etag=None,
            last_modified=None,
            hash="h",
            depth=0,
            source="start",
            fetched_with="http",
            facts=[],
            passages=2,
            stale=stale,
        )
        passages = [Passage(f"{site}/{number}#{n}", url, None, "T", [], [], "text", n, 0) for n in range(2)]
        records.append(PageRecords(page, passages))
    passagefile.write(paths.passages, records)
    if report:
        arguments = changes.pop("arguments", {"url": f"https://{site}/"})
        write_report(paths.report, a_report(start_url=f"https://{site}/", arguments=arguments, **changes))
    return paths


def test_a_site_is_listed_by_any_of_its_files(tmp_path):
    put_site(tmp_path, "b.test:8080")
    (tmp_path / "a.test.report.json").write_text("{}")
    (tmp_path / "c.test.jsonl.withdrawn").write_text("")
    (tmp_path / "d.test.jsonl.part").write_text("")
    (tmp_path / "FORMAT.md").write_text("")
    assert list_sites(tmp_path) == ["a.test", "b.test:8080", "c.test"]


def test_a_folder_that_is_not_there_holds_no_site(tmp_path):
    assert list_sites(tmp_path / "none") == []


def test_a_site_is_counted_by_its_whole_lines(tmp_path):
    paths = put_site(tmp_path, "a.test", pages=2, stale=True)
    with paths.passages.open("ab") as file:
        file.write(b'{"v":1,"kind":"pas')
    counts = count_site(tmp_path, "a.test")
    assert (counts.pages, counts.passages, counts.stale, counts.broken_lines) == (2, 4, 2, 1)
    assert counts.crawled_at == "2026-01-01T10:00:01+00:00"


SITES = ["a.test", "www.b.test", "127.0.0.1:8000", "127.0.0.1:9000", "c.test:8080"]


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("a.test", "a.test"),
        ("A.Test", "a.test"),
        ("www.a.test", "a.test"),
        ("b.test", "www.b.test"),
        ("https://b.test/path?q=1", "www.b.test"),
        ("a.test/docs", "a.test"),
        ("c.test", "c.test:8080"),
        ("127.0.0.1:9000", "127.0.0.1:9000"),
        ("127.0.0.1_9000", "127.0.0.1:9000"),
        ("127.0.0.1_9000.jsonl", "127.0.0.1:9000"),
        ("typed.test", "a.test"),
    ],
)
def test_a_name_means_its_site_whatever_www_and_port(name, site):
    assert resolve_site(name, SITES, {"typed.test": "a.test"}) == site


@pytest.mark.parametrize(
    ("name", "candidates"),
    [("127.0.0.1", "127.0.0.1:8000, 127.0.0.1:9000"), ("a.tset", "a.test"), ("https://[", "a.test")],
)
def test_a_name_that_is_not_one_site_gives_the_candidates(name, candidates):
    with pytest.raises(UsageRefused, match=candidates):
        resolve_site(name, SITES)


def test_nothing_crawled_yet_is_said_with_the_next_step():
    with pytest.raises(UsageRefused, match="site-knowledge crawl URL"):
        resolve_site("a.test", [])


@pytest.mark.parametrize("name", ["www.a.test", "b.test", "c.test"])
def test_removal_takes_no_name_but_the_exact_one(name):
    with pytest.raises(UsageRefused, match="There is: "):
        exact_site(name, SITES)


def test_an_address_is_an_exact_name():
    assert exact_site("http://C.test:8080/x", SITES) == "c.test:8080"


def test_the_address_typed_for_a_crawl_is_a_name_of_the_site(tmp_path):
    put_site(tmp_path, "www.a.test", arguments={"url": "https://short.test/"})
    (tmp_path / "b.test.report.json").write_text("broken")
    assert typed_names(tmp_path, list_sites(tmp_path)) == {"short.test": "www.a.test"}


def test_removal_takes_all_of_one_site_and_nothing_of_another(tmp_path):
    put_site(tmp_path, "a.test")
    (tmp_path / "a.test.jsonl.part").write_text("")
    (tmp_path / "a.test.jsonl.withdrawn").write_text("")
    other = put_site(tmp_path, "a.test.example")
    remove_site(tmp_path, "a.test")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".crawl",
        "a.test.example.jsonl",
        "a.test.example.report.json",
    ]
    assert list((tmp_path / ".crawl").iterdir()) == [other.work]


def test_a_site_that_is_being_crawled_is_not_removed(tmp_path):
    paths = put_site(tmp_path, "a.test")
    with FileLock(paths.lock), pytest.raises(UsageRefused, match="running"):
        remove_site(tmp_path, "a.test")
    assert paths.passages.is_file()


@pytest.mark.parametrize(
    ("moment", "age"),
    [
        ("2026-01-03T09:59:30+00:00", "just now"),
        ("2026-01-03T09:59:00+00:00", "1 minute"),
        ("2026-01-03T08:00:00", "2 hours"),
        ("2026-01-01T10:00:00Z", "2 days"),
        ("yesterday", ""),
        (None, ""),
    ],
)
def test_an_age_is_said_in_its_largest_unit(moment, age):
    assert age_in_words(moment, NOW) == age


def test_a_row_tells_numbers_and_age(tmp_path):
    put_site(tmp_path, "a.test", pages=2, stale=True)
    row = SiteRow.of(tmp_path, "a.test", NOW)
    assert row.cells() == ("a.test", "2", "4", "2026-01-01 10:00", "1 day", "2 stale")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.test.jsonl.withdrawn", "", "withdrawn"),
        ("a.test.report.json", "{}", "not published"),
        ("a.test.jsonl", '{"v":9,"kind":"page"}\n', "passage format 9"),
    ],
)
def test_a_site_that_cannot_be_served_says_why(tmp_path, name, content, words):
    (tmp_path / name).write_text(content)
    assert words in SiteRow.of(tmp_path, "a.test", NOW).notes
