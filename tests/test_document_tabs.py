"""Tabs that no ARIA attribute tells: each panel under its label."""

import pytest

from sitecrawl.document import read_document
from sitecrawl.passages.splitter import split_document

PROSE = "The mill grinds rye and oats for the bakers of the valley, and for the inn at the bridge."


def passages(body):
    main = f"<main><h1>Mill</h1>{body}<p>After.</p></main>"
    html = f"<html lang=en><head><title>Mill</title></head><body>{main}</body></html>"
    document = read_document(html.encode(), "https://mill.test/", None)
    return [(passage.headings, passage.text) for passage in split_document(document, "mill.test")]


BOOTSTRAP = (
    '<ul class="nav nav-tabs"><li><a data-bs-toggle="tab" href="#a">Rye</a></li>'
    '<li><a data-bs-toggle="tab" href="#b">Oats</a></li></ul>'
    '<div class="tab-content"><div class="tab-pane" id="a">{0}</div><div class="tab-pane" id="b">{1}</div></div>'
)
JQUERY = (
    '<div id="tabs"><ul><li><a href="#a">Rye</a></li><li><a href="#b">Oats</a></li></ul>'
    '<div id="a"><p>{0}</p></div><div id="b"><p>{1}</p></div></div>'
)
MARKDOWN = (
    '<div class="tabbed-set tabbed-alternate"><input id="t1" type="radio"><input id="t2" type="radio">'
    '<div class="tabbed-labels"><label for="t1">Rye</label><label for="t2">Oats</label></div>'
    '<div class="tabbed-content"><div class="tabbed-block"><p>{0}</p></div>'
    '<div class="tabbed-block"><p>{1}</p></div></div></div>'
)
OLDER_MARKDOWN = (
    '<div class="tabbed-set">'
    '<input id="t1" type="radio"><label for="t1">Rye</label><div class="tabbed-content">{0}</div>'
    '<input id="t2" type="radio"><label for="t2">Oats</label><div class="tabbed-content">{1}</div></div>'
)
KINDS = pytest.mark.parametrize("markup", [BOOTSTRAP, JQUERY, MARKDOWN, OLDER_MARKDOWN], ids=["a", "b", "c", "d"])


@KINDS
def test_a_panel_of_prose_stands_under_its_label(markup):
    assert passages(markup.format(PROSE, PROSE)) == [(["Rye"], PROSE), (["Oats"], PROSE), ([], "After.")]


@KINDS
def test_a_short_panel_follows_its_label_as_a_line(markup):
    assert passages(markup.format("12 kr", "10 kr")) == [([], "**Rye**\n\n12 kr\n\n**Oats**\n\n10 kr\n\nAfter.")]


def test_links_of_a_list_named_as_tabs_that_lead_elsewhere_stay_links():
    found = passages(
        '<ul class="tabs"><li><a href="#a">Rye</a></li><li><a href="/oats">Oats</a></li></ul><div id=a>12 kr</div>'
    )
    assert "[Oats](https://mill.test/oats)" in found[0][1]
    assert "[Rye](https://mill.test/#a)" in found[0][1]


def test_a_panel_s_own_headings_end_with_it():
    panels = (
        '<ul role="tablist"><li role="tab" aria-controls="a">About</li>'
        '<li role="tab" aria-controls="b">Weight</li></ul>'
        '<div id="a" role="tabpanel"><h2>About</h2><p>Rye.</p></div><div id="b" role="tabpanel">2 kg</div>'
    )
    assert passages(panels) == [(["About"], "Rye."), ([], "**Weight**\n\n2 kg\n\nAfter.")]
