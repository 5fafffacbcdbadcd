"""A site with llms.txt as the crawl reads it: order, scope, JSON."""

from __future__ import annotations

import json

import pytest

from tests.llms_pages import listing, sources
from tests.site_server import Answer
from tests.web_page import about, html


def test_pages_of_llms_txt_come_first_in_its_order_then_the_sitemap(serve_site, crawl):
    answers = {path: html(path, about(path)) for path in ("/a", "/b", "/c", "/d")}
    answers |= {
        "/": html("Home", about("home")),
        "/llms.txt": listing("/d", "{{BASE}}/c"),
        "/sitemap.xml": "{{BASE}}/a",
    }
    site = serve_site(answers=answers)
    done = crawl(site.base, max_pages=3)
    assert site.targets.index("/llms.txt") < site.targets.index("/sitemap.xml")
    assert sources(done) == {"/": "start", "/c": "llms", "/d": "llms"}
    assert sources(crawl(site.base)) == {"/": "start", "/a": "sitemap", "/c": "llms", "/d": "llms"}


def test_without_a_sitemap_links_are_followed_beside_llms_txt(serve_site, crawl):
    answers = {"/": html("Home", about("home"), "/linked"), "/llms.txt": listing("/listed")}
    answers |= {path: html(path, about(path)) for path in ("/linked", "/listed")}
    assert sources(crawl(serve_site(answers=answers).base)) == {"/": "start", "/linked": "link", "/listed": "llms"}


@pytest.mark.parametrize("mode", ["never", "only"])
def test_llms_txt_is_not_asked_for_when_only_links_or_only_sitemaps_are_wanted(serve_site, crawl, mode):
    site = serve_site(answers={"/": html("Home", about("home"))})
    crawl(site.base, sitemap=mode)
    assert not [target for target in site.targets if "llms" in target]


def test_an_llms_txt_given_as_the_sitemap_is_all_that_is_read_beside_the_start_page(serve_site, crawl):
    answers = {"/": html("Home", about("home"), "/linked"), "/docs/llms.txt": listing("listed")}
    answers |= {path: html(path, about(path)) for path in ("/linked", "/docs/listed")}
    site = serve_site(answers=answers)
    assert list(crawl(site.base, sitemap=f"{site.base}/docs/llms.txt").pages) == ["/", "/docs/listed"]


def test_the_report_tells_what_llms_txt_said(serve_site, crawl):
    site = serve_site(answers={"/": html("Home", about("home")), "/llms.txt": listing("/", "https://other.example/")})
    done = crawl(site.base)
    assert done.report["llms"] == [{"url": f"{site.base}/llms.txt", "status": 200, "entries": 2, "problems": []}]
    assert done.skipped_under("other host") == ["https://other.example/"]
    assert f"llms.txt 2: {site.base}/llms.txt" in done.stdout + done.stderr


def test_a_web_page_in_the_place_of_llms_txt_names_nothing(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms.txt": Answer(text=html("Oops", "x", "/a"), headers={})}
    done = crawl(serve_site(answers=answers).base)
    assert done.report["llms"][0]["problems"] == ["it is an HTML page"]
    assert list(done.pages) == ["/"]


def test_scope_robots_and_host_hold_for_llms_txt_as_for_any_page(serve_site, crawl):
    elsewhere = serve_site(answers={"/": html("Other", about("other"))})
    answers = {"/docs/": html("Docs", about("docs")), "/docs/open": html("Open", about("open"))}
    answers["/llms.txt"] = listing("/docs/open", "/docs/closed", "/news", f"{elsewhere.base}/")
    answers["/robots.txt"] = "User-agent: *\nDisallow: /docs/closed\n"
    site = serve_site(answers=answers)
    done = crawl(f"{site.base}/docs/", path_prefix="/docs")
    assert list(done.pages) == ["/docs/", "/docs/open"]
    assert not {"/docs/closed", "/news"} & set(site.targets)
    assert elsewhere.targets == []


def test_llms_txt_under_the_path_prefix_goes_before_that_of_the_root(serve_site, crawl):
    answers = {
        "/docs/": html("Docs", about("docs")),
        "/docs/a": html("A", about("a")),
        "/docs/b": html("B", about("b")),
    }
    answers |= {"/docs/llms.txt": listing("a"), "/llms.txt": listing("/docs/b")}
    site = serve_site(answers=answers)
    assert list(crawl(f"{site.base}/docs/", path_prefix="/docs").pages) == ["/docs/", "/docs/a"]
    assert "/llms.txt" not in site.targets


def test_an_llms_txt_that_another_names_is_read_too(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/a/one": html("One", about("one")), "/two": html("Two", about("two"))}
    answers |= {"/llms.txt": listing("/a/llms.txt", "/two"), "/a/llms.txt": listing("one", "/llms.txt")}
    site = serve_site(answers=answers)
    assert sources(crawl(site.base)) == {"/": "start", "/a/one": "llms", "/two": "llms"}
    assert site.targets.count("/llms.txt") == site.targets.count("/a/llms.txt") == 1


def test_lists_that_are_not_read_are_told(serve_site, crawl):
    answers = {"/": html("Home", about("home"))}
    answers["/llms.txt"] = listing(*(f"/{n}/llms.txt" for n in range(60)), "https://other.example/llms.txt")
    done = crawl(serve_site(answers=answers).base)
    assert len(done.report["llms"]) == 51  # fifty lists, and the full text
    assert any("11 more llms.txt are named, such as" in warning for warning in done.report["warnings"])
    assert done.skipped_under("other host") == ["https://other.example/llms.txt"]


def test_an_llms_txt_that_moved_to_another_host_is_not_followed_there(serve_site, crawl):
    elsewhere = serve_site(answers={"/llms.txt": listing("/a")})
    moved = Answer(text="", status=301, headers={"Location": f"{elsewhere.base}/llms.txt"})
    done = crawl(serve_site(answers={"/": html("Home", about("home")), "/llms.txt": moved}).base)
    assert "other host" in done.report["llms"][0]["problems"][0]
    assert elsewhere.targets == []


def test_json_that_llms_txt_links_is_kept_as_readable_text(serve_site, crawl):
    facts = Answer(text=json.dumps({"name": "Prices", "lamps": {"small": "12 euros"}}), headers={})
    answers = {"/": html("Home", about("home"), "/other.json"), "/llms.txt": listing("/prices.json")}
    for path in ("/prices.json", "/other.json"):
        answers[path] = Answer(text=facts.text, headers={"Content-Type": "application/json"})
    done = crawl(serve_site(answers=answers).base)
    assert list(done.pages) == ["/", "/prices.json"]
    entry = done.pages["/prices.json"]
    assert (entry.page.title, entry.page.content_type) == ("Prices", "application/json")
    assert [(passage.headings, passage.text) for passage in entry.passages][-1] == (["lamps"], "- small: 12 euros")
