"""Footnotes: the number without its link, the note behind its number."""

import pytest

from sitecrawl.document import read_document

MARKDOWN_IT = (
    '<p>Rye<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> grows here.</p>'
    '<section class="footnotes"><ol>'
    '<li id="fn1"><p>A note. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>'
)
SPHINX = (
    '<p>Rye <a class="footnote-reference brackets" href="#id5" id="id1" role="doc-noteref">[1]</a> grows here.</p>'
    '<aside class="footnote brackets" id="id5" role="doc-footnote"><span class="label">[<a role="doc-backlink" '
    'href="#id1">1</a>]</span><span class="backrefs">(<a href="#id1">1</a>,<a href="#id2">2</a>)</span>'
    "<p>A note.</p></aside>"
)
DOCBOOK = (
    '<p>Rye<a href="#ftn.a" class="footnote" id="a"><sup class="footnote">[1]</sup></a> grows here.</p>'
    '<div id="ftn.a" class="footnote"><p><a href="#a" class="para"><sup class="para">[1] </sup></a>A note.</p></div>'
)
WIKIPEDIA = (
    '<p>Rye<sup class="reference"><a href="#cite_note-1">[1]</a></sup> grows here.</p><ol class="references">'
    '<li id="cite_note-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-1_0"><sup>a</sup></a></span> A note.</li>'
    "</ol>"
)


def texts(body):
    html = f"<html lang=en><body><main><h1>Rye</h1>{body}</main></body></html>"
    return [block.markdown for block in read_document(html.encode(), "https://mill.test/rye", None).blocks][1:]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (MARKDOWN_IT, ["Rye[1] grows here.", "1. A note."]),
        (SPHINX, ["Rye [1] grows here.", "[1] A note."]),
        (DOCBOOK, ["Rye[1] grows here.", "[1] A note."]),
        (WIKIPEDIA, ["Rye[1] grows here.", "1. A note."]),
    ],
    ids=["markdown-it", "sphinx", "docbook", "wikipedia"],
)
def test_a_note_stands_behind_its_number_and_marks_are_bare(body, expected):
    assert texts(body) == expected


def test_links_to_places_of_the_page_that_are_no_notes_stay_links():
    assert texts('<p><a href="#b">1</a> and <a href="#fn-key">the function key</a></p>') == [
        "[1](https://mill.test/rye#b) and [the function key](https://mill.test/rye#fn-key)"
    ]


@pytest.mark.parametrize(
    ("markup", "price"),
    [
        ("<p>19<sup>99</sup> €</p>", "19.99 €"),
        ("<p>$19<sup>99</sup></p>", "$19.99"),
        ('<p class="price">19<sup>99</sup></p>', "19.99"),
        ("<p>10<sup>12</sup> stars</p>", "10^12 stars"),
    ],
)
def test_raised_cents_belong_to_the_price(markup, price):
    assert texts(markup) == [price]


def test_the_names_and_characters_of_icon_fonts_are_no_words():
    icons = '<i class="material-icons">shopping_cart</i> \ue8cc\U000f0110'
    assert texts(f"<p>{icons} Buy rye.</p>") == ["Buy rye."]
