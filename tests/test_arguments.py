"""The arguments of `scrapy crawl site`, checked before a crawler is made."""

from __future__ import annotations

import pytest

from sitecrawl.arguments import read_arguments
from sitecrawl.errors import UsageRefused

START = "https://shop.example/"


def given(**arguments):
    return read_arguments({"url": START, **arguments})


def refusal(**arguments):
    with pytest.raises(UsageRefused) as caught:
        given(**arguments)
    return str(caught.value)


def test_an_address_alone_takes_the_defaults():
    assert given().as_given() == {
        "url": START,
        "max_pages": 500,
        "max_depth": 10,
        "path_prefix": None,
        "include": None,
        "exclude": None,
        "sitemap": "auto",
        "render": "never",
        "refresh": "auto",
        "lang": None,
        "force": False,
    }


@pytest.mark.parametrize(
    ("typed", "url", "scheme_given"),
    [
        ("https://shop.example", "https://shop.example/", True),
        ("HTTP://Shop.Example:80/A", "http://shop.example/A", True),
        ("shop.example", "https://shop.example/", False),
        ("  shop.example/docs?q=1  ", "https://shop.example/docs?q=1", False),
        ("localhost:8080/x", "https://localhost:8080/x", False),
        ("127.0.0.1:8080", "https://127.0.0.1:8080/", False),
        ("[::1]:8080/x", "https://[::1]:8080/x", False),
        ("bücher.example", "https://xn--bcher-kva.example/", False),
        ("https://shop.example/a/../b#part", "https://shop.example/b", True),
        ("shop.example/?next=http://other.example/", "https://shop.example/?next=http://other.example/", False),
    ],
)
def test_an_address_is_read_as_typed_and_a_bare_host_is_asked_over_https(typed, url, scheme_given):
    arguments = read_arguments({"url": typed})
    assert (arguments.url, arguments.scheme_given) == (url, scheme_given)


@pytest.mark.parametrize(
    "typed",
    ["http://", "https:///path", "ftp://shop.example/", "mailto:a@shop.example", "javascript:alert(1)", "two words",
     "http://shop..example/", "http://shop.example:99999/", "http://[::1/", "shop.example:port", "?", "/docs",
     "http://" + "a" * 64 + ".example/"],
)  # fmt: skip
def test_what_is_no_web_address_is_named_with_one_that_is(typed):
    with pytest.raises(UsageRefused) as caught:
        read_arguments({"url": typed})
    assert typed in str(caught.value)
    assert "https://example.com" in str(caught.value)


@pytest.mark.parametrize("arguments", [{}, {"url": ""}, {"url": "  "}])
def test_without_an_address_the_command_is_shown(arguments):
    with pytest.raises(UsageRefused, match="scrapy crawl site -a url="):
        read_arguments(arguments)


def test_an_address_with_a_password_is_refused():
    with pytest.raises(UsageRefused, match="only public pages"):
        read_arguments({"url": "https://me:secret@shop.example/"})


@pytest.mark.parametrize(
    ("name", "suggestion"), [("max_page", "max_pages"), ("sitemaps", "sitemap"), ("path-prefix", "path_prefix")]
)
def test_an_unknown_argument_is_named_with_the_nearest_known_one(name, suggestion):
    assert refusal(**{name: "5"}) == f"Unknown argument {name}=5. Did you mean {suggestion}?"


def test_an_argument_like_no_other_lists_all_there_are():
    assert "max_pages, max_depth, path_prefix" in refusal(colour="red")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_pages", "0"),
        ("max_pages", "-1"),
        ("max_pages", "1e3"),
        ("max_pages", "many"),
        ("max_pages", ""),
        ("max_depth", "-1"),
        ("max_depth", "2.5"),
        ("include", "["),
        ("exclude", "(?P<"),
        ("sitemap", "yes"),
        ("sitemap", "ftp://shop.example/sitemap.xml"),
        ("render", "sometimes"),
        ("refresh", "half"),
        ("lang", "english please"),
        ("lang", "e"),
        ("force", "maybe"),
        ("path_prefix", "https://elsewhere.example/docs"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_its_argument(name, value):
    assert f"{name}={value} " in refusal(**{name: value})


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("max_pages", "1", 1),
        ("max_depth", "0", 0),
        ("path_prefix", "docs/", "/docs"),
        ("path_prefix", "https://shop.example/docs/", "/docs"),
        ("path_prefix", "/", None),
        ("include", "/docs|/help", "/docs|/help"),
        ("exclude", "", None),
        ("sitemap", "only", "only"),
        ("sitemap", "https://Shop.example/maps/a.xml", "https://shop.example/maps/a.xml"),
        ("lang", "pt-BR", "pt-br"),
        ("lang", "", None),
        ("force", "1", True),
        ("force", "no", False),
    ],
)
def test_a_value_is_read_as_what_it_means(name, value, read):
    assert given(**{name: value}).as_given()[name] == read


def test_the_stored_arguments_repeat_the_crawl():
    arguments = given(max_pages="7", include="/a|/b", lang="de", force="1")
    again = {name: str(value) for name, value in arguments.as_given().items() if value is not None}
    assert read_arguments(again) == arguments
