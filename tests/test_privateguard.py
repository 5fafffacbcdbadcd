import json

import pytest

from sitecrawl import passagefile
from sitecrawl.frontier.privateaddress import is_private, may_reach
from tests.crawl_run import FAST, Crawl, run, run_crawl


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


def named_crawl(data, url, names):
    """A crawl as a tool starts it, where 127.0.0.1 counts as public and `names` resolve as the test says."""
    settings = {**FAST, "SITECRAWL_DATA_DIR": str(data), "SITECRAWL_ALLOW_PRIVATE": "0"}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = ("-m", "tests.namedcrawl", json.dumps(names), "127.0.0.1", "crawl", "site", "-a", f"url={url}", *options)
    done = run(*command)
    return Crawl(done.returncode, done.stdout, done.stderr, data, passagefile.site_name(url))


def test_a_name_that_stands_for_a_private_address_is_refused_before_it_is_asked(serve_site, tmp_path):
    port = serve_site("basic").site.partition(":")[2]

    crawl = named_crawl(tmp_path, f"http://inner.test:{port}/", {"inner.test": ["127.0.0.2"]})

    assert crawl.exit_code == 4
    assert "private address" in crawl.last_line


def test_a_public_name_is_crawled(serve_site, tmp_path):
    port = serve_site("basic").site.partition(":")[2]

    crawl = named_crawl(tmp_path, f"http://outer.test:{port}/", {"outer.test": ["127.0.0.1"]})

    assert crawl.exit_code == 0
    assert "/" in crawl.pages


def test_a_name_that_turns_private_between_look_up_and_connection_is_not_connected_to(serve_site, tmp_path):
    site = serve_site("basic")
    port = site.site.partition(":")[2]

    crawl = named_crawl(tmp_path, f"http://turning.test:{port}/", {"turning.test": ["127.0.0.1", "127.0.0.2"]})

    assert crawl.exit_code == 4
    assert "private address: 127.0.0.2" in crawl.last_line
    assert site.requests == []


@pytest.mark.parametrize(
    ("moved", "exit_code", "said"),
    [("/", 4, "inner.test"), ("/robots.txt", 3, "private address: 127.0.0.2"), ("/hours", 0, "off-site")],
)
def test_a_redirect_to_a_name_at_a_private_address_is_not_followed(serve_site, tmp_path, moved, exit_code, said):
    answers = {moved: {"status": 302, "headers": {"Location": "http://inner.test:{{PORT}}/secret"}}}
    site = serve_site("basic", answers)
    port = site.site.partition(":")[2]
    names = {"outer.test": ["127.0.0.1"], "inner.test": ["127.0.0.2"]}

    crawl = named_crawl(tmp_path, f"http://outer.test:{port}/", names)

    assert crawl.exit_code == exit_code
    assert said in json.dumps(crawl.report) + crawl.last_line
    # nothing listens at 127.0.0.2: a connection to it would have been told as refused
    assert "connection refused" not in json.dumps(crawl.report) + crawl.stderr
    assert moved in site.targets
