import json

import pytest

from sitecrawl.document import read_document
from sitecrawl.document.dates import utc_time

URL = "https://mill.test/shop/flour"


def read(head="", body="<main><h1>Rye flour</h1><p>Stone-ground rye flour from our own fields.</p></main>", html=""):
    page = f"<!doctype html><html {html}><head>{head}</head><body>{body}</body></html>"
    return read_document(page.encode(), URL, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("head", "h1", "title"),
    [
        ('<meta property="og:title" content="Rye flour 1 kg"><title>x</title>', "Rye", "Rye flour 1 kg"),
        (
            '<meta property="og:title" content="Rye flour | Mill"><meta property="og:site_name" content="Mill">',
            "",
            "Rye flour",
        ),
        ("<title>Rye flour | Mill</title>", "Rye flour", "Rye flour"),
        (
            '<meta property="og:title" content="Oak & Stone"><title>Rye flour | Oak & Stone</title>',
            "Rye flour",
            "Rye flour",
        ),
        ("<title>Rye flour – Mill</title>", "", "Rye flour"),
        ("<title>Mill: Rye flour</title>", "", "Rye flour"),
        ("<title>Rye flour - whole grain</title>", "", "Rye flour - whole grain"),
        ('<title>Rye | Mill Shop Ltd</title><meta property="og:site_name" content="Mill Shop Ltd">', "", "Rye"),
        (
            '<meta property="og:title" content="Mill"><meta property="og:site_name" content="Mill">',
            "Rye flour",
            "Rye flour",
        ),
        ("", "", "flour"),
    ],
)
def test_the_title_is_og_then_h1_then_title_without_the_site(head, h1, title):
    body = f"<main>{f'<h1>{h1}</h1>' if h1 else ''}<p>text of the page</p></main>"
    assert read(head, body).title == title


@pytest.mark.parametrize(
    ("html", "head", "lang"),
    [
        ('lang="de-at"', "", "de-AT"),
        ('xml:lang="fr"', "", "fr"),
        ("", '<meta http-equiv="Content-Language" content="it, en">', "it"),
        (
            "",
            f'<link rel="alternate" hreflang="pt-br" href="{URL}"><link rel="alternate" hreflang="en" href="/en">',
            "pt-BR",
        ),
        ('lang="zh_hant_tw"', "", "zh-Hant-TW"),
        ("", "", "en"),
    ],
)
def test_the_language_is_declared_or_detected(html, head, lang):
    text = (
        "<main><p>The miller grinds the grain every morning before the shop opens, and sells it until noon.</p></main>"
    )
    assert read(head, text, html).lang == lang


@pytest.mark.parametrize(
    ("head", "modified"),
    [
        (
            '<script type="application/ld+json">{"@type":"Article","dateModified":"2024-03-01T10:00:00+02:00"}</script>'
            '<meta property="article:modified_time" content="2023-01-01">',
            "2024-03-01T08:00:00Z",
        ),
        ('<meta property="article:modified_time" content="2023-01-02T03:04:05Z">', "2023-01-02T03:04:05Z"),
        ('<meta property="article:published_time" content="2022-05-06">', "2022-05-06T00:00:00Z"),
        ('<meta name="last-modified" content="Tue, 01 Feb 2022 12:00:00 GMT">', "2022-02-01T12:00:00Z"),
        ('<meta property="article:modified_time" content="soon">', None),
        ('<meta property="article:modified_time" content="2999-01-01">', None),
        ("", None),
    ],
)
def test_the_last_change_is_utc_and_past(head, modified):
    assert read(head).modified_at == modified


def test_a_time_element_dates_the_last_change():
    body = (
        '<main><p>text</p><time datetime="2020-01-01">x</time><time class="updated" datetime='
        '"2021-02-03">y</time></main>'
    )
    assert read(body=body).modified_at == "2021-02-03T00:00:00Z"


def test_a_date_in_words_is_read():
    body = "<main><h1>Hours</h1><p>We open at nine.</p><p>Last updated: May 3, 2021</p></main>"
    assert read(body=body).modified_at == "2021-05-03T00:00:00Z"


@pytest.mark.parametrize("value", ["", "yesterday", "2024-13-01", "1970-01-01", "20240101T250000Z"])
def test_what_is_no_past_time_is_none(value):
    assert utc_time(value) is None


@pytest.mark.parametrize(
    ("head", "target"),
    [
        ('<meta http-equiv="refresh" content="0; url=/current">', "https://mill.test/current"),
        ("<meta content=\"0;URL='next'\" http-equiv=Refresh>", "https://mill.test/shop/next"),
        ('<meta http-equiv="refresh" content=" 3 , /current ">', "https://mill.test/current"),
        ('<meta http-equiv="refresh" content="0">', None),
        ('<noscript><meta http-equiv="refresh" content="0; url=/current"></noscript>', None),
        ('<meta http-equiv="refresh" content="300; url=/current">', None),
        ('<meta http-equiv="refresh" content="0; url=javascript:x()">', None),
    ],
)
def test_a_meta_refresh_names_its_target(head, target):
    assert read(head).refresh == target


def test_robots_tags_are_given_by_agent():
    head = (
        '<META NAME="ROBOTS" CONTENT="NoIndex"><meta name="siteknowledge" content="nofollow">'
        '<meta name="author" content="all">'
    )
    assert read(head).robots == (("robots", "NoIndex"), ("siteknowledge", "nofollow"))


def test_canonical_is_absolute_and_links_carry_text_and_rel():
    body = (
        '<nav><a href="../a?x=1#y"> One\n two </a></nav><a rel="nofollow noopener" href="//b.'
        'test"><img alt="Logo"></a><a href="tel:1">t</a>'
    )
    document = read('<link rel="canonical" href="/c">', body)
    assert document.canonical == "https://mill.test/c"
    assert [(link.url, link.text, link.nofollow) for link in document.links] == [
        ("https://mill.test/a?x=1#y", "One two", False),
        ("https://b.test", "", True),
    ]


def ld(*values):
    return "".join(f'<script type="application/ld+json">{value}</script>' for value in values)


def test_entities_of_a_graph_become_facts_and_furniture_does_not():
    graph = {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "Bakery", "name": "Mill", "openingHours": "Mo-Fr 08:00-17:00"},
            {"@type": "WebPage", "name": "x"},
            {"@type": ["Product", "Thing"], "offers": {"@type": "Offer", "price": "3.20"}},
            {"@id": "#nothing"},
        ],
    }
    facts = read(ld(json.dumps(graph))).facts
    assert [fact["@type"] for fact in facts] == ["Bakery", ["Product", "Thing"]]
    assert facts[1]["offers"]["price"] == "3.20"


def test_broken_json_is_skipped_and_its_neighbours_are_read():
    facts = read(
        ld('{"@type": "Event", ', '{"@type":"Event","name":"Fair",}', '<!-- {"@type":"Person","name":"A\nB"} -->')
    ).facts
    assert [fact["name"] for fact in facts] == ["Fair", "A\nB"]


def test_facts_are_bounded():
    facts = read(ld(json.dumps([{"@type": "Event", "name": "x" * 9000, "n": n} for n in range(200)]))).facts
    assert len(facts) <= 24
    assert len(json.dumps(facts)) <= 50_000


@pytest.mark.parametrize(
    ("link", "markdown"),
    [
        ('<link rel="alternate" type="text/markdown" href="/c.md">', "https://mill.test/c.md"),
        ('<link rel="alternate" type="text/markdown" hreflang="de" href="/de/c.md">', None),
        ('<link rel="alternate" type="application/rss+xml" href="/feed">', None),
    ],
)
def test_the_markdown_form_of_a_page_is_its_alternate_of_that_type(link, markdown):
    assert read(link, "<p>Flour.</p>").markdown == markdown


def test_a_title_ends_where_the_first_heading_does():
    body = "<main><h2>Rye flour</h2><p>Stone-ground rye flour from our own fields.</p></main>"
    assert read("<title>Rye flour – Oak &amp; Stone</title>", body).title == "Rye flour"
