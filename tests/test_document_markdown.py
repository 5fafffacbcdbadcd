import pytest

from sitecrawl.document import read_document

SOURCE = """---
title: Query parameters
description: "How to pass them"
lang: en
date: 2024-05-01
---
# Query *parameters*

Text with a [link](../other.md#x) and `[code](no.md)`.

## Defaults { #the-defaults }

```python
# not a heading
x = 1
```

- one
- two

| a | b |
|---|---|
| 1 | 2 |

<details><summary>Why?</summary>

Because.

</details>
"""


def read(text, url="https://a.test/docs/query.md", content_type="text/markdown"):
    return read_document(text.encode(), url, content_type)


def test_markdown_is_split_at_headings_and_never_in_fences():
    blocks = read(SOURCE).blocks
    assert [(block.level, block.markdown, block.anchor) for block in blocks if block.kind == "heading"] == [
        (1, "Query parameters", None),
        (2, "Defaults", "the-defaults"),
    ]
    assert [block.kind for block in blocks][3:6] == ["code", "list", "table"]


def test_front_matter_tells_about_the_page():
    document = read(SOURCE)
    assert (document.title, document.description, document.lang) == ("Query parameters", "How to pass them", "en")
    assert document.modified_at == "2024-05-01T00:00:00Z"


def test_links_of_markdown_are_absolute_but_not_in_code():
    document = read(SOURCE)
    assert document.blocks[1].markdown == "Text with a [link](https://a.test/other.md#x) and `[code](no.md)`."
    assert [link.url for link in document.links] == ["https://a.test/other.md#x"]


def test_blocks_of_raw_html_in_markdown_are_read():
    assert "Because." in [block.markdown for block in read(SOURCE).blocks]


@pytest.mark.parametrize(
    ("text", "url", "kinds"),
    [
        ("# Mill\n\n> Flour.\n\n- [Rye](/rye)\n", "https://a.test/llms.txt", ["heading", "quote", "list"]),
        (
            "Opening hours\n\nMon 9 to 5\nTue 9 to 5\n\n    indented\n    lines\n",
            "https://a.test/hours",
            ["text", "text", "code"],
        ),
    ],
)
def test_plain_text_is_paragraphs_unless_it_reads_as_markdown(text, url, kinds):
    assert [block.kind for block in read(text, url, "text/plain; charset=utf-8").blocks] == kinds


@pytest.mark.parametrize("content_type", ["application/octet-stream", None])
def test_a_markdown_file_of_a_server_that_knows_no_type_for_it_is_markdown(content_type):
    blocks = read("# Query\n\n- one", content_type=content_type).blocks
    assert [(block.kind, block.markdown) for block in blocks] == [("heading", "Query"), ("list", "- one")]


def test_xhtml_is_read_as_html():
    body = (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml'
        ':lang="de"><body><h1>Größe</h1><p>a<br/>b</p></body></html>'
    )
    document = read(body, "https://a.test/x", "application/xhtml+xml")
    assert [block.markdown for block in document.blocks] == ["Größe", "a\nb"]
    assert document.lang == "de"


@pytest.mark.parametrize(
    "content_type", ["application/json", "text/css", "application/javascript", "image/png", "application/pdf"]
)
def test_what_is_no_text_for_people_gives_no_blocks(content_type):
    assert read("# words", "https://a.test/x", content_type).blocks == ()


@pytest.mark.parametrize(
    ("source", "heading", "anchor"),
    [
        ("# The `__init__` of *things*", "The __init__ of things", None),
        ("## 2 * 3 * 4 [here](x.md) { #sum .wide }", "2 * 3 * 4 here", "sum"),
        ("## <a name='old'></a>Old & new", "Old & new", "old"),
        ("## Own {/* #my-own */}", "Own", "my-own"),
        ("Setext\ntwo lines\n---", "Setext two lines", None),
        ("# A \\* B &amp; C [d][e]\n\n[e]: f.md", "A * B & C d", None),
    ],
)
def test_a_heading_is_its_words_and_its_own_id(source, heading, anchor):
    block = read(source).blocks[0]
    assert (block.markdown, block.anchor) == (heading, anchor)


def test_reference_links_take_their_targets_with_them():
    document = read("See [the guide][g], [g] and `[g]`; not [x] or [x][y].\n\n[G]: guide.md 'Guide'\n")
    guide = "https://a.test/docs/guide.md"
    assert document.blocks[0].markdown == f"See [the guide]({guide}), [g]({guide}) and `[g]`; not [x] or [x][y]."


def test_a_page_of_a_folder_resolves_its_links_in_the_folder():
    document = read("[up](../b.md#x) [top](/c.md) [beside](d%20e.md)", url="folder://docs/a/b/c.md")
    assert [link.url for link in document.links] == [
        "folder://docs/a/b.md#x",
        "folder://docs/c.md",
        "folder://docs/a/b/d%20e.md",
    ]
