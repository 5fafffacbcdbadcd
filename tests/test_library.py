"""The sites on disk: found, named, loaded, reloaded; a broken file stays alone with its trouble."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime

import pytest

from mcp_server import site
from mcp_server.library import Library
from mcp_server.listing import age_in_words, list_pages, list_sites
from mcp_server.reading import read_page, read_section
from mcp_server.refusals import RefusalError
from mcp_server.searching import Question, search_sites
from tests.passage_files import club, page, part, write_site


@pytest.fixture
def data(tmp_path):
    write_site(tmp_path, club())
    return tmp_path


def other(site, text="A shop for dovetail saws."):
    return [page(f"{site}/", "Shop", [part("Saws", text)])]


def refusal(call, *arguments, **options):
    with pytest.raises(RefusalError) as caught:
        call(*arguments, **options)
    return caught.value


def test_an_empty_folder_is_told_with_the_next_step(tmp_path):
    assert "scrapy crawl site" in str(refusal(Library(tmp_path / "none").site, None))


def test_the_only_site_needs_no_name(data):
    assert Library(data).site(None).name == "club.example"


def test_one_of_several_sites_must_be_named(data):
    write_site(data, other("https://shop.example"))
    asked = refusal(Library(data).site, None)
    assert asked.candidates == ["club.example", "shop.example"]
    assert "search_site takes *" in str(asked)


def test_a_site_on_a_port_is_named_with_it(data):
    write_site(data, other("http://127.0.0.1:8080"))
    assert Library(data).site("127.0.0.1").name == "127.0.0.1:8080"


def test_the_name_that_was_typed_for_the_crawl_resolves(data):
    report = {"start_url": "https://old.example/", "published": True, "finished_at": "2026-11-30T09:00:00Z"}
    (data / "club.example.report.json").write_text(json.dumps(report), "utf-8")
    assert Library(data).site("old.example").name == "club.example"


@pytest.mark.parametrize("name", ["club.example.jsonl.withdrawn", "club.example.jsonl.part", ".hidden.jsonl"])
def test_files_that_are_not_published_are_not_served(tmp_path, name):
    write_site(tmp_path, club()).rename(tmp_path / name)
    assert Library(tmp_path).sites() == []


def test_a_newer_file_is_picked_up(data):
    library = Library(data)
    assert list_pages(library).total == 6
    write_site(data, [*club(), page("https://club.example/zoo", "Zoo", [part("Zebra", "A zebra lives here.")])])
    assert list_pages(library).total == 7
    assert search_sites(library, Question("zebra")).reply.results[0].page_url == "https://club.example/zoo"


def test_a_second_start_serves_the_same_from_what_was_kept(data, monkeypatch):
    search_sites(Library(data), Question("leaking boat"))
    monkeypatch.setattr(site, "read_table", None)
    second = Library(data)
    assert search_sites(second, Question("leaking boat")).reply.results[0].url == "https://club.example/boats#repairs"
    assert read_section(second, "club.example/rules#rules~2").next == "club.example/rules#penalties"
    assert read_page(second, "tidewater").url == "https://club.example/contact"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 1}', '{"version": 99}'])
def test_a_kept_table_that_is_damaged_is_read_anew(data, content):
    search_sites(Library(data), Question("boat"))
    (kept,) = data.glob(".index/*/table.json")
    kept.write_text(content, "utf-8")
    assert list_pages(Library(data)).total == 6


def test_a_file_that_goes_takes_its_site_along(data):
    library = Library(data)
    library.site("club.example").table()
    (data / "club.example.jsonl").unlink()
    assert library.sites() == []


def test_the_whole_lines_of_a_cut_file_are_served_with_a_warning(data, capsys):
    file = data / "club.example.jsonl"
    lines = file.read_bytes().split(b"\n")
    os.truncate(file, file.stat().st_size - 30)
    (row,) = list_sites(Library(data)).sites
    assert row.passages == 11
    assert f"line {len(lines) - 1}" in row.warnings[0]
    assert "again" in capsys.readouterr().err


def test_a_broken_page_line_does_not_take_its_passages_along(data):
    file = data / "club.example.jsonl"
    lines = file.read_bytes().split(b"\n")
    broken = next(number for number, line in enumerate(lines) if b'"kind":"page"' in line and b"/boats" in line)
    lines[broken] = b"{not json"
    file.write_bytes(b"\n".join(lines))
    reply = read_page(Library(data), "/boats")
    assert "yellow tag" in reply.markdown
    assert list_sites(Library(data)).sites[0].passages == 12


def test_a_file_of_another_version_is_refused_and_the_others_answer(data):
    bad = write_site(data, other("https://shop.example"))
    bad.write_bytes(bad.read_bytes().replace(b'"v":1', b'"v":9'))
    library = Library(data)
    assert "line 1" in str(refusal(read_page, library, "/", "shop.example"))
    assert "9" in list_sites(library).sites[1].warnings[0]
    found = search_sites(library, Question("leaking boat", "*")).reply
    assert found.results[0].site == "club.example"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"not a passage file\n", b"\xff\xfe\x00", b"[1]\n{}\nnull\n"])
def test_an_empty_or_foreign_file_gives_a_sentence(tmp_path, content):
    (tmp_path / "odd.example.jsonl").write_bytes(content)
    library = Library(tmp_path)
    assert "odd.example" in str(refusal(search_sites, library, Question("anything")))
    assert list_sites(library).sites[0].warnings


def test_engines_beyond_the_budget_are_released(data):
    write_site(data, other("https://shop.example"))
    library = Library(data, loaded_bytes=1)
    for name in ("club.example", "shop.example"):
        search_sites(library, Question("boat", name))
    assert [site.is_loaded for site in library.sites()] == [False, True]


def test_all_sites_are_searched_with_a_star(data):
    write_site(data, other("https://shop.example"))
    found = search_sites(Library(data), Question("dovetail saws", "*")).reply
    assert (found.site, found.results[0].site) == ("*", "shop.example")


@pytest.mark.parametrize(
    ("query", "changes", "pages"),
    [
        ("club", {"path_prefix": "/boats"}, {"https://club.example/boats"}),
        ("club", {"path_prefix": "/boat"}, set()),
        ("Beitrag", {"lang": "de"}, {"https://club.example/verein"}),
        ("Beitrag", {"lang": "en"}, set()),
    ],
)
def test_a_search_keeps_to_path_and_language(data, query, changes, pages):
    reply = search_sites(Library(data), Question(query, limit=25, **changes)).reply
    assert {result.page_url for result in reply.results} == pages


def test_every_result_is_cited_once_among_the_sources(data):
    reply = search_sites(Library(data), Question("boat", limit=25, per_page=10)).reply
    assert reply.sources == list(dict.fromkeys(result.url for result in reply.results))
    assert len(reply.sources) >= 2


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("2026-12-01T11:59:30+00:00", "just now"),
        ("2026-12-01T11:58:00Z", "2 minutes ago"),
        ("2026-12-01T11:00:00+00:00", "1 hour ago"),
        ("2026-11-29T12:00:00", "2 days ago"),
        ("2026-11-20T12:00:00Z", "1 week ago"),
        ("2026-09-01T12:00:00Z", "3 months ago"),
        ("2024-11-01T12:00:00Z", "2 years ago"),
        ("2027-01-01T00:00:00Z", "just now"),
        ("yesterday", "unknown"),
        (None, "unknown"),
    ],
)
def test_ages_are_told_in_words(then, words):

    assert age_in_words(then, datetime(2026, 12, 1, 12, tzinfo=UTC)) == words
