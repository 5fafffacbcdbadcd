"""A page and its Markdown twin: told apart from other pages, and the page's anchors on the twin's text."""

from __future__ import annotations

from sitecrawl.document.model import Block
from sitecrawl.document.twin import is_same_page, with_anchors
from tests.web_page import about


def heading(text, anchor=None, level=2):
    return Block("heading", text, level, anchor)


def text(markdown):
    return Block("text", markdown)


def test_a_rendering_that_differs_in_links_and_marks_is_the_same_page():
    page = [heading("Delivery"), text(about("delivery").replace("costs", "[costs](https://shop.example/costs)"))]
    assert is_same_page([heading("Delivery"), text(about("delivery"))], page)


def test_another_page_of_the_same_length_is_not():
    other = "Chairs are built of oak and ash in our workshop by the sea, and every one is signed by its maker."
    assert not is_same_page([text(about("lamps"))], [text(other)])


def test_an_excerpt_is_not_the_page():
    page = [text(about(word)) for word in ("lamps", "chairs", "tables")]
    assert not is_same_page(page[:1], page)


def test_headings_take_the_anchors_of_the_page_in_order_and_nothing_else_does():
    page = [heading("Costs", "costs"), text("a"), heading("Costs", "costs-1"), heading("Time")]
    twin = [heading("costs:", "own"), text("a"), heading("Costs"), heading("Time", "costs"), heading("New", "new")]
    assert [block.anchor for block in with_anchors(twin, page)] == ["costs", None, "costs-1", "costs", None]
