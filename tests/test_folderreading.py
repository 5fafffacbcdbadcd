"""Files of a folder as documents."""

import pytest

from sitecrawl.folderlinks import FolderLinks
from sitecrawl.folderreading import read_file

LINKS = FolderLinks("folder://docs/", ["guide/query-params.md", "guide/body.md", "index.md"])
URL = "folder://docs/guide/query-params.md"


def read(text, url=URL, content_type="text/markdown"):
    return read_file(text if isinstance(text, bytes) else text.encode(), url, content_type, LINKS)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From the front\n---\n# Heading\n", "From the front"),
        ("---\ntitle: >-\n  Folded\n  over lines\n---\n# Heading\n", "Folded over lines"),
        ('+++\ntitle = "TOML"\n+++\n# Heading\n', "TOML"),
        ("## Second\n\n# First `level`\n", "First level"),
        ("Setext\n======\n", "Setext"),
        ('<h1 align="center">Project</h1>\n\n# This page\n', "This page"),
        ('<h1 align="center">Project</h1>\n\n## Part\n', "Project"),
        ("## Only second\n\nText.\n", "query params"),
        ("Text.\n", "query params"),
    ],
)
def test_the_title_is_the_front_matters_else_the_first_h1_else_the_file_name(text, title):
    assert read(text).title == title


def test_headings_have_their_own_id_or_githubs_and_fences_hold_none():
    document = read("# Query\n\n## Defaults { #my-defaults }\n\n```\n# no heading\n```\n\nSetext\n---\n\ntext\n")
    headings = [(block.markdown, block.anchor) for block in document.blocks if block.kind == "heading"]
    assert headings == [("Query", "query"), ("Defaults", "my-defaults"), ("Setext", "setext")]


@pytest.mark.parametrize(
    "directive",
    ["{* ../../docs_src/app.py hl[1,3] *}", '--8<-- "snippets/a.md"', "!!!include(b.md)!!!", "--8<--\na.md\n--8<--"],
)
def test_include_directives_stay_visible(directive):
    document = read(f"# T\n\nBefore.\n\n{directive}\n\nAfter.\n")
    assert [block.markdown for block in document.blocks] == ["T", "Before.", directive, "After."]


def test_relative_links_lead_to_the_other_file():
    document = read("[body](body.md#x), [home](../), [out](../../x.md), ![i](i.png)\n")
    assert document.blocks[0].markdown == (
        "[body](folder://docs/guide/body.md#x), [home](folder://docs/index.md), "
        "[out](folder://docs/x.md), ![i](folder://docs/guide/i.png)"
    )


def test_mdx_is_read_without_its_code():
    document = read("import A from 'a'\n\n# T\n\n<A>\n  Text{/* no */} of it.\n</A>\n", "folder://docs/a.mdx")
    assert [block.markdown for block in document.blocks] == ["T", "Text of it."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_is_read_in_its_own_encoding(encoding):
    text = "# Größe\n\nDie Länge der Tür beträgt zwei Meter, die Höhe fünf Ellen für jede Küche.\r\n"
    assert read(text.encode(encoding)).title == "Größe"


def test_html_is_read_as_a_page_and_plain_text_as_paragraphs():
    page = read('<html><body><main><h1 id="a">T</h1><p>Text.</p></main></body></html>', URL, "text/html")
    assert [(block.markdown, block.anchor) for block in page.blocks] == [("T", "a"), ("Text.", "a")]
    assert [block.anchor for block in read("One.\n\nTwo.\n", "folder://docs/a.txt", "text/plain").blocks] == [None] * 2


def test_a_saved_page_may_be_read_whatever_it_tells_crawlers():
    head = '<link rel="canonical" href="https://a.test/"><meta name="robots" content="noindex">'
    page = read(f"<html><head>{head}</head><body><p>Text.</p></body></html>", URL, "text/html")
    assert (page.canonical, page.robots) == (None, ())


def test_what_is_no_text_gives_nothing():
    assert read(b"\x89PNG\r\n\x1a\n\x00\x00").blocks == ()
