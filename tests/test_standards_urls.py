"""The URL vectors of crawler-commons and of the web-platform tests through our own entry points.

Right values are worked out from the WHATWG URL standard and RFC 3986. Where we differ from a vector, it stands in a
table with the reason, and the table must name exactly the vectors that differ.
"""

import csv
import json
import re
from pathlib import Path

import pytest

from sitecrawl.frontier.canonical import identity, normalize

STANDARDS = Path(__file__).parents[2] / "shared" / "data" / "standards"
pytestmark = pytest.mark.skipif(not STANDARDS.is_dir(), reason="the vectors are not part of this repository")


def rows(name):
    lines = (STANDARDS / name).read_text("utf-8").split("\n")
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    return list(csv.reader(kept, skipinitialspace=True))


CREDENTIALS = "a name and password in a link are not kept or sent"
LONE_MARK = "`/?` and `/` are asked for as one"
ESCAPES = "RFC 3986, 6.2.2: unreserved characters are decoded, hexadecimal digits in upper case"

# WHATWG input -> our form, where it is neither CREDENTIALS nor LONE_MARK
WHATWG_ESCAPES = {
    "/a%2fc": "http://example.org/a%2Fc",
    "/a/%2f/c": "http://example.org/a/%2F/c",
    "http://example.com/foo/%2e%2": "http://example.com/foo/.%2",
    "http://example.com/foo/%2e./%2e%2e/.%2e/%2e.bar": "http://example.com/..bar",
    "http://example.com/foo%41%7a": "http://example.com/fooAz",
    "http://example.com/foo%00%51": "http://example.com/foo%00Q",
    "http://example.com/%3A%3a%3C%3c": "http://example.com/%3A%3A%3C%3C",
    "http://www/foo%2Ehtml": "http://www/foo.html",
}


def whatwg_difference(vector, right, ours):
    """The reason why our form may differ from the standard's, or None."""
    if "@" in right and re.sub(r"//[^/]*@", "//", right) == ours:
        return CREDENTIALS
    if right == f"{ours}?":
        return LONE_MARK
    return ESCAPES if WHATWG_ESCAPES.get(vector["input"]) == ours else None


def test_web_platform_vectors_are_resolved_as_whatwg_says_but_for_three_reasons():
    vectors = [
        v for v in json.loads((STANDARDS / "url-utils/wpt-urltestdata.json").read_text("utf-8")) if isinstance(v, dict)
    ]
    differences = []
    for vector in vectors:
        right = vector.get("href", "")
        right = right.partition("#")[0] if right.startswith(("http:", "https:")) else None
        ours = normalize(vector["input"], vector.get("base"))
        if ours != right:
            differences.append(whatwg_difference(vector, right, ours) if right and ours else None)
    assert len(vectors) > 800
    assert {reason: differences.count(reason) for reason in differences} == {CREDENTIALS: 28, LONE_MARK: 4, ESCAPES: 8}


SLASHES = "RFC 3986: `//` and `/` are different paths; equal text merges them, not the address"
NOT_CRAWLED = "no http address"
NAMELESS = "a parameter without a name is kept: a server may read it"

NORMALIZER_DIFFERENCES = {
    "http://foo.com//aa/bb/foo.html": SLASHES,
    "http://foo.com/aa//bb/foo.html": SLASHES,
    "http://foo.com/aa/bb//foo.html": SLASHES,
    "http://foo.com//aa//bb//foo.html": SLASHES,
    "http://foo.com////aa////bb//foo.html": SLASHES,
    "http://foo.com////aa////bb////foo.html": SLASHES,
    "http:////": "no host",
    "http:///////": "no host",
    "foo.com/index.html": "a link without a scheme is relative; only the start argument may leave it out",
    "https://www.example.org./": "WHATWG: the dot is part of the host",
    "file:/var/www/html/////./bar/index.html": NOT_CRAWLED,
    "file:/var/www/html/foo/../bar/index.html": NOT_CRAWLED,
    "http://foo.com/index?&=1&a=1": NAMELESS,
    "http://foo.com/index?=1&b=1&a=1": NAMELESS,
}


def test_weird_addresses_have_the_identity_of_their_normal_form():
    pairs = [(row[0], row[1]) for row in rows("normalizer/weirdToNormalizedUrls.csv")]
    assert len(pairs) > 100
    assert {weird for weird, normal in pairs if identity(weird) != normal} == set(NORMALIZER_DIFFERENCES)


def test_addresses_of_the_vector_that_are_invalid_are_refused():
    assert [normalize(row[0]) for row in rows("normalizer/invalidUrls.csv")] == [None, None]


RESOLVE_DIFFERENCES = {
    "http://user:pass@foo:21/bar;par?b#c": CREDENTIALS,
    "/a%2fc": ESCAPES,
    "/a/%2f/c": ESCAPES,
    "//server/file": NOT_CRAWLED,
    "#right-menu": "a fragment is no part of a page's address",
}


def test_links_of_the_vector_are_resolved_against_their_base():
    vectors = rows("url-utils/url-resolve.csv")
    assert len(vectors) > 15
    assert {link for link, base, right in vectors if normalize(link, base or None) != right} == set(RESOLVE_DIFFERENCES)
