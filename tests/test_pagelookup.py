"""Pages by URL, path, suffix, title and name."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_server.pagelookup import fitting_pages, nearest_pages, under_prefix
from mcp_server.sitefile import PageEntry

PAGES = [
    PageEntry(url, title, None, None, "", False, names, 0, 0, 0)
    for url, title, names in [
        ("https://a.test/", "Home", ()),
        ("https://a.test/docs/install", "Installing", ()),
        ("https://a.test/docs/install/", "Installing, all of it", ()),
        ("https://a.test/blog/install.html", "Install day", ("Ann's Day",)),
        ("https://a.test/search?q=a", "Search a", ()),
        ("https://a.test/%C3%BCber", "Über uns", ()),
        ("https://a.test/team", "Team", ()),
        ("https://a.test/crew/team", "Team", ()),
    ]
]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("https://a.test/docs/install", [1]),
        ("https://a.test/docs/install/", [2]),
        ("https://a.test/docs/install#step", [1]),
        ("a.test/docs/install", [1]),
        ("a.test/docs/install/#step", [2]),
        ("a.test", [0]),
        ("/docs/install", [1]),
        ("docs/install/", [2]),
        ("DOCS/install", [1, 2]),
        ("blog/install", [3]),
        ("/search?q=a", [4]),
        ("/über", [5]),
        ("https://a.test/%c3%bcber", [5]),
        ("/TEAM", [6]),
        ("crew/team", [7]),
        ("team", [6]),
        ("Team", [6, 7]),
        ("INSTALL  day", [3]),
        ("ann's day", [3]),
        ("/", [0]),
        ("stall", []),
        ("", []),
        ("/../../etc/passwd", []),
    ],
)
def test_a_page_is_found_by_the_first_rule_that_fits(asked, found):
    assert fitting_pages(asked, PAGES) == found


def test_a_miss_names_the_pages_most_like_it():
    assert nearest_pages("/docs/instal", PAGES)[0] in (1, 2)


@pytest.mark.parametrize(
    ("url", "prefix", "inside"),
    [
        ("https://a.test/docs", "/docs", True),
        ("https://a.test/docs/x", "/docs/", True),
        ("https://a.test/docs/x", "docs", True),
        ("https://a.test/docs-old", "/docs", False),
        ("https://a.test/docs?x=/y", "/docs", True),
        ("https://a.test/%C3%BCber/uns", "/über", True),
        ("https://a.test/x", "https://a.test/x", True),
        ("https://a.test/x", "/", True),
        ("folder://notes/guide/a.md", "/guide", True),
    ],
)
def test_a_path_prefix_takes_whole_segments(url, prefix, inside):
    assert under_prefix(url, prefix) is inside


@given(
    st.text("abc/%-", max_size=8),
    st.lists(st.tuples(st.text("abc/%-?#", max_size=6), st.text("abc ", max_size=6)), max_size=25),
)
def test_the_nearest_pages_are_those_of_every_page_compared(asked, made):
    def trigrams(text):
        return {text[at : at + 3] for at in range(max(1, len(text) - 2))}

    pages = [PageEntry(f"https://a.test/{path}", title, None, None, "", False, (), 0, 0, 0) for path, title in made]
    wanted = trigrams(unquote(asked).casefold())

    def share(page):
        parts = urlsplit(page.url)
        path = unquote(parts.path or "/") + unquote(f"?{parts.query}" if parts.query else "")
        had = trigrams(f"{path} {page.title}".casefold())
        return len(wanted & had) / len(wanted | had)

    expected = sorted(range(len(pages)), key=lambda number: (-share(pages[number]), number))
    assert nearest_pages(asked, pages) == expected[:10]
