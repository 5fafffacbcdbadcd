"""Crawls of tests/sites through `python -m scrapy crawl site`, judged by the files and the server's log."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack

import pytest

from sitecrawl import passagefile
from tests.crawl_run import ROOT, run, run_crawl
from tests.site_server import serve

BASIC_PAGES = ["/", "/bread", "/hours", "/orders/cakes"]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory):
    """`crawled("basic")` gives a case's server and its crawl with default arguments, made once."""
    done = {}
    with ExitStack() as servers:

        def once(case):
            if case not in done:
                site = servers.enter_context(serve(case))
                done[case] = site, run_crawl(tmp_path_factory.mktemp(case), site.base)
            return done[case]

        yield once


@pytest.fixture
def basic(crawled):
    return crawled("basic")


def test_the_pages_of_the_sitemap_are_indexed_in_the_order_of_their_urls(basic):
    _, crawl = basic
    assert crawl.exit_code == 0, crawl.stderr
    assert list(crawl.pages) == BASIC_PAGES


def test_links_are_not_followed_when_a_sitemap_gives_pages(basic):
    site, _ = basic
    assert "/unlisted" not in site.targets


def test_a_page_says_how_it_was_found(basic):
    _, crawl = basic
    assert crawl.pages["/bread"].page.source == "sitemap"
    assert crawl.pages["/"].page.source in {"start", "sitemap"}


def test_a_page_line_carries_title_description_and_language(basic):
    _, crawl = basic
    page = crawl.pages["/"].page
    assert (page.title, page.description, page.lang) == ("Quay Bakery", "Bread and cakes on the quay.", "en")
    assert (page.fetched_with, page.stale, page.content_type.partition(";")[0]) == ("http", False, "text/html")


def test_a_passage_stands_under_its_heading_path_with_the_ids_of_the_page(basic):
    site, crawl = basic
    passage = next(entry for entry in crawl.pages["/bread"].passages if "linen" in entry.text)
    assert passage.headings[-2:] == ["Rye loaf", "Keeping it"]
    assert (passage.anchor, passage.id) == ("rye-keeping", f"{site.site}/bread#rye-keeping")


def test_a_table_keeps_its_header_and_its_rows(basic):
    _, crawl = basic
    text = crawl.text_of("/bread")
    assert re.search(r"\| *Loaf *\| *Price *\|", text)
    assert re.search(r"\| *Spelt *\| *4\.80 *\|", text)


def test_every_line_of_the_file_is_one_record_and_ends_in_lf(basic):
    _, crawl = basic
    body = crawl.file.read_bytes()
    assert body.endswith(b"\n")
    assert b"\r" not in body
    assert {json.loads(line)["v"] for line in body.rstrip(b"\n").split(b"\n")} == {passagefile.FORMAT_VERSION}


def test_the_report_says_what_happened(basic):
    site, crawl = basic
    assert (crawl.report["published"], crawl.report["counts"]["indexed"]) == (True, len(BASIC_PAGES))
    assert crawl.report["robots"]["status"] == 200
    assert [entry["url"] for entry in crawl.report["sitemaps"]] == [f"{site.base}/map/pages.xml"]


def test_the_last_line_of_stderr_says_how_it_ended_and_what_to_do_next(basic):
    site, crawl = basic
    assert re.search(rf"{site.site}.* published .*\. .*search", crawl.last_line), crawl.stderr
    assert "Traceback" not in crawl.stderr


def test_a_crawl_names_its_data_folder(basic):
    _, crawl = basic
    assert str(crawl.data) in crawl.stderr


def test_robots_txt_is_fetched_first_and_once(basic):
    site, _ = basic
    assert site.targets[0] == "/robots.txt"
    assert site.targets.count("/robots.txt") == 1


def test_every_request_says_who_is_asking(basic):
    site, _ = basic
    agents = {request.headers["user-agent"] for request in site.requests}
    assert len(agents) == 1
    assert re.fullmatch(r"SiteKnowledge/\S+ \(\+(https?://|mailto:)\S+\)", agents.pop())


def test_a_site_without_a_sitemap_is_crawled_by_its_links(crawled):
    site, done = crawled("links-only")
    assert list(done.pages) == ["/", "/fares", "/islands/", "/islands/north", "/islands/north/inn"]
    assert site.targets.count("/fares") == 1
    assert done.pages["/fares"].page.source == "link"


def test_what_is_left_alone_is_listed_under_a_rule_and_a_dead_link_as_failed(crawled):
    site, done = crawled("links-only")
    assert not {"/login", "/timetable.zip"} & set(site.targets)
    skipped = done.skipped_under("")
    assert {f"{site.base}/login", "http://elsewhere.invalid/", f"{site.base}/timetable.zip"} <= set(skipped)
    assert [(entry["url"], entry["status"]) for entry in done.report["failed"]] == [(f"{site.base}/gone", 404)]


def test_max_depth_counts_from_the_start_page(serve_site, crawl):
    site = serve_site("links-only")
    assert list(crawl(site.base, max_depth=1).pages) == ["/", "/fares", "/islands/"]


def test_max_pages_counts_the_start_page(serve_site, crawl):
    site = serve_site("links-only")
    done = crawl(site.base, max_pages=2)
    assert len(done.pages) == 2
    assert sum(request.status == 200 for request in site.requests) == 2


def test_exclude_keeps_matching_addresses_from_being_fetched(serve_site, crawl):
    site = serve_site("links-only")
    done = crawl(site.base, exclude="/islands/north$|/fares")
    assert list(done.pages) == ["/", "/islands/"]
    assert "/islands/north" not in site.targets


def test_include_reads_the_start_page_for_its_links_only(serve_site, crawl):
    site = serve_site("links-only")
    assert list(crawl(site.base, include="/fares").pages) == ["/fares"]


def test_a_path_prefix_takes_whole_segments(serve_site, crawl):
    site = serve_site("path-prefix")
    done = crawl(f"{site.base}/docs/", path_prefix="/docs")
    assert list(done.pages) == ["/docs/", "/docs/tuning"]
    assert not {"/docs-old/tuning", "/news"} & set(site.targets)


def test_a_page_that_says_noindex_is_read_for_its_links_only(crawled):
    site, done = crawled("noindex")
    assert list(done.pages) == ["/", "/behind-hidden", "/no-links"]
    assert {f"{site.base}/hidden", f"{site.base}/header"} <= set(done.skipped_under("noindex"))


def test_a_link_that_is_not_to_be_followed_is_not_followed(crawled):
    site, _ = crawled("noindex")
    assert not {"/behind-no-links", "/sponsored"} & set(site.targets)


def test_sitemap_indexes_are_read_to_three_levels_and_loops_end(crawled):
    site, done = crawled("sitemap-levels")
    assert list(done.pages) == ["/", "/beans", "/kale", "/peas"]
    assert site.targets.count("/sitemap.xml") == 1
    assert site.targets.count("/maps/second.xml") == 1


def test_a_bad_sitemap_entry_is_named_and_skipped_alone(crawled):
    site, done = crawled("sitemap-levels")
    problems = {entry["url"]: entry["problems"] for entry in done.report["sitemaps"]}
    assert any("not an address" in sentence for sentence in problems[f"{site.base}/maps/third.xml"])


def test_an_unchanged_site_costs_conditional_requests_and_keeps_its_passages(serve_site, crawl):
    site = serve_site("basic")
    first = crawl(site.base)
    asked = len(site.requests)
    second = crawl(site.base)
    pages = [request for request in site.requests[asked:] if request.target in BASIC_PAGES]
    assert {request.status for request in pages} == {304}
    assert second.report["counts"]["unchanged"] == len(BASIC_PAGES)
    assert [second.text_of(path) for path in BASIC_PAGES] == [first.text_of(path) for path in BASIC_PAGES]


def test_the_same_site_gives_the_same_bytes_apart_from_times(basic, tmp_path):
    site, first = basic
    second = run_crawl(tmp_path, site.base)
    without_times = [re.sub(rb'"fetched_at":"[^"]*"', b"", crawl.file.read_bytes()) for crawl in (first, second)]
    assert without_times[0] == without_times[1]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["crawl", "site"], "url"),
        (["crawl", "site", "-a", "url=http://"], "http://"),
        (["crawl", "site", "-a", "url=ftp://127.0.0.1/"], "ftp://127.0.0.1/"),
        (["crawl", "site", "-a", "url=http://127.0.0.1:9/", "-a", "max_page=5"], "max_page"),
        (["crawl", "site", "-a", "url=http://127.0.0.1:9/", "-a", "max_pages=many"], "many"),
        (["crawl", "site", "-a", "url=http://127.0.0.1:9/", "-a", "include=["], "include"),
        (["crawl", "sites", "-a", "url=http://127.0.0.1:9/"], "sites"),
    ],
)
def test_wrong_usage_is_one_sentence_that_names_it(tmp_path, arguments, named):
    done = run("-m", "scrapy", *arguments, "-s", f"SITECRAWL_DATA_DIR={tmp_path}")
    assert done.returncode == 2, done.stderr
    assert named in done.stderr.rstrip().rpartition("\n")[2]
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_cannot_be_made_is_wrong_usage(tmp_path):
    file = tmp_path / "file"
    file.write_text("not a folder")
    done = run_crawl(file / "data", "http://127.0.0.1:9/")
    assert done.exit_code == 2, done.stderr
    assert str(file) in done.last_line


@pytest.mark.parametrize("name", ["SITECRAWL_PASSAGE_AIM_WORDS", "SITECRAWL_CRAWL_DELAY_CAP"])
def test_a_setting_of_ours_is_read_from_the_environment_too(name):
    assert run("-m", "scrapy", "settings", f"--get={name}", **{name: "77"}).stdout.strip().removesuffix(".0") == "77"


def test_scrapy_check_passes_offline_and_checks_something():
    done = run("-m", "scrapy", "check", https_proxy="http://127.0.0.1:9", http_proxy="http://127.0.0.1:9")
    assert done.returncode == 0, done.stderr
    assert not re.search(r"Ran 0 contracts", done.stderr + done.stdout)
    assert not list((ROOT / "data").glob("*.part"))
