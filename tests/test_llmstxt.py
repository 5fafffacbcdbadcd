"""llms.txt read: by the form of llmstxt.org, and as real files depart from it."""

from __future__ import annotations

import pytest

from sitecrawl.frontier.llmstxt import is_full_text, is_gathered, is_markup, read_llms

PLACE = "https://shop.example/llms.txt"
WHOLE = """# Shop

> Lamps and chairs, made to last.

Ask before you order.

## Pages

- [Delivery](https://shop.example/delivery.md): what parcels cost
- [Returns](/returns.html.md)

## Optional

- [Press](press)
"""


def urls(text, place=PLACE):
    return [link.url.removeprefix("https://shop.example") for link in read_llms(text, place).links]


def test_name_summary_and_links_are_read_in_the_order_of_the_document():
    reading = read_llms(WHOLE, PLACE)
    assert (reading.name, reading.summary) == ("Shop", "Lamps and chairs, made to last.")
    assert urls(WHOLE) == ["/delivery.md", "/returns.html.md", "/press"]
    assert [(link.text, link.optional) for link in reading.links] == [
        ("Delivery", False),
        ("Returns", False),
        ("Press", True),
    ]


def test_optional_links_come_last_wherever_their_section_stands():
    text = "# Shop\n## Optional\n- [Press](/press)\n## Pages\n- [Delivery](/delivery)\n"
    assert urls(text) == ["/delivery", "/press"]


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_a_byte_order_mark_and_crlf_change_nothing(change):
    assert urls(change(WHOLE)) == urls(WHOLE)


def test_relative_links_are_resolved_against_the_file():
    assert urls("- [A](a.md)\n- [B](../b)", "https://shop.example/docs/llms.txt") == ["/docs/a.md", "/b"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Shop\n\n- https://shop.example/a\n- <https://shop.example/b>", ["/a", "/b"]),
        ("See https://shop.example/a, then (https://shop.example/b).", ["/a", "/b"]),
        ("[First](/a) and [second](</b c>).", ["/a", "/b%20c"]),
        ("- Docs\n\n        - [Deep](/a)", ["/a"]),
        ("| page |\n|---|\n| [Table](/a) |", ["/a"]),
        ("[By name][1]\n\n[1]: /a", ["/a"]),
        ("- [Twice](/a)\n- [Twice](/a#part)\n- [Top](#top)", ["/a"]),
        ("![Logo](/logo.png)\n\n[Mail](mailto:a@shop.example)", []),
        ("```\n[Code](/a)\n```\n\n`[span](/b)`", []),
    ],
)
def test_links_of_other_forms_are_found_and_what_is_no_page_is_not(text, found):
    assert urls(text) == found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("<!DOCTYPE html><html><body><a href='/a'>A</a></body></html>", "it is an HTML page"),
        ("# Shop\n\n> Lamps and chairs.", "it links no page"),
    ],
)
def test_what_is_no_list_gives_no_links_and_says_why(text, problem):
    assert (read_llms(text, PLACE).links, read_llms(text, PLACE).problems) == ((), (problem,))


def test_a_huge_file_is_read_in_part_and_says_so():
    reading = read_llms("- [A](/a)\n" + "word " * 1_100_000 + "\n- [Z](/z)\n", PLACE)
    assert [link.text for link in reading.links] == ["A"]
    assert reading.problems == ("only its first 5,000,000 characters were read",)


@pytest.mark.parametrize(
    ("path", "gathered", "full"),
    [
        ("/llms.txt", True, False),
        ("/docs/llms-full.txt", True, True),
        ("/llms-ctx-full.txt", True, False),
        ("/all-about-llms.txt", False, False),
        ("/llms.html", False, False),
    ],
)
def test_gathered_texts_are_told_by_their_name(path, gathered, full):
    url = f"https://shop.example{path}"
    assert (is_gathered(url), is_full_text(url)) == (gathered, full)


def test_a_heading_under_hundreds_of_comments_is_no_markup_and_told_at_once():
    assert not is_markup("<!---->" * 280 + "# Name")


@pytest.mark.parametrize("before", ["", " \n", "<!-- saved -->", "<!-- a --> <!-- <b> -- -->\n"])
def test_comments_before_a_document_type_are_markup(before):
    assert is_markup(f"{before}<!DOCTYPE html><title>x</title>")
