"""Sites by name: whole names, names typed, labels; never a guess, never a path."""

from __future__ import annotations

import pytest

from mcp_server.sitenames import fitting_sites, nearest

SITES = [
    "docs.python.org",
    "example.com",
    "127.0.0.1:8080",
    "127.0.0.2:8080",
    "www.shop.example",
    "xn--mnchen-3ya.example",
    "[::1]:8080",
]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("example.com", ["example.com"]),
        ("Example.COM ", ["example.com"]),
        ("https://example.com/docs?a=b", ["example.com"]),
        ("example.com/docs", ["example.com"]),
        ("www.example.com", ["example.com"]),
        ("shop.example", ["www.shop.example"]),
        ("127.0.0.1:8080", ["127.0.0.1:8080"]),
        ("127.0.0.1_8080", ["127.0.0.1:8080"]),
        ("127.0.0.1_8080.jsonl", ["127.0.0.1:8080"]),
        ("example.com.jsonl", ["example.com"]),
        ("--1_8080", ["[::1]:8080"]),
        ("127.0.0.1", ["127.0.0.1:8080"]),
        ("127.0.0", ["127.0.0.1:8080", "127.0.0.2:8080"]),
        ("docs.python", ["docs.python.org"]),
        ("python", ["docs.python.org"]),
        ("münchen.example", ["xn--mnchen-3ya.example"]),
        ("old.example", ["example.com"]),
        ("org", []),
        ("exam", []),
        ("", []),
        ("../../etc/passwd", []),
        ("/etc/hostname", []),
        ("C:\\windows\\win.ini", []),
        ("..%2f..%2fetc%2fpasswd", []),
        ("a\x00b", []),
        ("http://[broken", []),
    ],
)
def test_a_typed_name_fits_sites(typed, found):
    assert fitting_sites(typed, SITES, {"old.example": "example.com"}) == found


def test_the_nearest_name_comes_first():
    assert nearest("exmaple.com", SITES)[0] == "example.com"
