"""Retry-After as RFC 9110 writes it, and which hosts are one site."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sitecrawl.middlewares import retry_after, same_site

NOW = datetime(1999, 12, 31, 23, 58, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        # the two examples of RFC 9110, section 10.2.3, a minute before the date
        (b"Fri, 31 Dec 1999 23:59:59 GMT", 60),
        (b"120", 120),
        (b" 0 ", 0),
        # the obsolete forms that section 5.6.7 lets a recipient accept
        (b"Friday, 31-Dec-99 23:59:59 GMT", 60),
        (b"Fri Dec 31 23:59:59 1999", 60),
        (b"Fri, 31 Dec 1999 23:00:00 GMT", 0),
        (b"Sat, 01 Jan 2000 00:58:59 +0100", 0),
        (b"", None),
        (None, None),
        (b"soon", None),
        (b"-5", None),
        (b"1.5", None),
        (b"\xb2", None),
        (b"Fri, 99 Dec 1999 23:59:59 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value, seconds):
    assert retry_after(value, NOW) == seconds


@pytest.mark.parametrize(
    ("url", "other", "same"),
    [
        ("http://shop.example/", "https://www.shop.example/de", True),
        ("https://www.shop.example/", "https://shop.example/", True),
        ("http://shop.example/", "http://shop.example:80/x", True),
        ("http://shop.example:8080/", "https://shop.example/", False),
        ("https://shop.example/", "https://en.shop.example/", False),
        ("https://shop.example/", "https://shop.example.other.example/", False),
    ],
)
def test_a_site_is_a_host_whatever_the_scheme_and_www(url, other, same):
    assert same_site(url, other) is same
