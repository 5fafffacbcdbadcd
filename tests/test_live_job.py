"""What a live crawl is asked to do: addresses in their order, path prefix, pages known before."""

from __future__ import annotations

import pytest

from sitecrawl.errors import UsageRefused
from sitecrawl.live.job import read_job
from sitecrawl.live.pagekey import page_address, page_key, tidy_address

GIVEN = {
    "url": "a.test",
    "depth": 1,
    "max_pages": 10,
    "max_concurrency": 3,
    "seconds": 45,
    "page_seconds": 10,
    "render": "auto",
    "same_origin": True,
    "path_prefix": None,
    "allow_private": False,
}


@pytest.mark.parametrize(
    ("typed", "settled", "urls"),
    [
        ("a.test/x", False, ("https://a.test/x", "http://a.test/x")),
        ("a.test:8080/x", False, ("https://a.test:8080/x", "http://a.test:8080/x")),
        ("http://a.test/x", False, ("https://a.test/x", "http://a.test/x")),
        ("https://a.test/x", False, ("https://a.test/x",)),
        ("http://a.test/x", True, ("http://a.test/x",)),
        ("a.test/?u=http://b.test/", False, ("https://a.test/?u=http://b.test/", "http://a.test/?u=http://b.test/")),
        ("HTTPS://A.test:443/x#top?", False, ("https://a.test/x",)),
    ],
)
def test_https_is_tried_first_unless_the_address_is_settled(typed, settled, urls):
    assert read_job({**GIVEN, "url": typed, "settled": settled}).urls == urls


@pytest.mark.parametrize(
    ("prefix", "read"),
    [(None, "/"), ("", "/"), ("/", "/"), ("docs", "/docs"), ("/docs/", "/docs"), ("https://a.test/docs", "/docs")],
)
def test_a_path_prefix_is_read_as_whole_segments(prefix, read):
    assert read_job({**GIVEN, "path_prefix": prefix}).path_prefix == read


def test_a_path_prefix_of_another_host_is_refused_by_its_name_and_value():
    with pytest.raises(UsageRefused, match=r"pathPrefix=https://b\.test/docs is no path of a\.test"):
        read_job({**GIVEN, "path_prefix": "https://b.test/docs"})


def test_a_known_page_is_found_under_both_its_addresses():
    link = {"url": "https://a.test/y", "text": "y", "score": 5, "nofollow": False}
    row = {"key": "https://a.test/old", "url": "https://a.test/old", "finalUrl": "https://a.test/new/", "links": [link]}
    known = read_job({**GIVEN, "known": [row]}).known
    assert set(known) == {"https://a.test/old", "https://a.test/new"}
    assert {page.key for page in known.values()} == {"https://a.test/old"}
    assert known["https://a.test/old"].links[0].url == "https://a.test/y"


@pytest.mark.parametrize(
    "spelling",
    [
        "https://a.test/x",
        "https://a.test/x/",
        "https://A.test:443/x#part",
        "https://a.test/x?utm_source=mail",
        "https://a.test/./x/?fbclid=1#",
        "https://a.test/%78",
    ],
)
def test_spellings_of_one_page_have_one_key(spelling):
    assert page_key(spelling) == "https://a.test/x"


@pytest.mark.parametrize(
    "other", ["https://a.test/X", "https://a.test/x?page=2", "http://a.test/x", "https://a.test/x/y"]
)
def test_other_pages_have_other_keys(other):
    assert page_key(other) != page_key("https://a.test/x")


@pytest.mark.parametrize(
    ("url", "asked", "tidy"),
    [
        ("https://a.test", "https://a.test/", "https://a.test/"),
        ("https://a.test/x/?a=1&utm_medium=m#f", "https://a.test/x/?a=1", "https://a.test/x?a=1"),
    ],
)
def test_a_page_is_asked_for_as_written_and_named_without_its_slash(url, asked, tidy):
    assert (page_address(url), tidy_address(url)) == (asked, tidy)
