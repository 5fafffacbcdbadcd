import pytest

from sitecrawl.document.model import Block, Document
from sitecrawl.passages import split_document
from sitecrawl.passages.sections import is_title, read_sections, without_bare_markers


def heading(text: str, level: int, anchor: str | None = None, **more) -> Block:
    return Block("heading", text, level, anchor, **more)


def text(words: str, anchor: str | None = None, **more) -> Block:
    return Block("text", words, anchor=anchor, **more)


def passages(*blocks: Block, title: str = "Page", url: str = "https://example.com/page"):
    return split_document(Document(url, title, None, "en", None, blocks), "example.com")


def paths(*blocks: Block, title: str = "Page") -> list[tuple[list[str], list[int], str]]:
    return [(passage.headings, passage.levels, passage.text) for passage in passages(*blocks, title=title)]


def test_text_before_the_first_heading_belongs_to_the_page_title():
    first, second = passages(text("Welcome."), heading("Prices", 2), text("Ten euro."))

    assert (first.headings, first.title, first.id) == ([], "Page", "example.com/page")
    assert (second.headings, second.levels) == (["Prices"], [2])


def test_a_heading_closes_those_of_its_level_and_deeper():
    """The outline of a kiln guide with skipped levels, worked out by hand."""
    found = paths(
        heading("Kiln guide", 1),
        heading("Loading", 3),
        text("a"),
        heading("Firing", 2),
        text("b"),
        heading("Cones", 4),
        text("c"),
        heading("Cooling", 3),
        text("d"),
        heading("Opening", 2),
        text("e"),
        title="Clay",
    )

    assert found == [
        (["Kiln guide", "Loading"], [1, 3], "a"),
        (["Kiln guide", "Firing"], [1, 2], "b"),
        (["Kiln guide", "Firing", "Cones"], [1, 2, 4], "c"),
        (["Kiln guide", "Firing", "Cooling"], [1, 2, 3], "d"),
        (["Kiln guide", "Opening"], [1, 2], "e"),
    ]


@pytest.mark.parametrize(
    ("name", "title", "same"),
    [
        ("Returns", "Returns", True),
        ("RETURNS  policy", "Returns policy", True),
        ("Returns", "Returns | Acme", True),
        ("Returns", "Returns – Acme Ltd.", True),
        ("Returns", "Returns: Acme", True),
        ("Returns", "Acme - Returns", True),
        ("返品", "返品｜東京商店", True),
        ("Return", "Returns | Acme", False),
        ("Returns", "Returns and refunds", False),
        ("Re", "Re-order forms", False),
        ("Acme", "", False),
        ("", "", False),
    ],
)
def test_a_heading_is_the_title_without_the_site_s_own_name(name, title, same):
    assert is_title(name, title) is same


def test_the_page_title_is_not_repeated_in_the_path():
    found = paths(
        text("Before."),
        heading("Returns", 1),
        text("After."),
        heading("Refunds", 2),
        text("Soon."),
        title="Returns | Acme",
    )

    assert found == [([], [], "Before.\n\nAfter."), (["Refunds"], [2], "Soon.")]


def test_only_the_first_heading_is_taken_for_the_title():
    found = paths(heading("Menu", 2), text("Soup."), heading("Page", 1), text("Bread."))

    assert [path for path, _, _ in found] == [["Menu"], ["Page"]]


def test_a_heading_with_children_only_stands_in_their_paths():
    assert paths(heading("Guide", 2), heading("Setup", 3), text("Plug it in.")) == [
        (["Guide", "Setup"], [2, 3], "Plug it in.")
    ]


def test_a_heading_with_nothing_under_it_is_kept_as_its_own_text():
    found = paths(
        heading("Contact", 2), text("Write."), heading("Call 030 1234567", 2), heading("Visit", 2), text("Come.")
    )

    assert found[1] == (["Call 030 1234567"], [2], "Call 030 1234567")
    assert len(found) == 3


def test_a_question_heading_is_the_path_of_its_answer():
    found = paths(heading("FAQ", 2), heading("Do you ship abroad?", 3), text("Yes, to all of Europe."))

    assert found == [(["FAQ", "Do you ship abroad?"], [2, 3], "Yes, to all of Europe.")]


def test_headings_and_blocks_without_a_word_are_left_out():
    found = paths(heading("***", 2), text("→"), heading("Use", 2), text("---"), text("It."), heading(" ", 3))

    assert found == [(["Use"], [2], "It.")]


def test_white_space_in_a_heading_is_collapsed():
    assert paths(heading("Opening\n  hours", 2), text("Daily."))[0][0] == ["Opening hours"]


def test_a_block_that_closes_a_level_returns_to_the_heading_above():
    found = passages(
        heading("FAQ", 2),
        heading("Why?", 3),
        text("So."),
        text("Ask us more.", closes=3),
        heading("How?", 3),
        text("Thus."),
    )

    assert [passage.headings for passage in found] == [["FAQ", "Why?"], ["FAQ"], ["FAQ", "How?"]]
    assert len({passage.id for passage in found}) == 3


def test_a_heading_closed_by_the_next_block_has_nothing_under_it():
    found = paths(heading("FAQ", 2), heading("Why?", 3), text("Ask us.", closes=3))

    assert [(path, words) for path, _, words in found] == [(["FAQ", "Why?"], "Why?"), (["FAQ"], "Ask us.")]


def test_the_footer_does_not_stand_under_the_last_heading():
    found = passages(heading("Prices", 2, "prices"), text("Ten."), text("Call us.", region="footer"))

    assert (found[1].headings, found[1].anchor, found[1].id) == ([], None, "example.com/page#footer")


def test_a_footer_has_headings_of_its_own():
    footer = heading("Contact", 4, region="footer"), text("Call us.", region="footer")

    assert paths(heading("Prices", 2), text("Ten."), *footer)[1] == (["Contact"], [4], "Call us.")


def test_blocks_of_a_section_are_joined_by_a_blank_line():
    assert passages(text("One."), Block("list", "- two\n- three"))[0].text == "One.\n\n- two\n- three"


@pytest.mark.parametrize(
    ("markdown", "cleaned"),
    [
        ("- a\n-\n- b", "- a\n- b"),
        ("-\n  text\n- b", "- text\n- b"),
        ("1.\n\n   para", "1. para"),
        ("- a\n  *\n  * b", "- a\n  * b"),
        ("-\n- b", "- b"),
        ("- x\n  ```\n  -\n  ```\n-", "- x\n  ```\n  -\n  ```"),
        ("###\ntext", "text"),
        ("a\n\nb", "a\n\nb"),
    ],
)
def test_bare_list_markers_are_left_out(markdown, cleaned):
    assert without_bare_markers(markdown) == cleaned


@pytest.mark.parametrize(
    ("blocks", "anchors"),
    [
        ((text("a"),), [None]),
        ((text("a", "top"), heading("B", 2, "b"), text("c")), ["top", "b"]),
        ((heading("A", 2, "a"), text("b"), heading("C", 2), text("d")), ["a", "a"]),
        ((heading("A", 2, "a"), text("b"), heading("C", 2), text("d"), text("e", "e")), ["a", "e"]),
        ((heading("A", 2, "a"), text("b", "b"), text("c", "c")), ["a"]),
        ((heading("A", 2), text("b", "b"), text("c", "c")), ["b"]),
        ((heading("Page", 1, "page"), text("b")), ["page"]),
    ],
)
def test_the_anchor_is_the_nearest_that_opens_the_page_there(blocks, anchors):
    assert [passage.anchor for passage in passages(*blocks)] == anchors


def test_a_section_opens_at_its_heading_and_a_later_piece_at_the_nearest_anchor_before_it():
    body = [text("Some words are here. " * 60, f"part-{n}") for n in range(3)]

    assert [passage.anchor for passage in passages(heading("Long", 2, "long"), *body)] == ["long", "part-1", "part-2"]


def test_text_with_a_line_separator_stays_as_it_is():
    assert passages(text("One\u2028two."))[0].text == "One\u2028two."


def test_sections_know_their_innermost_heading():
    sections = read_sections("Page", [heading("A", 2), heading("B", 3, "b"), text("c")])

    assert [(section.path, section.heading.anchor) for section in sections] == [(("A", "B"), "b")]


def test_a_page_of_nothing_has_no_passages():
    assert passages() == []
    assert passages(heading("Page", 1)) == []
