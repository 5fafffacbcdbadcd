import pytest

from sitecrawl.document import read_document


def text_of(html):
    return "\n---\n".join(block.markdown for block in read(html))


def read(html):
    page = f"<title>T</title><main>{html}</main>"
    return read_document(page.encode(), "https://a.test/dir/page", "text/html; charset=utf-8").blocks


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a <b>bold</b> and <i>slanted</i> word</p>", "a **bold** and *slanted* word"),
        ("<p><b>W</b>ord and re<i>mark</i>able</p>", "Word and remarkable"),
        ("<p>a<b> spaced </b>b</p>", "a **spaced** b"),
        ("<p>to <b><i>verify</i></b> each</p><p>From</p>", "to ***verify*** each\n---\nFrom"),
        ("<p>run <code>a `b` c</code></p>", "run ``a `b` c``"),
        ("<p>run <tt>make  all</tt>.</p>", "run `make all`."),
        ("<p>10<sup>6</sup> and x<sub>2</sub></p>", "10^6 and x2"),
        ("<p>one<br>two</p>", "one\ntwo"),
        ("<p>one<br><br>two</p>", "one\n---\ntwo"),
        ("<p>super<wbr>califragil</p>", "supercalifragil"),
        ("<div><span>Day</span><span>Night</span></div>", "Day Night"),
        ("<p>said <q>so</q></p>", "said “so”"),
    ],
)
def test_inline_marks_stand_around_words_and_never_in_them(html, markdown):
    assert text_of(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>5 * 3 is snake_case_name and C:\\new</p>", "5 * 3 is snake_case_name and C:\\new"),
        ("<p>*args, **kwargs* given</p>", "\\*args, \\*\\*kwargs\\* given"),
        ("<p>__init__ runs</p>", "\\_\\_init\\_\\_ runs"),
        ("<p>the &lt;div&gt; tag, a &lt; b</p>", "the \\<div> tag, a < b"),
        ("<p>write &amp;nbsp; here &amp; there</p>", "write \\&nbsp; here & there"),
        ("<p>[x](y) but note [1]</p>", "\\[x](y) but note [1]"),
        ("<p># of items</p>", "\\# of items"),
        ("<p>1. of May</p>", "1\\. of May"),
        ("<p>- dash</p>", "\\- dash"),
        ("<p>&gt; quoted</p>", "\\> quoted"),
        ("<p>-5 degrees, #5, 1.5 m</p>", "-5 degrees, #5, 1.5 m"),
    ],
)
def test_only_what_would_change_the_meaning_is_escaped(html, markdown):
    assert text_of(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ('<p><a href="b">word</a></p>', "[word](https://a.test/dir/b)"),
        ('<p><a href="/x y(1)">word</a></p>', "[word](https://a.test/x%20y%281%29)"),
        ('<p><a href="#part">word</a></p>', "[word](https://a.test/dir/page#part)"),
        ('<p><a href="javascript:go()">word</a></p>', "word"),
        ('<p><a href="#">word</a></p>', "word"),
        ('<p><a href="mailto:me@a.test">me@a.test</a></p>', "me@a.test"),
        ('<p><a href="mailto:me@a.test">write</a></p>', "[write](mailto:me@a.test)"),
        ('<p><a href="https://b.test/">https://b.test/</a></p>', "https://b.test/"),
        ('<p>go<a href="b"> there </a>now</p>', "go [there](https://a.test/dir/b) now"),
        ('<p>see <a href="b"><code>f()</code></a></p>', "see [`f()`](https://a.test/dir/b)"),
        ('<p><img src="i.png" alt="A mill"></p>', "![A mill](https://a.test/dir/i.png)"),
        ('<p>x <img src="i.png" alt="pixel words" width=1 height=1></p>', "x"),
        ('<p><a href="b"><img src="i.png" alt="A mill"></a></p>', "[A mill](https://a.test/dir/b)"),
    ],
)
def test_links_are_absolute_and_lead_somewhere(html, markdown):
    assert text_of(html) == markdown


def test_the_first_base_element_anywhere_is_the_base():
    html = '<p><a href="x">one</a></p><base href="/other/"><base href="/third/">'
    assert text_of(html) == "[one](https://a.test/other/x)"
