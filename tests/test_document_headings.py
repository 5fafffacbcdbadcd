import pytest

from sitecrawl.document import read_document
from sitecrawl.passages import split_document


def headings_of(html):
    blocks = read_document(f"<title>T</title><main>{html}</main>".encode(), "https://a.test/", "text/html").blocks
    return [(block.level, block.markdown, block.anchor) for block in blocks if block.kind == "heading"]


@pytest.mark.parametrize(
    ("html", "heading"),
    [
        ('<h2 id="own">Words</h2>', (2, "Words", "own")),
        ('<h2><a id="inner"></a>Words</h2>', (2, "Words", "inner")),
        ('<h2><a name="named">Words</a></h2>', (2, "Words", "named")),
        ('<a name="before"></a><h2>Words</h2>', (2, "Words", "before")),
        ('<p>text<a id="end"></a></p><h2>Words</h2>', (2, "Words", "end")),
        (
            '<section id="sphinx"><span id="old"></span><h2>Words<a class="headerlink" href="#sp'
            'hinx">¶</a></h2></section>',
            (2, "Words", "sphinx"),
        ),
        ('<div id="box"><div><h3>Words</h3></div></div><p>A sentence outside the box.</p>', (3, "Words", "box")),
        ('<p id="far">text</p><p>more</p><h2>Words</h2>', (2, "Words", "far")),
        ('<dl><dt id="term"><h4>Words</h4></dt><dd>text</dd></dl>', (4, "Words", "term")),
        ('<div role="heading" aria-level="5">Words</div>', (5, "Words", None)),
        ('<div role="heading">Words</div>', (2, "Words", None)),
        ("<ul><li><h3>Words</h3><p>text</p></li></ul>", (3, "Words", None)),
        ("<table><tr><td><h3>Words</h3>text</td></tr></table>", (3, "Words", None)),
        ("<details><summary><h3>Words</h3></summary>text</details>", (3, "Words", None)),
        ('<h3><button aria-controls="p">Words</button></h3><div id="p" hidden>text</div>', (3, "Words", None)),
        ('<a href="/x"><h3>Words</h3><p>text</p></a>', (3, "Words", None)),
        ("<button type=button><h3>Words</h3></button><p>text</p>", (3, "Words", None)),
    ],
)
def test_a_heading_stands_anywhere_and_has_the_id_that_opens_it(html, heading):
    assert headings_of(html) == [heading]


@pytest.mark.parametrize(
    "html",
    [
        '<h2>Words<a class="headerlink" href="#w" title="Link">¶</a></h2>',
        '<h2><a href="#w">#</a> Words</h2>',
        '<h2><a class="anchor" href="#w"><svg><title>link</title></svg></a>Words</h2>',
        '<h2>Words <a href="#w" class="hash-link">Direct link to heading</a></h2>',
        '<h2>Words <a href="#w">🔗</a></h2>',
        '<h2><a class="anchor" href="#w">Words</a></h2>',
        '<h2><a href="/words">Words</a></h2>',
        "<h2>\n  Words\u200b\n</h2>",
        "<h2><b>Words</b></h2>",
    ],
)
def test_permalink_signs_are_no_part_of_a_heading(html):
    assert [text for _, text, _ in headings_of(html)] == ["Words"]


def test_an_id_opens_the_page_at_its_first_element_only():
    html = '<h2 id="a">One</h2><p id="b">x</p><h2 id="a">Two</h2>'
    assert headings_of(html) == [(2, "One", "a"), (2, "Two", "b")]


def test_empty_headings_are_left_out():
    assert headings_of('<h2></h2><h3>&nbsp;</h3><h4><img src="x.png"></h4>') == []


def test_the_label_of_a_warning_box_is_a_bold_line():
    page = b'<main><div class="admonition-heading"><h5>note</h5></div><p>Mind the gap.</p></main>'
    blocks = read_document(page, "https://a.test/", "text/html").blocks
    assert [block.markdown for block in blocks] == ["**note**", "Mind the gap."]


@pytest.mark.parametrize(
    ("html", "anchor"),
    [
        ('<div id="root"><h1>Words</h1><p>text</p></div>', None),
        ('<div id="main-content"><p>Much text before.</p><h2>Words</h2><h2>More</h2></div>', None),
        ('<div id="wrap"><p>Lead.</p><h2>Words</h2><h2>More</h2></div><p>Text that stands outside.</p>', None),
        ('<div id="plans"><h2>Words</h2><h3>More</h3></div><p>Text that stands outside of it.</p>', "plans"),
        ('<div class="section" id="usage"><h1>Words</h1><h2>More</h2></div>', "usage"),
        ('<section id="usage"><h1>Words</h1><p>text</p></section>', "usage"),
        ('<div id="words-of-ours"><h1>Words</h1><p>text</p></div>', "words-of-ours"),
        ('<div id="root"><div id="top"></div><h1>Words</h1></div>', "top"),
    ],
)
def test_an_id_around_the_whole_page_or_several_headings_is_a_place_only_where_it_begins_with_one(html, anchor):
    assert headings_of(html)[0][2] == anchor


@pytest.mark.parametrize(
    "box",
    [
        '<div class="note"><h3 class="title">Note</h3><p>Mind the gap.</p></div>',
        '<div class="warning" role="note"><h2>Warnung:</h2><p>Mind the gap.</p></div>',
        '<div class="admonition tip"><div class="title"><h3>ヒント</h3></div><p>Mind the gap.</p></div>',
        '<aside role="note"><h3>Примечание</h3><p>Mind the gap.</p></aside>',
        '<div class="callout"><h3>चेतावनी:</h3><p>Mind the gap.</p></div>',
        '<div class="tip"><h3 class="title">Which index to take</h3><p>Mind the gap.</p></div>',
    ],
)
def test_what_follows_a_box_still_stands_under_the_heading_before_it(box):
    page = f'<title>Stations</title><main><h2 id="trains">Trains</h2>{box}<p>They stop here.</p></main>'.encode()
    passages = split_document(read_document(page, "https://a.test/", "text/html"), "a.test")
    paths = {passage.text: passage.headings for passage in passages}
    assert paths["They stop here."] == ["Trains"]
    assert paths["Mind the gap."][:-1] == ["Trains"]


@pytest.mark.parametrize(
    "html",
    [
        '<div class="alert"><h2>Closed on Monday</h2><p>We are away.</p></div>',
        '<div class="notice"><h2 class="title">Summer hours</h2><p>From nine to five.</p></div>',
        '<div class="notes"><h2>Note</h2><p>Text.</p></div>',
        "<section><h2>Warnings</h2><p>Text.</p></section>",
    ],
)
def test_a_heading_of_a_notice_or_outside_a_box_opens_a_section(html):
    assert len(headings_of(html)) == 1
