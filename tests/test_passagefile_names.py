"""Sites, and the names of their files."""

from __future__ import annotations

import pytest

from sitecrawl.passagefile import file_stem, site_name, site_of_stem


@pytest.mark.parametrize(
    ("url", "site", "stem"),
    [
        ("https://Example.COM/a", "example.com", "example.com"),
        ("https://example.com:443/", "example.com", "example.com"),
        ("http://example.com:80/", "example.com", "example.com"),
        ("http://example.com:8080/", "example.com:8080", "example.com_8080"),
        ("http://127.0.0.1:5000", "127.0.0.1:5000", "127.0.0.1_5000"),
        ("http://[::1]:5000/", "[::1]:5000", "--1_5000"),
        ("http://[::1]/", "[::1]", "--1"),
        ("folder://handbook/a.md", "handbook", "handbook"),
    ],
)
def test_a_site_is_named_by_host_and_port_and_its_file_without_colon(url, site, stem):
    assert site_name(url) == site
    assert file_stem(site) == stem


@pytest.mark.parametrize("site", ["example.com", "example.com:8080", "127.0.0.1:5000", "sub.example.co.uk"])
def test_a_file_name_gives_its_site_back(site):
    assert site_of_stem(file_stem(site)) == site


def test_a_nonsense_port_is_no_port():
    assert site_name("http://example.com:99999999/") == "example.com"
