"""The documented score of links, worked out by hand from its table."""

from __future__ import annotations

import pytest

from sitecrawl.document import read_document
from sitecrawl.live import linkrank
from sitecrawl.live.linkrank import rank_links

PAGE = "https://a.test/docs/index.html"


def ranked(main="", nav=""):
    body = f"<nav>{nav}</nav><main><h1>Page</h1><p>Some text of the page itself stands here. {main}</p></main>"
    html = f"<!DOCTYPE html><title>Page</title><body>{body}</body>"
    return rank_links(read_document(html.encode(), PAGE, "text/html"), PAGE)


@pytest.mark.parametrize(
    ("link", "score"),
    [
        ('<a href="/other">Blue lamps</a>', 75),  # 50 + 20 main + 5 two words
        ('<a href="/docs/x">Lamp</a>', 95),  # 50 + 20 main + 15 below + 10 `docs` in the path
        ('<a href="/x">Install the guide</a>', 85),  # 50 + 20 + 10 documentation + 5
        ('<a href="https://b.test/x">Lamp</a>', 45),  # 50 + 20 − 25 other host
        ('<a href="/privacy">Lamp</a>', 45),  # 50 + 20 − 25 housekeeping
        ('<a href="/login">Lamp</a>', 45),  # 50 + 20 − 25 account
        ('<a href="/x">more</a>', 55),  # 50 + 20 − 15 says nothing
        ('<a href="/x?page=2">Lamp</a>', 60),  # 50 + 20 − 10 query
        ('<a href="/lamp.zip">Lamp</a>', 30),  # 50 + 20 − 40 file
        ('<a href="/lamp.pdf">Lamp</a>', 70),  # 50 + 20: a PDF is a page
        ('<a href="/x" rel="nofollow">Lamp</a>', 40),  # 50 + 20 − 30
        ('<a href="https://b.test/terms.zip" rel="nofollow">here</a>', 0),  # never below 0
        ('<a href="/docs/guide">Install the guide</a>', 100),  # 50 + 20 + 15 + 10 + 5
    ],
)
def test_the_score_of_a_link_in_the_main_text(link, score):
    (found,) = ranked(main=link)
    assert found.score == score


def test_a_link_of_the_navigation_lacks_the_points_of_the_main_text():
    (found,) = ranked(nav='<a href="/other">Blue lamps</a>')
    assert found.score == 55


def test_links_come_best_first_each_page_once_and_never_the_page_itself():
    found = ranked(
        main='<a href="/a">Lamp</a> <a href="/b">Blue lamps</a> <a href="/a/#x">Lamp</a> <a href="#top">Top</a>'
    )
    assert [(link.url, link.score) for link in found] == [("https://a.test/b", 75), ("https://a.test/a", 70)]


def test_one_link_without_nofollow_is_enough():
    (found,) = ranked(main='<a href="/a" rel="nofollow">Lamp</a> <a href="/a">Lamp</a>')
    assert not found.nofollow


def test_of_endless_links_the_first_are_ranked(monkeypatch):
    monkeypatch.setattr(linkrank, "MOST_RANKED", 2)
    assert len(ranked(main="".join(f"<a href='/{n}'>page {n}</a> " for n in range(5)))) == 2
