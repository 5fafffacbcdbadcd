import pytest

from sitecrawl.document import read_document

LONG = "many words of the page itself " * 6


def read(body):
    return read_document(
        f"<html><head><title>T</title></head><body>{body}</body></html>".encode(), "https://a.test/", "text/html"
    )


def text_of(body):
    return " ".join(block.markdown for block in read(body).blocks if block.region == "main")


@pytest.mark.parametrize(
    ("body", "inside", "outside"),
    [
        ("<main>inner</main><p>outer</p>", "inner", "outer"),
        ('<div role="main">inner</div><p>outer</p>', "inner", "outer"),
        (f"<article>small</article><article>inner {LONG}</article><p>outer</p>", "inner", "small"),
        (f"<article>one</article><article>two</article><p>inner {LONG}{LONG}</p>", "two", "absent"),
        (f"<header>outer</header><p>inner {LONG}</p>", "inner", "outer"),
        (f"<p>inner {LONG}</p><aside>outer</aside>", "inner", "outer"),
        (f"<p>inner {LONG}</p><footer>outer</footer>", "inner", "outer"),
        (f'<p>inner {LONG}</p><div id="footer">outer</div>', "inner", "outer"),
        (f"<section><header>inner</header><p>{LONG}</p></section>", "inner", "absent"),
        (f"<main></main><p>inner {LONG}</p>", "inner", "absent"),
        (f"<main>banner</main><p>inner {LONG}</p>", "inner", "absent"),
        (f"<nav>outer {LONG}{LONG}</nav><main>inner</main>", "inner", "outer"),
        (f'<main>{LONG}<footer role="contentinfo">outer</footer></main>', LONG.strip(), "outer"),
        (f"<main>{LONG}<aside>Note: inner</aside></main>", "inner", "absent"),
        (f'<main>{LONG}<aside><a href="/o">outer</a></aside></main>', LONG.strip(), "outer"),
    ],
)
def test_the_region_is_main_or_a_trusted_article_or_the_page_without_its_surroundings(body, inside, outside):
    text = text_of(body)
    assert inside in text
    assert outside not in text


@pytest.mark.parametrize(
    ("footer", "kept"),
    [
        (
            "<h4>Contact</h4><p>12 Marsh Lane<br>Tel. 0100 555 123</p><p>© 2024 Mill</p>",
            ["**Contact**\n\n12 Marsh Lane\nTel. 0100 555 123"],
        ),
        (
            '<address>Mühlweg 3, 8010 Graz</address><ul><li><a href="/terms">Terms</a></li></ul>',
            ["Mühlweg 3, 8010 Graz"],
        ),
        ('<p><a href="mailto:hi@mill.test">hi@mill.test</a></p>', ["hi@mill.test"]),
        ("<p>Mon–Fri 9:00–17:00</p><p>Made with love</p>", ["Mon–Fri 9:00–17:00"]),
        (
            "<p>Mon–Fri 10–18</p><p>Sat 11–15</p><p>Sunday closed</p><p>We ship worldwide</p>",
            ["Mon–Fri 10–18", "Sat 11–15", "Sunday closed"],
        ),
        (
            "<p>Montag 09:00 bis 12:30</p><p>Dienstag geschlossen</p>",
            ["Montag 09:00 bis 12:30", "Dienstag geschlossen"],
        ),
        ("<p>Sunday stories</p><p>Marsh Lane Traders, registered office on file.</p>", []),
    ],
)
def test_contact_facts_of_the_footer_are_kept_apart(footer, kept):
    blocks = read_document(
        f"<html><body><main>text</main><footer>{footer}</footer></body></html>".encode(),
        "https://a.test/",
        "text/html; charset=utf-8",
    ).blocks
    assert [block.markdown for block in blocks if block.region == "footer"] == kept


def test_text_after_an_accordion_does_not_belong_to_its_last_question():
    body = "<main><h2>FAQ</h2><details><summary>How long?</summary>Two days.</details><p>Write to us.</p></main>"
    blocks = read(body).blocks
    assert [(block.kind, block.level, block.closes) for block in blocks] == [
        ("heading", 2, 0),
        ("heading", 3, 0),
        ("text", 0, 0),
        ("text", 0, 3),
    ]


def test_a_single_disclosure_has_a_bold_label():
    blocks = read("<main><p>x</p><details><summary>Show the code</summary><p>y</p></details></main>").blocks
    assert [block.markdown for block in blocks] == ["x", "**Show the code**", "y"]


def test_tab_panels_stand_under_their_labels():
    body = (
        '<main><h2>Saw</h2><ul role="tablist"><li role="tab">Details</li><li role="tab">npm</li></ul>'
        f'<div><div role="tabpanel"><p>{LONG}</p></div><div role="tabpanel" hidden><pre>npm i</pre></div></div></main>'
    )
    assert [(block.kind, block.markdown.split("\n")[0]) for block in read(body).blocks] == [
        ("heading", "Saw"),
        ("heading", "Details"),
        ("text", LONG.strip()),
        ("text", "**npm**"),
        ("code", "```"),
    ]
