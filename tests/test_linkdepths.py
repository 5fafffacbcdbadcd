"""Depths of pages by the shortest way, whatever way was met first."""

from itertools import permutations

import pytest

from sitecrawl.document.model import Document, Link
from sitecrawl.journal import PageEvent
from sitecrawl.linkdepths import LinkDepths

SITE = "https://mill.test/"


def page(path, depth, *links, asked=None, source="link", follow=True):
    found = tuple(Link(SITE + name.lstrip("!"), name, name.startswith("!")) for name in links)
    document = Document(SITE + path, path, None, None, None, (), links=found)
    asked = SITE + (path if asked is None else asked)
    return PageEvent(
        asked, SITE + path, 200, depth, source, "text/html", "", "http", None, None, document, follow=follow
    )


def depths(*pages):
    links = LinkDepths({event.url for event in pages} | {event.asked for event in pages})
    for event in pages:
        links.add(event)
    return {url.removeprefix(SITE): depth for url, depth in links.settle().items()}


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_page_lies_as_deep_as_its_shortest_way(order):
    # the slow page `b` answered after `a` had led to `c` over `d`
    met = [page("", 0, "a", "b", source="start"), page("a", 1, "d"), page("b", 1, "c"), page("d", 2, "c")]
    assert depths(page("c", 3), *(met[at] for at in order))["c"] == 2


def test_a_shorter_way_to_a_page_is_one_to_the_pages_behind_it():
    assert depths(page("", 0, "b", source="start"), page("b", 2, "c"), page("c", 3, "d"), page("d", 4)) == {
        "": 0,
        "b": 1,
        "c": 2,
        "d": 3,
    }


def test_a_link_to_an_address_that_redirects_leads_to_the_page():
    assert depths(page("", 0, "old", source="start"), page("new", 3, asked="old"))["new"] == 1


@pytest.mark.parametrize(
    "start",
    [page("", 0, "!b", source="start"), page("", 0, "b", source="start", follow=False)],
    ids=["rel=nofollow", "meta nofollow"],
)
def test_a_link_that_is_not_followed_is_no_way(start):
    assert depths(start, page("b", 3))["b"] == 3


def test_a_page_that_a_sitemap_lists_keeps_its_depth():
    assert depths(page("", 0, "b", source="start"), page("a", 1, "b"), page("b", 2, source="sitemap"))["b"] == 2
