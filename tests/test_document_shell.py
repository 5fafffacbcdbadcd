import pytest

from sitecrawl.document import read_document

BUNDLE = '<script src="/static/js/main.3f2a1b9c.js"></script>'
ENABLE = "<noscript>You need to enable JavaScript to run this app.</noscript>"


def shell_of(body):
    page = f"<!doctype html><html><head><title>App</title></head><body>{body}</body></html>"
    return read_document(page.encode(), "https://a.test/", "text/html").shell


@pytest.mark.parametrize(
    "body",
    [
        f'{ENABLE}<div id="root"></div>{BUNDLE}',
        f'<div id="__next"></div>{BUNDLE}',
        f"<app-root>Loading…</app-root>{BUNDLE}",
        f'<div id="app"></div><script>{"var a=1;" * 3000}</script>',
    ],
)
def test_an_empty_mount_element_with_scripts_is_a_shell(body):
    assert shell_of(body)


@pytest.mark.parametrize(
    "body",
    [
        f'<div id="root"><h1>Mill</h1><p>{"We grind rye and wheat. " * 12}</p></div>{ENABLE}{BUNDLE}',
        f'<div id="app"></div><form><input name=u><input type=password name=p><button>Log in</button></form>{BUNDLE}',
        f'<div id="root"><img src="1.jpg"><img src="2.jpg"><img src="3.jpg"><a href="/shop">Shop</a></div>{BUNDLE}',
        f'<div id="__next"></div>{BUNDLE}<script type="application/json">{{"text": "{"long words " * 400}"}}</script>',
        "<h1>Open</h1>Saturday 9 to 1<br>Ring 0100 for the keyholder",
        "<p>Moved.</p>",
        "",
    ],
)
def test_a_page_with_content_of_its_own_is_no_shell(body):
    assert shell_of(body) == ()
