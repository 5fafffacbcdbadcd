"""Heading ids of Markdown; the right values are github-slugger 2's."""

import pytest

from sitecrawl.document.model import Block
from sitecrawl.folderanchors import Slugger, anchored


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("A & B", "a--b"),
        ("C++ and `x`", "c-and-x"),
        ("The __init__ of things", "the-__init__-of-things"),
        ("Über die Größe", "über-die-größe"),
        ("日本語 の 見出し", "日本語-の-見出し"),
        ("हिन्दी शीर्षक", "हिन्दी-शीर्षक"),
        ("I ♥ unicode 🚀 Ⓐ", "i--unicode--ⓐ"),
        ("Step 1.2: do it!", "step-12-do-it"),
        ("snake_case-and—dash", "snake_case-anddash"),
        ("Ⅳ ½ ²", "ⅳ--"),
        ("ΟΔΟΣ", "οδος"),
    ],
)
def test_a_slug_keeps_letters_marks_and_digits_of_any_script(heading, slug):
    assert Slugger().slug(heading) == slug


def test_a_slug_that_is_taken_counts_on():
    slugger = Slugger()
    headings = ["Defaults", "Defaults", "Defaults-1", "Defaults"]
    assert [slugger.slug(heading) for heading in headings] == ["defaults", "defaults-1", "defaults-1-1", "defaults-2"]


def test_each_block_opens_at_its_heading_and_an_own_id_beats_the_slug():
    blocks = [
        Block("text", "before"),
        Block("heading", "One", 1),
        Block("text", "a"),
        Block("heading", "Two", 2, "own"),
        Block("text", "b", 0, "own"),
        Block("text", "c", 0, "html-id"),
        Block("heading", "Two", 2),
        Block("text", "d", 0, "own"),
    ]
    anchors = [block.anchor for block in anchored(blocks)]
    assert anchors == [None, "one", "one", "own", "own", "html-id", "two", "two"]
