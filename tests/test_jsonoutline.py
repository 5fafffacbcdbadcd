"""JSON read as text."""

from __future__ import annotations

import json

import pytest

from sitecrawl.document.jsonoutline import MAX_LINES, is_json, json_outline


def lines(value, title="Data"):
    outline = json_outline(json.dumps(value), title)
    return None if outline is None else [line for line in outline.split("\n") if line]


def test_plain_values_stand_behind_their_keys():
    value = {"name": "Shop", "open": True, "closed": None, "lamps": 12, "towns": ["Oslo", "Bergen"]}
    assert lines(value) == ["# Shop", "- name: Shop", "- open: yes", "- lamps: 12", "- towns: Oslo, Bergen"]


def test_objects_become_sections_named_by_their_key_or_their_own_name():
    value = {"opening": {"Monday": "9 to 6"}, "people": [{"name": "Ada", "role": "owner"}, {"role": "cook"}]}
    assert lines(value) == [
        "# Data", "## opening", "- Monday: 9 to 6", "## people", "### Ada", "- name: Ada", "- role: owner", "### 2",
        "- role: cook",
    ]  # fmt: skip


def test_a_long_text_is_a_section_of_paragraphs():
    story = "word " * 50
    assert lines({"story": f"{story}\n\nEnd."}) == ["# Data", "## story", story.strip(), "End."]


def test_objects_below_the_sixth_level_stay_on_one_line():
    assert lines({"a": {"b": {"c": {"d": {"e": {"f": {"g": "deep"}}}}}}})[-2:] == ["###### e", '- f: {"g": "deep"}']


@pytest.mark.parametrize("body", ["", "no json", "[]", "{}", "[" * 100_000])
def test_what_is_no_json_or_says_nothing_has_no_outline(body):
    assert json_outline(body, "Data") is None


def test_a_long_document_is_cut_and_says_so():
    outline = json_outline(json.dumps([{"n": number} for number in range(MAX_LINES)]), "Data")
    assert outline.count("\n") <= MAX_LINES + 4
    assert outline.rstrip().endswith("(cut here: the document is longer)")


@pytest.mark.parametrize(
    ("kind", "json_is"),
    [("application/json; charset=utf-8", True), ("application/ld+json", True), ("text/plain", False), (None, False)],
)
def test_json_is_told_by_its_type(kind, json_is):
    assert is_json(kind) is json_is
