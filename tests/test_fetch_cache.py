"""Pages that a live crawl knows already: what differs between two calls decides anew."""

from __future__ import annotations

import pytest

from tests.live_calls import NO_BROWSER, fetch, fetch_all
from tests.test_fetch_tool import paths
from tests.web_page import about, html


@pytest.fixture
def no_browser(monkeypatch):
    monkeypatch.setenv("SITECRAWL_BROWSER", NO_BROWSER)


def moving_site(serve_site):
    return serve_site(
        answers={
            "/": html("Top", about("top"), "/docs/old"),
            "/docs/old": {"status": 301, "headers": {"Location": "/new"}},
            "/new": html("New", about("new"), "/docs/old"),
            "/both": html("Both", about("both"), "/docs/old", "/new"),
        }
    )


def test_a_kept_page_that_leads_out_of_the_path_prefix_is_refused_as_one_read_anew(tmp_path, serve_site, no_browser):
    site = moving_site(serve_site)
    calls = [{"url": site.base, "depth": 2}, {"url": site.base, "depth": 2, "pathPrefix": "/docs"}]
    first, second = (result.structured_content for result in fetch_all(tmp_path, *calls))
    assert [paths(first, site), paths(second, site)] == [["/", "/docs/old"], ["/"]]
    assert "redirects out of scope" in second["errors"][0]["error"]


def test_a_kept_page_stands_once_in_a_reply_however_many_addresses_lead_to_it(tmp_path, serve_site, no_browser):
    site = moving_site(serve_site)
    calls = [{"url": site.base, "depth": 2}, {"url": f"{site.base}/both", "depth": 2}]
    _, second = (result.structured_content for result in fetch_all(tmp_path, *calls))
    assert [page["finalUrl"].removeprefix(site.base) for page in second["content"]] == ["/both", "/new"]


def test_more_links_than_are_listed_are_counted(tmp_path, serve_site, no_browser):
    site = serve_site(answers={"/": html("Top", about("top"), *(f"/{n}" for n in range(620)))})
    reply = fetch(tmp_path, site.base)
    assert len(reply["content"][0]["links"]) == 500
    assert any("has 620 links; the 500 best are listed" in note for note in reply["notes"])


@pytest.mark.parametrize(
    "page",
    [
        html("Wide", about("wide"), body="".join(f"<h2>{'語' * 3_000}{n}</h2><p>x</p>" for n in range(900))),
        html("Long", about("long"), body=f'<a href="/a">{"語 " * 2_000_000}</a>'),
    ],
    ids=["headings", "link text"],
)
def test_a_page_of_endless_headings_or_link_texts_is_a_reply_like_any_other(tmp_path, serve_site, no_browser, page):
    reply = fetch(tmp_path, serve_site(answers={"/": page}).base, perPageTimeoutMs=60_000, timeoutMs=120_000)
    assert (reply["pagesExplored"], reply["errors"]) == (1, [])


@pytest.mark.usefixtures("chromium")
def test_a_page_that_is_cut_off_in_the_browser_says_so_and_is_read_anew(tmp_path, serve_site):
    grows = '<script>setInterval(() => document.querySelector("main").append(" and more"), 50)</script>'
    site = serve_site(answers={"/": html("Short", "One", body=grows)})
    first, second = (
        result.structured_content
        for result in fetch_all(tmp_path, *[{"url": site.base, "perPageTimeoutMs": 15_000, "timeoutMs": 60_000}] * 2)
    )
    for reply in (first, second):
        assert reply["content"][0]["fetchedWith"] == "browser"
        assert any("still being loaded when its time was over" in note for note in reply["notes"])
    assert site.targets.count("/") == 2
