"""How a crawl ends when its site cannot be had whole: exit code, last line, and what stays."""

from __future__ import annotations

import pytest

from tests.site_server import Answer, serve


def test_a_site_whose_robots_txt_forbids_all_is_left_alone(serve_site, crawl):
    site = serve_site("robots-forbids-all")
    done = crawl(site.base)
    assert (done.exit_code, site.targets) == (3, ["/robots.txt"])
    assert (done.report["published"], done.file.exists()) == (False, False)
    assert "robots.txt" in done.last_line


@pytest.mark.parametrize("answer", [Answer(text="busy", status=503), Answer(reset=True)], ids=["503", "reset"])
def test_nothing_is_fetched_while_robots_txt_is_unreachable(serve_site, crawl, answer):
    site = serve_site("basic", {"/robots.txt": answer})
    done = crawl(site.base)
    assert done.exit_code == 3, done.stderr
    assert set(site.targets) == {"/robots.txt"}


def test_a_site_that_moved_to_another_host_is_named(serve_site, crawl):
    site = serve_site("moved-start")
    done = crawl(site.base)
    assert done.exit_code == 4
    assert site.base.replace("127.0.0.1", "localhost") in done.last_line


def test_a_start_page_that_is_missing_is_nothing_to_index(serve_site, crawl):
    done = crawl(serve_site("missing-start").base)
    assert (done.exit_code, done.report["published"], done.file.exists()) == (4, False, False)
    assert "404" in done.last_line


def test_a_host_that_refuses_connections_is_nothing_to_index(crawl):
    with serve("basic") as site:
        base = site.base
    done = crawl(base)
    assert done.exit_code == 4, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("name", "value"), [("path_prefix", "/none"), ("include", "zzz"), ("lang", "de")])
def test_a_filter_that_leaves_no_page_is_named(serve_site, crawl, name, value):
    done = crawl(serve_site("basic").base, **{name: value})
    assert done.exit_code == 4, done.stderr
    assert f"{name}={value} leaves no page: " in done.last_line
    assert done.last_line.endswith(f"Give another {name}, or leave it out.")


def test_an_earlier_file_stays_when_the_start_page_is_gone(serve_site, crawl):
    site = serve_site("links-only")
    before = crawl(site.base).file.read_bytes()
    site.answers["/"] = Answer(text="gone", status=404)
    site.answers["/fares"] = site.answers["/islands/"] = site.answers["/islands/north"] = site.answers["/"]
    done = crawl(site.base)
    assert done.exit_code == 5, done.stderr
    assert done.file.read_bytes() == before


def test_a_page_that_fails_is_reported_and_the_rest_is_published(serve_site, crawl):
    site = serve_site("basic", {"/hours": 500})
    done = crawl(site.base)
    assert (done.exit_code, list(done.pages)) == (0, ["/", "/bread", "/orders/cakes"])
    assert [(entry["url"], entry["status"]) for entry in done.report["failed"]] == [(f"{site.base}/hours", 500)]


def test_a_redirect_out_of_scope_is_not_followed_but_reported(serve_site, crawl):
    other = serve_site(answers={"/": "<h1>Elsewhere</h1><p>Not part of the bakery.</p>"})
    site = serve_site("basic", {"/hours": {"status": 302, "headers": {"Location": f"{other.base}/"}}})
    done = crawl(site.base)
    assert other.targets == []
    assert any("/hours" in url or other.base in url for url in done.skipped_under(""))
