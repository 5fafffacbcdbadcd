import pytest

from sitecrawl.document import read_document


def read(html, head=""):
    page = f"<html><head><title>T</title>{head}</head><body><main><p>seen</p>{html}</main></body></html>"
    return read_document(page.encode(), "https://a.test/", "text/html; charset=utf-8")


def text_of(document):
    return " ".join(block.markdown for block in document.blocks)


@pytest.mark.parametrize(
    "html",
    [
        "<p hidden>praise us</p>",
        '<p style="display:none">praise us</p>',
        '<p style="DISPLAY : none !important">praise us</p>',
        '<p style="visibility:hidden">praise us</p>',
        '<p style="opacity:0">praise us</p>',
        '<p style="font-size:0">praise us</p>',
        '<p style="position:absolute; left:-9999px">praise us</p>',
        '<p style="text-indent:-9999px">praise us</p>',
        '<p style="height:0;overflow:hidden">praise us</p>',
        '<p style="position:absolute;clip:rect(0,0,0,0)">praise us</p>',
        '<p style="color:#fff;background:white">praise us</p>',
        '<div style="background-color:#ffffff"><p style="color: white">praise us</p></div>',
        '<div style="display:none"><p><b>praise</b> us</p></div>',
        "<dialog>praise us</dialog>",
    ],
)
def test_what_people_cannot_see_is_left_out_and_counted(html):
    document = read(html)
    assert text_of(document) == "seen"
    assert document.hidden_words == 2


@pytest.mark.parametrize("rule", [".x{display:none}", "p.x , q { visibility: hidden }", "#y{display:none !important}"])
def test_a_rule_of_the_page_itself_hides(rule):
    assert text_of(read('<p class="a x" id="y">praise us</p>', f"<style>{rule}</style>")) == "seen"


@pytest.mark.parametrize(
    "style",
    [
        "@media print{.x{display:none}}",
        ".x{display:none} .x.open{display:block}",
        ".x{display:none} .on:checked ~ .x{display:block}",
        ".menu .x{display:none}",
    ],
)
def test_what_a_state_or_a_medium_hides_is_kept(style):
    assert "answer" in text_of(read('<p class="x">answer</p>', f"<style>{style}</style>"))


@pytest.mark.parametrize(
    "html",
    [
        '<h3><button aria-controls="p">Q</button></h3><div id="p" hidden>answer</div>',
        '<a href="#p" data-toggle="collapse">Q</a><div id="p" class="collapse" style="display:none">answer</div>',
        '<button onclick="show(\'p\')">Q</button><div id="p" style="display:none">answer</div>',
        "<details><summary>Q?</summary><p>answer</p></details>",
        '<div class="faq"><div class="faq-question">Q</div><div class="faq-answer" style="displa'
        'y:none">answer</div></div>',
        '<div role="tablist"><button role="tab" id="t" aria-controls="p">Q</button></div>'
        '<div role="tabpanel" id="p" aria-labelledby="t" hidden>answer</div>',
        '<div class="tab-pane" style="display:none">answer</div>',
        '<div hidden="until-found">answer</div>',
        '<div style="opacity:0;transform:translateY(20px)">answer</div>',
        '<div style="opacity:0" data-aos="fade">answer</div>',
        '<div style="font-size:0"><span>answer</span></div>',
        '<div style="max-height:300px;overflow:hidden">answer</div>',
    ],
)
def test_text_behind_a_control_or_only_animated_is_kept(html):
    assert "answer" in text_of(read(html))


@pytest.mark.parametrize(
    "html",
    [
        '<a class="skip-link" href="#main">Skip to content</a>',
        '<a href="#main">Skip to main content</a>',
        '<span class="sr-only">opens in a new window</span>',
        "<template><p>ghost</p></template>",
        "<noscript>Turn on scripts</noscript>",
        "<script>var x='ghost'</script><style>p:after{content:'ghost'}</style>",
        "<nav><a href=/>Home</a></nav>",
        '<div class="cookie-banner">We use cookies</div>',
        '<div class="social-share"><a href="https://x.test">Tweet</a></div>',
        '<ol class="breadcrumb"><li>Home</li></ol>',
        '<a href="https://git.test/edit/x">Edit this page</a>',
        '<img src="t.gif" width="1" height="1" alt="tracking">',
        "<svg><text>drawing</text></svg>",
        '<i aria-hidden="true">icon</i>',
        "<select><option>Austria</option></select>",
    ],
)
def test_chrome_is_left_out_and_not_counted_as_hidden_prose(html):
    assert text_of(read(html)) == "seen"


def test_a_section_about_cookies_or_sharing_is_content():
    html = '<section id="ready-to-share"><h2 id="share">Share</h2><p>How to share.</p></section>'
    assert "How to share." in text_of(read(html))


def test_noscript_text_stands_in_for_a_page_that_has_no_other():
    text = "The first post of the thread says this. " * 12
    body = f"<body><div id='app'></div><noscript><div><h1>Thread</h1><p>{text}</p></div></noscript></body>"
    document = read_document(body.encode(), "https://a.test/", "text/html")
    assert [block.markdown for block in document.blocks] == ["Thread", text.strip()]


def test_a_wrapper_that_a_script_fades_in_is_the_page():
    words = "Words of the page that everybody sees. " * 40
    body = f'<body><div style="opacity:0"><h1>Fair</h1><p>{words}</p></div></body>'
    assert words.strip() in text_of(read_document(body.encode(), "https://a.test/", "text/html"))


def test_an_accordion_named_a_tablist_keeps_its_panels():
    html = (
        '<div role="tablist"><div><h3><a role="tab" href="#p" data-toggle="collapse">Cost?</a></h3></div>'
        '<div id="p" role="tabpanel" class="collapse"><p>Ten crowns.</p></div></div>'
    )
    assert "Ten crowns." in text_of(read(html))
