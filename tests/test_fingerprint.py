"""Which requests ask for one page."""

from __future__ import annotations

import pytest
from scrapy import Request

from sitecrawl.fingerprint import PageFingerprinter


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("https://shop.example/a?utm_source=x", "https://shop.example/a", True),
        ("https://shop.example/a?b=1&a=2", "https://shop.example/a?a=2&b=1", True),
        ("https://shop.example/a", "https://shop.example/a/", False),
        ("https://shop.example/a?page=1", "https://shop.example/a?page=2", False),
    ],
)
def test_addresses_of_one_page_have_one_fingerprint(one, other, equal):
    prints = PageFingerprinter()
    assert (prints.fingerprint(Request(one)) == prints.fingerprint(Request(other))) is equal


def test_another_method_is_another_request():
    prints = PageFingerprinter()
    get, head = (prints.fingerprint(Request("https://shop.example/", method=method)) for method in ("GET", "HEAD"))
    assert get != head
