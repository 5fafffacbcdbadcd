"""robots.txt before anything else, and the gaps that a site asks for, as its own log shows them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.site_server import Answer
from tests.web_page import about, html

PAGES = {f"/{n}": html(f"Page {n}", about(f"page {n}")) for n in range(3)}
SITE = {"/": html("Home", about("home"), *PAGES), **PAGES}


def gaps(site):
    """Seconds between the requests after robots.txt."""
    times = [request.at for request in site.requests if request.target != "/robots.txt"]
    return [later - earlier for earlier, later in pairwise(times)]


def robots(delay):
    return f"User-agent: SiteKnowledge\nCrawl-delay: {delay}\nAllow: /\n\nUser-agent: *\nDisallow: /\n"


def test_a_crawl_delay_is_kept_between_all_requests(serve_site, crawl):
    site = serve_site(answers={**SITE, "/robots.txt": robots(0.4)})
    done = crawl(site.base, sitemap="never")
    assert (done.exit_code, len(done.pages)) == (0, 4), done.stderr
    # the log is written when an answer is sent, which may be some milliseconds late
    assert min(gaps(site)) >= 0.38
    assert done.report["robots"]["crawl_delay"] == {"asked": 0.4, "applied": 0.4}


def test_our_own_delay_holds_when_the_site_asks_for_less(serve_site, crawl):
    site = serve_site(answers={**SITE, "/robots.txt": robots(0.1)})
    done = crawl(site.base, sitemap="never", max_pages=3, settings={"DOWNLOAD_DELAY": "0.3"})
    assert min(gaps(site)) >= 0.28
    assert done.report["robots"]["crawl_delay"] == {"asked": 0.1, "applied": 0.3}


def test_a_crawl_delay_beyond_the_cap_is_capped_and_reported(serve_site, crawl):
    site = serve_site(answers={"/": html("Home", about("home")), "/robots.txt": robots(3600)})
    done = crawl(site.base, sitemap="never", settings={"SITECRAWL_CRAWL_DELAY_CAP": "0.2"})
    assert done.report["robots"]["crawl_delay"] == {"asked": 3600, "applied": 0.2}
    assert any("capped at 0.2 s" in sentence for sentence in done.report["warnings"])


def test_retry_after_is_waited_for_and_the_page_asked_again(serve_site, crawl):
    busy = Answer(text="busy", status=429, headers={"Retry-After": "1"}, then=(Answer.of(PAGES["/0"]),))
    site = serve_site(answers={**SITE, "/0": busy})
    done = crawl(site.base, sitemap="never")
    first, second = [request.at for request in site.requests if request.target == "/0"]
    assert (done.exit_code, "/0" in done.pages) == (0, True), done.stderr
    assert second - first >= 0.98


def test_the_group_that_names_us_counts_and_no_other(serve_site, crawl):
    text = "User-agent: site\nDisallow: /\n\nUser-agent: siteknowledge/2\nDisallow: /1\n\nUser-agent: *\nDisallow: /\n"
    done = crawl(serve_site(answers={**SITE, "/robots.txt": text}).base, sitemap="never")
    assert list(done.pages) == ["/", "/0", "/2"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(text="User-agent: *\nDisallow: /\n", status=404), 0),
        (Answer(text="slow down", status=429), 3),
        (Answer(text="<!doctype html><title>Shop</title>Disallow: /", headers={"Content-Type": "text/html"}), 0),
    ],
    ids=["404", "429", "HTML"],
)
def test_robots_txt_is_judged_by_its_status(serve_site, crawl, answer, code):
    site = serve_site(answers={"/": html("Home", about("home")), "/robots.txt": answer})
    assert crawl(site.base, sitemap="never").exit_code == code
    assert ("/" in site.targets) == (code == 0)


def test_robots_txt_that_moved_rules_the_host_that_was_asked(serve_site, crawl):
    other = serve_site(answers={"/rules": Answer(text="User-agent: *\nDisallow: /1\n")})
    hop = Answer(text="", status=302, headers={"Location": "/robots-2.txt"})
    away = Answer(text="", status=301, headers={"Location": f"{other.base}/rules"})
    done = crawl(serve_site(answers={**SITE, "/robots.txt": hop, "/robots-2.txt": away}).base, sitemap="never")
    assert list(done.pages) == ["/", "/0", "/2"]


def test_a_failed_fetch_of_robots_txt_is_tried_twice_more(serve_site, crawl):
    rules = Answer(text="User-agent: *\nDisallow: /1\n")
    site = serve_site(answers={**SITE, "/robots.txt": Answer(text="", status=500, then=(Answer(reset=True), rules))})
    done = crawl(site.base, sitemap="never")
    assert (done.exit_code, list(done.pages)) == (0, ["/", "/0", "/2"])
    assert site.targets.count("/robots.txt") == 3
