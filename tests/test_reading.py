"""Reading what a site says: pages and sections, whole and in parts, by any of their names."""

from __future__ import annotations

import pytest

from mcp_server.library import Library
from mcp_server.reading import read_page, read_section
from tests.passage_files import club, page, part, write_site
from tests.test_library import other, refusal


@pytest.fixture
def data(tmp_path):
    write_site(tmp_path, club())
    return tmp_path


def test_parts_of_a_page_joined_are_the_page(data):
    library = Library(data)
    whole = read_page(library, "/rules").markdown
    parts, offset = [], 0
    while offset is not None:
        reply = read_page(library, "/rules", offset=offset, max_chars=50)
        parts.append(reply.markdown)
        offset = reply.next_offset
    assert "".join(parts) == whole
    assert len(parts) > 2


def test_an_offset_behind_the_end_is_refused(data):
    assert "characters" in str(refusal(read_page, Library(data), "/rules", offset=10_000))


def test_a_section_is_whole_and_knows_its_neighbours(data):
    reply = read_section(Library(data), "club.example/rules#rules~2")
    assert reply.text.count("Rule 2") == 1
    assert "Rule 3" in reply.text
    assert (reply.previous, reply.next) == ("club.example/rules#scope", "club.example/rules#penalties")


@pytest.mark.parametrize("typed", ["rules#rules", "/rules#rules", "www.club.example/rules#rules"])
def test_a_section_may_leave_its_site_out_or_name_it_another_way(data, typed):
    assert read_section(Library(data), typed).id == "club.example/rules#rules"


def test_a_section_may_name_its_site_as_the_file_is_called(tmp_path):
    write_site(tmp_path, [page("http://127.0.0.1:8000/boats", "Boats", [part("Repairs", "We mend boats.")])])
    identity = read_page(Library(tmp_path), "/boats").headings[0].id
    typed = identity.replace("127.0.0.1:8000", "127.0.0.1_8000")
    assert read_section(Library(tmp_path), typed).id == identity


def test_an_unknown_section_names_those_of_its_page(data):
    assert "club.example/rules#rules" in refusal(read_section, Library(data), "club.example/rules#rulez").candidates


def test_a_page_longer_than_a_reply_is_cut_and_continued(tmp_path):
    text = "\n\n".join(f"{number}. " + "schwan 🦢 " * 30 for number in range(400))
    write_site(tmp_path, [page("https://long.example/", "Long", [part("All", text)])])
    first = read_page(Library(tmp_path), "/", max_chars=100_000)
    assert first.next_offset
    assert len(first.markdown.encode()) < 36_000
    assert str(first.next_offset) in first.notes[0]


def test_the_facts_of_a_page_are_read_and_it_is_found_by_their_name(data):
    reply = read_page(Library(data), "tidewater")
    assert reply.url == "https://club.example/contact"
    assert reply.facts[0]["telephone"] == "+44 555 0142"


@pytest.mark.parametrize(
    "url", ["http://club.example/boats", "https://www.club.example/boats/", "https://club.example/boats#repairs"]
)
def test_a_page_s_url_is_known_with_another_scheme_and_with_www(data, url):
    write_site(data, other("https://shop.example"))
    assert read_page(Library(data), url).url == "https://club.example/boats"


def test_a_url_of_another_site_is_not_taken_for_a_path(data):
    write_site(data, other("https://shop.example"))
    assert "No site" in str(refusal(read_page, Library(data), "https://other.example/boats"))
    assert refusal(read_page, Library(data), "https://shop.example/boats", "club.example").candidates
