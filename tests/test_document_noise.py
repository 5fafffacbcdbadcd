"""What stands around a page's text and says nothing of it."""

import pytest

from sitecrawl.document import read_document

PROSE = "<p>The mill grinds rye and oats for the bakers of the valley.</p>"


def texts(body, head="<title>The mill</title>"):
    html = f"<html lang=en><head>{head}</head><body><main>{body}</main></body></html>"
    return [block.markdown for block in read_document(html.encode(), "https://mill.test/docs/", None).blocks]


@pytest.mark.parametrize("sign", ["&gt;", "»", "›", "→"])
def test_a_trail_of_links_above_the_title_is_left_out(sign):
    trail = f"<p><a href=/>Home</a> {sign} <a href=/docs>Docs</a> {sign} Mill</p>"
    assert texts(f"{trail}<h1>Mill</h1>{PROSE}") == ["Mill", PROSE[3:-4]]


def test_a_row_of_links_is_left_out_above_the_title_and_at_the_end_and_kept_between():
    row = "<p><a href=/1>One</a> | <a href=/2>Two</a> | <a href=/3>Three</a></p>"
    found = texts(f"{row}<h1>Mill</h1>{PROSE}{row}{PROSE}{row}")
    assert [text.startswith("[One]") for text in found] == [False, False, True, False]


def test_a_page_that_is_nothing_but_a_row_of_links_keeps_it():
    assert len(texts("<p><a href=/1>One</a> | <a href=/2>Two</a> | <a href=/3>Three</a></p>")) == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_list_named_as_contents_is_left_out_however_short(count):
    sections = "".join(f"<h2 id=s{n}>Part {n}</h2>{PROSE}" for n in range(count))
    links = "".join(f"<li><a href=#s{n}>Part {n}</a></li>" for n in range(count))
    found = texts(f"<h1>Mill</h1>{sections}<ul class='table-of-contents'>{links}</ul>")
    assert found == ["Mill", *(text for n in range(count) for text in (f"Part {n}", PROSE[3:-4]))]


def test_the_link_to_an_image_s_long_description_is_left_out():
    link = "<div class=longdesc-link><span class=longdesc-link>[<a href=ld1.html>D</a>]</span></div>"
    assert texts(f"<h1>Mill</h1>{PROSE}{link}") == ["Mill", PROSE[3:-4]]


def test_the_language_shown_over_code_is_no_text():
    code = (
        "<div class=language-js><button class=copy></button><span class=lang>js</span><pre><code>a()</code></pre></div>"
    )
    assert texts(f"<h1>Mill</h1>{PROSE}{code}")[2:] == ["```js\na()\n```"]


def test_what_mathjax_has_drawn_of_a_formula_is_not_said_twice():
    drawn = "<span class=MathJax_Preview></span><span class=MathJax>E=mc2</span>"
    formula = f"<p>So {drawn} <script type='math/tex'>E=mc^2</script> holds.</p>"
    assert texts(f"<h1>Mill</h1>{PROSE}{formula}")[2:] == ["So $E=mc^2$ holds."]


def test_a_lazy_image_is_told_by_the_address_it_will_have():
    image = "<p><img src='data:image/gif;base64,R0' data-src=lamp.jpg alt='A red lamp'></p>"
    assert texts(f"<h1>Mill</h1>{PROSE}{image}")[2:] == ["![A red lamp](https://mill.test/docs/lamp.jpg)"]
