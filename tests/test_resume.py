"""A killed crawl goes on by the rules and sitemaps it began with, and asks for no more than was under way."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

from sitecrawl.sitepaths import SitePaths
from tests.crawl_run import FAST, ROOT, environment
from tests.running_crawl import SECONDS, crawl_held_at
from tests.site_server import Answer
from tests.web_page import about, html

LISTED = [f"/page{number}" for number in range(12)]
HELD = LISTED[6]
IN_FLIGHT = 4  # CONCURRENT_REQUESTS
_TICK = threading.Event()
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


@pytest.fixture
def site(serve_site):
    """Twelve pages that only a sitemap names, and robots.txt names the sitemap."""
    answers = {page: html(page, about(page)) for page in LISTED}
    urls = "".join(f"<url><loc>{{{{BASE}}}}{page}</loc></url>" for page in LISTED)
    sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    robots = "User-agent: *\nDisallow: /secret\nSitemap: {{BASE}}/map/of-pages.xml\n"
    home = html("Home", about("home"), "/secret", "/unlisted")
    return serve_site(answers={**answers, "/": home, "/robots.txt": robots, "/map/of-pages.xml": sitemap})


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def kill_at(site, data, page, *options):
    """Kill a crawl while `page` is being answered; the number of requests so far."""
    before = site.targets.count(page)
    with crawl_held_at(site, page, data, *options) as (running, _):
        running.kill()
        running.wait(SECONDS)
    deadline = time.monotonic() + SECONDS
    while site.targets.count(page) == before and time.monotonic() < deadline:
        _TICK.wait(0.005)  # the server still answers the dead
    return len(site.requests)


def journalled(site, data):
    """Targets of the pages in the journal."""
    journal = SitePaths(data, site.site).journal
    if not journal.exists():
        return set()
    # the last line may be half written
    rows = [json.loads(line) for line in journal.read_bytes().split(b"\n")[:-1]]
    return {row["url"].removeprefix(site.base) for row in rows if row["e"] == "page"}


def test_a_resumed_crawl_still_follows_the_sitemap_of_robots_txt(site, data, crawl):
    kill_at(site, data, HELD)
    done = crawl(site.base)
    assert list(done.pages) == sorted(["/", *LISTED]), done.stderr
    assert done.pages[LISTED[-1]].page.source == "sitemap"


def test_a_resumed_crawl_asks_for_no_sitemap_again(site, data, crawl):
    asked = kill_at(site, data, HELD)
    done = crawl(site.base)
    again = site.targets[asked:]
    assert [target for target in again if target.endswith((".xml", ".txt"))] == ["/robots.txt"]
    assert [entry["entries"] for entry in done.report["sitemaps"]] == [12]


def test_a_missing_sitemap_is_not_asked_for_again_either(serve_site, data, crawl):
    pages = {page: html(page, about(page)) for page in LISTED}
    site = serve_site(answers={**pages, "/": html("Home", about("home"), *LISTED)})
    asked = kill_at(site, data, HELD)
    done = crawl(site.base)
    assert [target for target in site.targets[asked:] if target.endswith(".xml")] == []
    assert list(done.pages) == sorted(["/", *LISTED])


def test_a_resumed_crawl_obeys_robots_txt_from_its_first_request(site, data, crawl):
    asked = kill_at(site, data, HELD)
    crawl(site.base)
    assert site.targets[asked] == "/robots.txt"
    assert "/secret" not in site.targets


def test_a_resumed_crawl_waits_while_robots_txt_is_unreachable(site, data, crawl):
    before = crawl(site.base).file.read_bytes()
    asked = kill_at(site, data, HELD)
    kept = journalled(site, data)
    robots = site.answers["/robots.txt"]
    site.answers["/robots.txt"] = Answer(text="busy", status=503)
    done = crawl(site.base)
    site.answers["/robots.txt"] = robots
    assert (done.exit_code, done.file.read_bytes()) == (3, before), done.stderr
    assert set(site.targets[asked:]) == {"/robots.txt"}
    assert journalled(site, data) == kept


def test_a_redirect_that_was_followed_costs_the_budget_once_in_a_resumed_crawl_too(site, data, crawl):
    site.answers["/page0"] = Answer(status=302, headers={"Location": "/moved"})
    site.answers["/moved"] = Answer.of(html("Moved", about("moving")))
    kill_at(site, data, HELD, "-a", "max_pages=13")
    done = crawl(site.base, max_pages=13)
    assert len(done.pages) == 13, done.stderr
    assert "page budget" not in done.report["skipped"]


def test_kills_at_random_moments_cost_no_more_than_what_was_under_way(site, data, crawl):
    moments = random.Random(4)
    for _ in range(4):
        done_before, asked = journalled(site, data), len(site.requests)
        _kill_after(site, data, moments.randint(1, 6))
        assert not done_before & set(site.targets[asked:])
    done = crawl(site.base)
    repeated = [count - 1 for target, count in Counter(site.targets).items() if target in {"/", *LISTED}]
    assert (done.exit_code, list(done.pages)) == (0, sorted(["/", *LISTED])), done.stderr
    assert sum(repeated) <= 4 * IN_FLIGHT


def _kill_after(site, data, requests):
    """Kill a crawl once it has sent so many requests, or let it end."""
    settings = {**FAST, "SITECRAWL_DATA_DIR": str(data)}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={site.base}", *options]
    asked, deadline = len(site.requests), time.monotonic() + SECONDS
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        while len(site.requests) < asked + requests and running.poll() is None and time.monotonic() < deadline:
            _TICK.wait(0.005)
        running.kill()
