import pytest

from sitecrawl.document import read_document


def blocks_of(html):
    page = f"<title>T</title><main>{html}</main>"
    return read_document(page.encode(), "https://a.test/", "text/html; charset=utf-8").blocks


def markdown_of(html):
    return "\n---\n".join(block.markdown for block in blocks_of(html))


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>one<li>two</ul>", "- one\n- two"),
        ("<ul><li>one<ul><li>in</li></ul></li><li>two</li></ul>", "- one\n  - in\n- two"),
        ("<ol><li>one<ul><li>in</li></ul></li><li>two</li></ol>", "1. one\n   - in\n2. two"),
        ("<ol start=5><li>five</li><li value=9>nine</li><li>ten</li></ol>", "5. five\n9. nine\n10. ten"),
        ("<ol reversed><li>three</li><li>two</li></ol>", "2. three\n1. two"),
        ("<ul><li><p>one</p><p>more</p></li></ul>", "- one\n\n  more"),
        ("<ul><li></li><li> <b></b></li><li>two</li></ul>", "- two"),
        ("<ol><li>run<pre>make</pre></li><li>look</li></ol>", "1. run\n---\n```\nmake\n```\n---\n2. look"),
    ],
)
def test_lists_keep_markers_numbers_and_nesting(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<dl><dt>term<dd>meaning</dl>", "term\n: meaning"),
        ("<dl><dt>a<dt>b<dd>one</dd><dd>two</dd></dl>", "a\nb\n: one\n: two"),
        (
            "<dl><div><dt>Mon</dt><dd>9 to 5</dd></div><div><dt>Sun</dt><dd>closed</dd></div></dl>",
            "Mon\n: 9 to 5\n---\nSun\n: closed",
        ),
        ("<dl><dt>f()<dd><p>Runs.</p><pre>f()</pre></dl>", "f()\n: Runs.\n---\n```\nf()\n```"),
        ("<dl><dd>alone</dl>", "alone"),
    ],
)
def test_a_term_and_its_meaning_stay_together(html, markdown):
    assert markdown_of(html) == markdown


def test_each_term_is_a_block_with_its_own_anchor():
    html = "<dl><dt id=a>one<dd>x<dt id=b>two<dd>y</dl>"
    assert [(block.kind, block.anchor) for block in blocks_of(html)] == [("definitions", "a"), ("definitions", "b")]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<blockquote><p>one</p><p>two</p></blockquote>", "> one\n>\n> two"),
        (
            "<figure><img src=/a.png alt='A mill'><figcaption>Built 1780</figcaption></figure>",
            "![A mill](https://a.test/a.png)\n---\nBuilt 1780",
        ),
        (
            "<figure><img src=/a.png alt='A mill'><figcaption>A mill</figcaption></figure>",
            "![A mill](https://a.test/a.png)",
        ),
        ("one<p>two<p>three", "one\n---\ntwo\n---\nthree"),
        ("<div>one<div>two</div>three</div>", "one\n---\ntwo\n---\nthree"),
        ("<p>Press <button>Save</button> now.</p><button>Buy</button>", "Press Save now."),
        ("<form><label>Mail</label><input><button>Go</button></form><p>x</p>", "x"),
        (
            "<form><p>We answer within two days.</p><label>Mail</label><input></form>",
            "We answer within two days.\n---\nMail",
        ),
        ("<p>***</p><p>words</p>", "words"),
    ],
)
def test_blocks_follow_reading_order(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ('<p>so <script type="math/tex">a_1^2</script> holds</p>', "so $a_1^2$ holds"),
        ('<script type="math/tex; mode=display">a = b</script>', "$$\na = b\n$$"),
        ('<p>so <span class="math notranslate">\\(x_i\\)</span></p>', "so $x_i$"),
        (
            '<p><span class="katex"><span class="katex-mathml"><math><semantics><mi>c</mi><annot'
            'ation encoding="application/x-tex">'
            'c^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="tru'
            'e">c2</span></span></p>',
            "$c^2$",
        ),
        ('<p>so <math alttext="{\\displaystyle E=mc^2}"><mi>E</mi></math></p>', "so $E=mc^2$"),
        (
            '<p>so <span class="mwe-math-element"><span style="display: none"><math><mi>E</mi></math></span>'
            '<img class="mwe-math-fallback" src="e.svg" alt="{\\displaystyle E}"></span></p>',
            "so $E$",
        ),
    ],
)
def test_formulas_keep_their_tex(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize("opening", ["<div>", "<font>", "<b>", "<blockquote>", "<span>", "<a href=x>"])
def test_a_thousand_unclosed_elements_lose_no_words(opening):
    assert "deep words" in markdown_of("<p>x</p>" + opening * 1000 + "deep words")


@pytest.mark.parametrize("body", [b"", b" ", b"<p>", b"<!doctype html>", b"<html></html>", b"\x00", b"<![CDATA["])
def test_a_body_without_text_gives_no_blocks(body):
    assert read_document(body, "https://a.test/x", "text/html").blocks == ()


def test_text_without_any_markup_is_a_paragraph():
    assert [block.markdown for block in read_document(b"plain words", "https://a.test/", None).blocks] == [
        "plain words"
    ]


@pytest.mark.parametrize("depth", [1000, 2500, 20_000])
def test_text_is_found_however_deep_it_lies(depth):
    html = "<div>" * depth + "<p>At the bottom.</p><p>Beside it.</p>" + "</div>" * depth + "<p>Above it.</p>"
    assert markdown_of(html).split("\n---\n") == ["At the bottom.", "Beside it.", "Above it."]


@pytest.mark.parametrize(
    "contents",
    [
        '<p><b>Contents</b></p><ul><li><a href="#a">Ash</a></li><li><a href="#b">Oak</a><ul><li><a href="#c">Elm</a>'
        "</li></ul></li></ul>",
        '<div class="toc"><p>目次</p><dl><dt>1. <a href="/#a">Ash</a></dt><dt>2. <a href="/#b">Oak</a></dt>'
        '<dt>3. <a href="/#c">Elm</a></dt></dl></div>',
    ],
    ids=["list", "box"],
)
def test_a_list_of_links_to_the_pages_own_headings_is_left_out(contents):
    headings = "".join(f"<h2 id={tree[0].lower()}>{tree}</h2><p>A tree.</p>" for tree in ("Ash", "Oak", "Elm"))
    blocks = blocks_of(f"<p>Three trees.</p>{contents}{headings}")
    assert " ".join(block.markdown for block in blocks) == "Three trees. Ash A tree. Oak A tree. Elm A tree."


@pytest.mark.parametrize(
    "html",
    [
        '<ul><li><a href="/a">Ash</a></li><li><a href="/b">Oak</a></li><li><a href="/c">Elm</a></li></ul>',
        '<ul><li><a href="#a">Ash: 12 €</a><li><a href="#b">Oak: 15 €</a><li><a href="#c">Elm: 9 €</a></ul>',
        '<ul><li><a href="#a">Ash</a>: the tree of the north, tall, grey</li><li><a href="#b">Oak</a>: the tree of '
        'kings, broad, brown</li><li><a href="#c">Elm</a>: the tree that went away from us</li></ul>',
    ],
    ids=["other pages", "no headings", "with words"],
)
def test_a_list_that_says_more_than_the_pages_headings_stays(html):
    assert all(tree in markdown_of(html) for tree in ("Ash", "Oak", "Elm"))
