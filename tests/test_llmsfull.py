"""llms-full.txt cut into pages, in the forms that documentation tools write."""

from __future__ import annotations

import pytest

from sitecrawl.frontier import llmsfull
from sitecrawl.frontier.llmsfull import split_full_text

PLACE = "https://shop.example/llms-full.txt"
HOME = "https://shop.example"


def parts(text, place=PLACE):
    return [(part.url, part.markdown) for part in split_full_text(text, place)]


TWO_PAGES = [
    (f"{HOME}/delivery", "# Delivery\n\nParcels cost 12 euros."),
    (f"{HOME}/returns", "# Returns\n\nThirty days."),
]


@pytest.mark.parametrize(
    "text",
    [
        "# Delivery\nSource: https://shop.example/delivery\n\nParcels cost 12 euros.\n\n"
        "# Returns\nSource: https://shop.example/returns\n\nThirty days.\n",
        "# Delivery\n\nURL: /delivery\nSource: https://raw.git.example/delivery.mdx\n\nParcels cost 12 euros.\n\n"
        "# Returns\n\nURL: /returns\nSource: https://raw.git.example/returns.mdx\n\nThirty days.\n",
        "---\nurl: /delivery\n---\n\n# Delivery\n\nParcels cost 12 euros.\n\n"
        "---\nurl: /returns\n---\n\n# Returns\n\nThirty days.\n",
        "<page>\n---\ntitle: Delivery\nsource_url:\n  html: https://shop.example/delivery\n---\n\n"
        "Parcels cost 12 euros.\n</page>\n<page>\n---\ntitle: Returns\nsource_url:\n  html: https://shop.example/returns\n---\n\n"
        "Thirty days."
        "\n</page>\n",
        f'{"-" * 80}\ntitle: "Delivery"\nsource: "https://shop.example/delivery"\n{"-" * 80}\n\n# Delivery\n\n'
        f'Parcels cost 12 euros.\n\n{"-" * 80}\ntitle: "Returns"\nsource: "https://shop.example/returns"\n{"-" * 80}'
        "\n\n# Returns\n\nThirty days.\n",
        "Source: https://shop.example/delivery\n\n# Delivery\n\nParcels cost 12 euros.\n\n"
        "**Source:** [page](https://shop.example/returns)\n\n# Returns\n\nThirty days.\n",
    ],
    ids=["source under title", "url and raw source", "front matter", "page tags", "long rules", "source over title"],
)
def test_each_page_is_cut_out_under_the_address_that_it_names(text):
    assert parts(text) == TWO_PAGES


def test_windows_line_ends_and_a_byte_order_mark_change_nothing():
    assert parts("\ufeff# Delivery\r\nSource: /delivery\r\n\r\nParcels cost 12 euros.\r\n") == TWO_PAGES[:1]


def test_further_first_level_headings_stay_with_their_page():
    text = "# Delivery\nSource: /delivery\n\nBy post.\n\n# Costs\n\nTwelve euros.\n"
    assert parts(text) == [(f"{HOME}/delivery", "# Delivery\n\nBy post.\n\n# Costs\n\nTwelve euros.")]


def test_a_source_named_in_the_text_begins_no_page():
    text = "# Prices\nSource: /prices\n\nThey rose by a tenth.\n\nSource: https://statistics.example/2026\n"
    assert [url for url, _ in parts(text)] == [f"{HOME}/prices"]


def test_marks_in_a_fence_begin_no_page():
    text = "# Format\nSource: /format\n\n```\n# Title\nSource: /title\n```\n\nEnd.\n"
    assert [url for url, _ in parts(text)] == [f"{HOME}/format"]


def test_text_without_addresses_is_one_part():
    text = "# Shop\n\nLamps and chairs.\n\n# Delivery\n\nBy post.\n"
    assert parts(text) == [(None, text.strip())]


def test_pages_of_other_hosts_keep_no_address():
    assert parts("# Delivery\nSource: https://other.example/a\n\nBy post.\n") == [(None, "# Delivery\n\nBy post.")]


@pytest.mark.parametrize("text", ["", "<!doctype html><title>Shop</title><h1>Shop</h1>"])
def test_a_web_page_or_nothing_has_no_parts(text):
    assert parts(text) == []


def test_of_too_many_pages_the_last_one_does_not_take_the_text_of_the_others(monkeypatch):
    monkeypatch.setattr(llmsfull, "MAX_PARTS", 2)
    text = "".join(f"# T{n}\nSource: /{n}\n\nText {n}.\n\n" for n in range(5))
    assert parts(text) == [(f"{HOME}/{n}", f"# T{n}\n\nText {n}.") for n in range(2)]
