"""What is said when a filter leaves no page to ask."""

from __future__ import annotations

import pytest

from mcp_server.filters import NOTHING_ASKED, admitted, nothing_left
from mcp_server.library import Library
from mcp_server.searching import Question, search_sites
from mcp_server.sitefile import PageEntry
from tests.passage_files import club, write_site


def pages(*rows):
    return [PageEntry(f"https://a.test{path}", "T", None, lang, "", False, (), 0, 0, 0) for path, lang in rows]


SITE = pages(
    ("/m/docs/a", "en"), ("/m/docs/b", "en-GB"), ("/m/docs/deep/c", "de"), ("/m/blog/d", "en"), ("/m/e", None)
)  # fmt: skip


@pytest.mark.parametrize(
    ("path_prefix", "lang", "kept"),
    [
        ("/m/docs", None, [0, 1, 2]),
        (None, "en", [0, 1, 3]),
        (None, "en_US", [0, 1, 3]),
        ("/m/docs/", "de-CH", [2]),
        ("/m/doc", None, []),
    ],
)
def test_pages_are_admitted_by_whole_segments_and_primary_language(path_prefix, lang, kept):
    assert [number for number, is_kept in enumerate(admitted(SITE, path_prefix, lang)) if is_kept] == kept


def test_a_prefix_that_leaves_nothing_is_told_the_folders_that_there_are_nearest_first():
    assert nothing_left("a.test", SITE, "/m/blogs", "en") == (
        "No page of a.test stands under the path prefix /m/blogs. Its pages stand under: /m/blog (1), /m/docs (3)."
    )


def test_a_language_that_leaves_nothing_is_told_the_languages_that_there_are():
    assert nothing_left("a.test", SITE, None, "fr") == (
        "No page of a.test is in the language fr. Languages there: en (3), de (1), unknown (1)."
    )


def test_of_two_filters_the_sentence_blames_the_one_that_leaves_nothing():
    assert nothing_left("a.test", SITE, "/m/blog", "de") == (
        "No page of a.test under /m/blog is in the language de. Languages there: en (1)."
    )


def test_a_page_that_begins_with_the_prefix_is_named():
    sentence = nothing_left("a.test", pages(("/m/faq.html", "en"), ("/m/docs/a", "en")), "/m/faq", None)
    assert sentence.endswith(" A prefix takes whole segments: /m/faq.html is beside it.")


def test_a_flat_site_names_some_of_its_pages():
    flat = pages(("/a.html", "en"), ("/b.html", "en"))
    assert "Its pages are not in folders: /a.html, /b.html" in nothing_left("a.test", flat, "/docs", None)


def test_no_advice_about_the_site_is_given_when_no_page_was_asked(tmp_path):
    write_site(tmp_path, club())
    reply = search_sites(Library(tmp_path), Question("leaking boat", path_prefix="/nowhere")).reply
    assert (reply.verdict, reply.advice) == ("none", NOTHING_ASKED)
    assert "/nowhere" in reply.notes[0]
