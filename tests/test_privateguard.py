import pytest

from sitecrawl.frontier.privateaddress import is_private, may_reach
from tests.crawl_run import run_crawl


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        ("192.168.0.1", True),
        ("169.254.169.254", True),  # cloud metadata
        ("100.64.0.1", True),  # RFC 6598
        ("0.0.0.0", True),
        ("224.0.0.1", True),
        ("::1", True),
        ("[fd00::1]", True),
        ("fe80::1%eth0", True),
        ("::ffff:127.0.0.1", True),
        ("8.8.8.8", False),
        ("172.32.0.1", False),
        ("2001:4860:4860::8888", False),
        ("example.com", False),
    ],
)
def test_addresses_outside_the_public_internet_are_private(address, private):
    assert is_private(address) is private


@pytest.mark.parametrize(
    ("host", "address", "reach", "start_is_private", "allowed"),
    [
        ("shop.test", "8.8.8.8", "refuse", False, True),
        ("shop.test", "10.0.0.1", "refuse", False, False),
        ("shop.test", "10.0.0.1", "allow", False, True),
        ("start.test", "10.0.0.1", "start", True, True),
        ("other.test", "10.0.0.1", "start", True, True),
        ("other.test", "10.0.0.1", "start", False, False),
        ("start.test", "10.0.0.1", "refuse", True, False),
    ],
)
def test_private_addresses_are_reached_only_where_a_person_typed_them(host, address, reach, start_is_private, allowed):
    assert may_reach(host, address, reach, "start.test", start_is_private) is allowed


def test_a_crawl_that_may_not_reach_private_addresses_asks_loopback_for_nothing(serve_site, tmp_path):
    site = serve_site("basic")

    crawl = run_crawl(tmp_path, site.base, settings={"SITECRAWL_ALLOW_PRIVATE": "0"})

    assert crawl.exit_code == 4
    assert "private address" in crawl.last_line
    assert site.requests == []
