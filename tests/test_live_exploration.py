"""The order of a live crawl: breadth first, better links first, each page once, within its bounds."""

from __future__ import annotations

import pytest

from sitecrawl.live.exploration import Exploration
from sitecrawl.live.linkrank import RankedLink

ROOT = "https://a.test/"


def links(*pairs):
    return [RankedLink(f"https://a.test{path}", path, score) for path, score in pairs]


def begun(levels=2, max_pages=10, at_once=3, belongs=lambda url: True):
    exploration = Exploration(levels, max_pages, at_once, belongs)
    exploration.begin(ROOT)
    return exploration


def walk(exploration, tree):
    """Depth and path of each page in the order asked for, answering each at once."""
    seen = []
    while targets := exploration.take():
        for target in targets:
            path = target.url.removeprefix("https://a.test")
            seen.append((target.depth, path))
            exploration.answered(target, links(*tree.get(path, ())))
    return seen


def test_depth_1_is_the_root_alone():
    assert walk(begun(levels=1), {"/": [("/a", 50)]}) == [(0, "/")]


def test_a_level_is_done_before_the_next_and_its_better_links_come_first():
    tree = {"/": [("/low", 10), ("/high", 90)], "/high": [("/deep", 100)]}
    assert walk(begun(levels=3, at_once=1), tree) == [(0, "/"), (1, "/high"), (1, "/low"), (2, "/deep")]


def test_links_of_equal_score_keep_the_order_of_the_page():
    assert walk(begun(at_once=1), {"/": [("/b", 50), ("/a", 50)]})[1:] == [(1, "/b"), (1, "/a")]


def test_a_page_linked_twice_has_its_better_score_and_is_asked_for_once():
    tree = {"/": [("/x", 50), ("/y", 40)], "/x": [("/p", 10), ("/q", 20)], "/y": [("/p/", 90)]}
    assert walk(begun(levels=3, at_once=1), tree)[3:] == [(2, "/p"), (2, "/q")]


def test_a_page_keeps_the_smallest_depth_at_which_it_was_found():
    tree = {"/": [("/x", 50), ("/y", 40)], "/x": [("/y", 90), ("/", 90)]}
    assert walk(begun(levels=3, at_once=1), tree) == [(0, "/"), (1, "/x"), (1, "/y")]


def test_no_more_pages_are_asked_for_than_allowed_and_the_rest_is_counted():
    exploration = begun(max_pages=2, at_once=1)
    assert len(walk(exploration, {"/": [("/a", 1), ("/b", 1), ("/c", 1)]})) == 2
    assert exploration.left_out == 2


def test_no_more_than_allowed_are_under_way_at_once():
    exploration = begun(at_once=2)
    (root,) = exploration.take()
    exploration.answered(root, links(("/a", 1), ("/b", 1), ("/c", 1)))
    first = exploration.take()
    assert (len(first), exploration.take()) == (2, [])
    exploration.failed(first[0])
    assert len(exploration.take()) == 1


def test_a_page_that_was_never_asked_for_gives_its_share_back():
    exploration = begun(max_pages=2, at_once=1)
    (root,) = exploration.take()
    exploration.answered(root, links(("/a", 2), ("/b", 1)))
    (first,) = exploration.take()
    exploration.failed(first, unasked=True)
    assert [target.url for target in exploration.take()] == ["https://a.test/b"]


def test_a_page_that_a_redirect_led_to_is_not_asked_for_again():
    exploration = begun(at_once=1)
    (root,) = exploration.take()
    exploration.answered(root, links(("/old", 2), ("/new", 1)))
    (old,) = exploration.take()
    exploration.note("https://a.test/new")
    exploration.answered(old, [])
    assert exploration.take() == []
    assert exploration.was_asked("https://a.test/new/#part")


@pytest.mark.parametrize("link", [RankedLink("https://b.test/x", "", 90), RankedLink("https://a.test/n", "", 90, True)])
def test_what_does_not_belong_or_says_nofollow_is_not_followed(link):
    exploration = begun(belongs=lambda url: "//a.test" in url)
    (root,) = exploration.take()
    exploration.answered(root, [link])
    assert exploration.take() == []
