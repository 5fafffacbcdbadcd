from dataclasses import replace

import pytest

from mcp_server.library import Library
from mcp_server.searching import Question, search_sites
from tests.passage_files import page, part, write_site

CITIES = ("Bergen", "Oslo", "Narvik", "Skien", "Molde", "Gjovik")


@pytest.fixture
def library(tmp_path):
    pages = []
    for city in CITIES:
        text = f"Our workshop in {city} mends accordions on weekdays and lends you another meanwhile."
        made = page(f"https://music.example/{city.lower()}", f"Workshop {city}", [part("Repairs", text)])
        pages.append(replace(made, page=replace(made.page, near_group="https://music.example/bergen")))
    other = "Accordions are mended by post as well: ask for a parcel label at the counter or by telephone."
    pages.append(page("https://music.example/post", "Repairs by post", [part("By post", other)]))
    write_site(tmp_path, pages)
    return Library(tmp_path)


def test_pages_that_say_nearly_the_same_do_not_fill_the_results(library):
    reply = search_sites(library, Question("who mends accordions", limit=5)).reply

    cities = [result.page_url for result in reply.results if not result.page_url.endswith("/post")]
    assert len(cities) <= 2
    assert "https://music.example/post" in [result.page_url for result in reply.results]


def test_the_page_that_differs_in_what_was_asked_is_found_among_its_likes(library):
    reply = search_sites(library, Question("accordion workshop in Narvik")).reply

    assert reply.results[0].page_url == "https://music.example/narvik"
