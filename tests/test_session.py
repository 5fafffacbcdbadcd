"""Which site a crawl is of: schemes, `www.` and moves, judged through a proxy that answers for every host."""

from __future__ import annotations

import pytest

from sitecrawl.arguments import SiteArguments
from sitecrawl.session import CrawlSession, SessionSettings
from tests.crawl_run import FAST, run
from tests.site_server import Answer
from tests.web_page import about, html

HOME = html("Home", about("home"), "/a")
PAGE = html("A", about("letters"))


def moved(target):
    return Answer(text="", status=301, headers={"Location": target})


@pytest.fixture
def crawl_by_proxy(serve_site, tmp_path):
    """`crawl_by_proxy("http://shop.test/", {"http://shop.test/": …})` crawls made-up hosts, all on loopback."""

    def crawled(url, answers):
        proxy = serve_site(answers=answers)
        settings = {**FAST, "SITECRAWL_DATA_DIR": str(tmp_path / "data")}
        options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        done = run(
            "-m", "scrapy", "crawl", "site", "-a", f"url={url}", *options, http_proxy=proxy.base, https_proxy=proxy.base
        )
        files = sorted(path.name for path in (tmp_path / "data").glob("*.jsonl"))
        return done.returncode, files, done.stderr, proxy.targets

    return crawled


def test_a_start_page_that_moves_to_www_names_the_file_after_the_host_that_answered(crawl_by_proxy):
    answers = {
        "http://shop.test/": moved("http://www.shop.test/"),
        "http://www.shop.test/": HOME,
        "http://www.shop.test/a": PAGE,
    }
    code, files, told, targets = crawl_by_proxy("http://shop.test/", answers)
    assert (code, files) == (0, ["www.shop.test.jsonl"]), told
    assert "http://www.shop.test/robots.txt" in targets


def test_a_start_page_that_moves_to_another_host_is_not_followed(crawl_by_proxy):
    answers = {"http://shop.test/": moved("http://store.test/new"), "http://store.test/new": HOME}
    code, files, told, targets = crawl_by_proxy("http://shop.test/", answers)
    assert (code, files) == (4, []), told
    assert told.rstrip().endswith("Run: scrapy crawl site -a url=http://store.test/new")
    assert not [target for target in targets if "store.test" in target]


def test_the_rules_of_the_host_that_answered_are_obeyed(crawl_by_proxy):
    answers = {
        "http://shop.test/": moved("http://www.shop.test/"),
        "http://www.shop.test/": HOME,
        "http://www.shop.test/robots.txt": Answer(text="User-agent: *\nDisallow: /\n"),
    }
    code, _, told, targets = crawl_by_proxy("http://shop.test/", answers)
    assert code == 3, told
    assert "http://www.shop.test/" not in targets


def test_a_cookie_makes_no_request_to_any_other_host(crawl_by_proxy):
    cookie = Answer(text=HOME, headers={"Set-Cookie": "seen=1; Domain=shop.test"})
    code, _, told, targets = crawl_by_proxy("http://shop.test/", {"http://shop.test/": cookie})
    assert (code, "Traceback" in told) == (0, False), told
    assert {target.partition("shop.test")[0] for target in targets} == {"http://"}


def test_a_bare_host_is_asked_over_https_first_and_then_over_http(serve_site, crawl):
    site = serve_site(answers={"/": HOME, "/a": PAGE})
    done = crawl(site.site)
    assert (done.exit_code, len(done.pages)) == (0, 2), done.stderr
    assert done.report["start_url"] == f"{site.base}/"
    assert any("plain http is used" in sentence for sentence in done.report["warnings"])


def test_a_host_typed_with_https_is_never_asked_over_http(serve_site, crawl):
    site = serve_site(answers={"/": HOME, "/a": PAGE})
    done = crawl(f"https://{site.site}/")
    assert done.exit_code in {3, 4}, done.stderr
    assert not [target for target in site.targets if target.startswith("/")]


@pytest.fixture
def session(tmp_path):
    return CrawlSession(
        SiteArguments("https://shop.example/", max_pages=2), tmp_path, SessionSettings("agent", "SiteKnowledge")
    )


def test_the_budget_is_spent_page_by_page(session):
    assert [session.spend() for _ in range(3)] == [True, True, False]
    assert session.budget_used_up


def test_the_first_ending_that_is_decided_holds(session):
    session.end("start page", "404.")
    session.end("no connection", "Refused.")
    assert session.ending.sentence == "404."


def test_a_redirect_to_a_page_that_was_met_is_not_followed_twice(session):
    asked, target = "https://shop.example/old", "https://shop.example/new"
    assert not session.met_elsewhere(target, {}, asked)
    assert session.met_elsewhere(target, {}, "https://shop.example/older")


def test_a_redirect_to_the_same_page_is_followed(session):
    asked = "https://shop.example/a?utm_source=x"
    session.admission.note(asked)
    assert not session.met_elsewhere("https://shop.example/a", {}, asked)


def test_settling_on_another_spelling_moves_scope_and_files(session):
    session.settle_on("https://www.shop.example/")
    assert session.paths.passages.name == "www.shop.example.jsonl"
    assert session.admission.in_scope("https://www.shop.example/a")
    assert not session.admission.in_scope("https://shop.example/a")
