from urllib.parse import urljoin

import pytest

from sitecrawl.document.addresses import Addresses

REFERENCES = [
    "x.html",
    "a/b",
    "a/./b",
    "../x",
    "./x",
    ".hidden",
    "/",
    "/a/b?c#d",
    "/a/../b",
    "//b.test/x",
    "?q=1",
    "#part",
    "x#part",
    "x?a=b/../c",
    "https://b.test",
    "https://b.test/a/../b",
    "http://b.test/a/b?c=d#e",
    "a//b",
    "é/ü",
]


@pytest.mark.parametrize(
    "base",
    ["https://a.test", "https://a.test/", "https://a.test/d/p?q#f", "https://a.test/d/../p", "http://a.test:8080/d/"],
)
@pytest.mark.parametrize("reference", REFERENCES)
def test_the_quick_ways_resolve_as_the_slow_one_does(base, reference):
    assert Addresses(base).resolve_web(reference) == urljoin(base, reference)


@pytest.mark.parametrize(
    "reference", [None, "javascript:x()", "data:text/html,x", "mailto:a@b.test", "https://[bad", "ftp://a.test/"]
)
def test_what_cannot_be_fetched_is_none(reference):
    assert Addresses("https://a.test/d/p").resolve_web(reference) is None


def test_line_ends_and_spaces_around_are_waste():
    assert Addresses("https://a.test/d/p").resolve(" \n/a\tb ") == "https://a.test/ab"


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("\\x", "https://a.test/x"),
        ("..\\x", "https://a.test/x"),
        ("/d\\..\\x?b=\\", "https://a.test/x?b=\\"),
        ("\\\\b.test\\x", "https://b.test/x"),
        ("/\\b.test/x", "https://b.test/x"),
    ],
)
def test_a_backslash_before_the_query_is_a_slash_as_in_browsers(reference, address):
    assert Addresses("https://a.test/d/p").resolve_web(reference) == address
