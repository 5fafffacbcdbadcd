"""Pages put together again from passages."""

from __future__ import annotations

import pytest

from mcp_server.sections import page_markdown, sections_of, with_closed_fence
from tests.passage_files import Part, page, part

URL = "https://a.test/x"


def sections(*parts):
    return sections_of(page(URL, "Title", list(parts)).passages)


def test_pieces_of_a_section_are_joined_without_their_overlap():
    long = Part("Rules", [("One. Two.", 0), ("Two.\n\nThree.", 4), ("\n\nFour.", 0)])
    assert [section.text for section in sections(long, part("End", "Last."))] == [
        "One. Two.\n\nThree.\n\nFour.",
        "Last.",
    ]


def test_heading_lines_are_printed_back_with_their_levels():
    found = sections(part(None, "Intro."), part("A", "a"), part("B", "b", level=3, under=[(2, "A")]), part("C", "c"))
    assert page_markdown("Title", found) == "# Title\n\nIntro.\n\n## A\n\na\n\n### B\n\nb\n\n## C\n\nc\n"


def test_a_heading_without_text_of_its_own_is_printed_with_its_first_section():
    assert page_markdown("T", sections(part("B", "b", level=3, under=[(2, "A")]))) == "# T\n\n## A\n\n### B\n\nb\n"


def test_a_page_with_a_heading_of_level_one_does_not_get_its_title_twice():
    assert page_markdown("T", sections(part("Own", "x", level=1))) == "# Own\n\nx\n"


def test_two_sections_of_one_name_both_get_their_line():
    found = sections(part("Note", "a", anchor="n1"), part("Note", "b", anchor="n2"))
    assert page_markdown("T", found) == "# T\n\n## Note\n\na\n\n## Note\n\nb\n"


def test_code_keeps_its_indentation():
    assert "    x = 1" in page_markdown("T", sections(part("A", "    x = 1\n    y = 2")))


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("plain", "plain"),
        ("```py\nx", "```py\nx\n```"),
        ("```py\nx\n```", "```py\nx\n```"),
        ("~~~~\n~~~\n```", "~~~~\n~~~\n```\n~~~~"),
        ("a\n```\nx\n```\nb\n```sh\ny\n", "a\n```\nx\n```\nb\n```sh\ny\n```"),
        ("``` not a ` fence", "``` not a ` fence"),
        ("    ```\nindented code", "    ```\nindented code"),
    ],
)
def test_a_fence_left_open_is_closed_for_display(text, closed):
    assert with_closed_fence(text) == closed
