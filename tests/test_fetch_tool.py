"""fetch_doc_content through the server, its child process and sites on loopback."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import anyio
import pytest

from mcp_server.live.fetching import LiveFetcher
from mcp_server.live.question import LiveQuestion
from tests.crawl_run import ROOT, environment
from tests.live_calls import NO_BROWSER, fetch, fetch_all, live_client
from tests.site_server import Answer
from tests.test_stdio import HELLO, tool
from tests.web_page import about, html


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    """These tests are about HTTP, whatever is installed."""
    monkeypatch.setenv("SITECRAWL_BROWSER", NO_BROWSER)


def paths(reply, site):
    return [page["url"].removeprefix(site.base) for page in reply["content"]]


def live_crawls(parent):
    """The processes of live crawls that a process has started and that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "status").read_text()
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if f"PPid:\t{parent}\n" in status and b"sitecrawl.live" in command:
            found.append(entry)
    return found


TREE = {
    "/": html("Top", about("top"), "/a", "/b"),
    "/a": html("A", about("a"), "/a/a", "/b"),
    "/b": html("B", about("b"), "/b/a"),
    "/a/a": html("AA", about("aa"), "/a/a/a"),
    "/b/a": html("BA", about("ba")),
    "/a/a/a": html("AAA", about("aaa"), "/a/a/a/a"),
    "/a/a/a/a": html("AAAA", about("aaaa"), "/a/a/a/a/a"),
    "/a/a/a/a/a": html("AAAAA", about("aaaaa")),
}


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, [("/", 0)]),
        (3, [("/", 0), ("/a", 1), ("/b", 1), ("/a/a", 2), ("/b/a", 2)]),
        (5, [("/", 0), ("/a", 1), ("/b", 1), ("/a/a", 2), ("/b/a", 2), ("/a/a/a", 3), ("/a/a/a/a", 4)]),
    ],
)
def test_a_tree_is_explored_breadth_first_to_its_depth(tmp_path, serve_site, depth, expected):
    site = serve_site(answers=TREE)
    reply = fetch(tmp_path, site.base, depth=depth)
    found = [(page["url"].removeprefix(site.base), page["depth"]) for page in reply["content"]]
    assert found == expected
    assert (reply["pagesExplored"], reply["pagesFailed"], reply["timedOut"]) == (len(expected), 0, False)
    assert reply["sources"] == [page["finalUrl"] for page in reply["content"]]


def test_every_number_at_its_least_and_at_its_most_gives_a_reply(tmp_path, serve_site):
    site = serve_site(answers=TREE)
    least = {"depth": 1, "maxPages": 1, "maxConcurrency": 1, "timeoutMs": 20_000, "perPageTimeoutMs": 1_000}
    most = {"depth": 5, "maxPages": 50, "maxConcurrency": 8, "timeoutMs": 120_000, "perPageTimeoutMs": 60_000}
    calls = [
        {"url": site.base, "contentLimit": 1_000, "render": "never", **least},
        {"url": site.base, "contentLimit": 50_000, "render": "never", **most},
    ]
    counts = [result.structured_content["pagesExplored"] for result in fetch_all(tmp_path, *calls, cache_seconds=0)]
    assert counts == [1, 7]


def test_a_site_with_failures_gives_what_survives_and_says_what_does_not(tmp_path, serve_site):
    links = ["/good", "/missing", "/broken", "/reset", "/away", "/pdf"]
    site = serve_site(
        answers={
            "/": html("Top", about("top"), *links),
            "/good": html("Good", about("good")),
            "/missing": 404,
            "/broken": 500,
            "/reset": {"reset": True},
            "/away": {"status": 302, "headers": {"Location": "http://elsewhere.test/x"}},
            "/pdf": {"body": b"\x00\x01\x02\x03" * 400, "headers": {"Content-Type": "application/octet-stream"}},
        }
    )
    reply = fetch(tmp_path, site.base, depth=2)
    errors = {error["url"].removeprefix(site.base): (error["status"], error["error"]) for error in reply["errors"]}
    assert paths(reply, site) == ["/", "/good"]
    assert (reply["pagesExplored"], reply["pagesFailed"]) == (2, 5)
    assert {path: status for path, (status, _) in errors.items()} == {
        "/missing": 404,
        "/broken": 500,
        "/reset": None,
        "/away": 302,
        "/pdf": 200,
    }
    assert "reset" in errors["/reset"][1]
    assert "http://elsewhere.test/x" in errors["/away"][1]
    assert "application/octet-stream" in errors["/pdf"][1]
    assert all(error["depth"] == 1 for error in reply["errors"])


def test_what_is_wrong_with_an_answer_is_told_in_words_and_none_of_them_is_a_program_s(tmp_path, serve_site):
    packed = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    wrong = {
        "/circle": ({"status": 302, "headers": {"Location": "/circle"}}, "It redirects too often, or in a circle."),
        "/script": ({"status": 302, "headers": {"Location": "javascript:a(1)"}}, "It redirects to what is no address"),
        "/packed": ({"body": b"no gzip", "headers": packed}, "Its body is not packed as its Content-Encoding says."),
        "/bomb": ({"body": gzip.compress(b"a " * 6_000_000), "headers": packed}, "Larger than a page may be."),
    }
    answers = {path: answer for path, (answer, _) in wrong.items()}
    site = serve_site(answers={"/": html("Top", about("top"), *wrong), **answers})
    errors = {
        error["url"].removeprefix(site.base): error["error"] for error in fetch(tmp_path, site.base, depth=2)["errors"]
    }
    assert {path: errors[path].startswith(words) for path, (_, words) in wrong.items()} == dict.fromkeys(wrong, True)


def test_a_root_that_fails_is_a_reply_with_its_error(tmp_path, serve_site):
    site = serve_site(answers={"/robots.txt": 404})
    reply = fetch(tmp_path, f"{site.base}/nowhere", depth=3)
    (error,) = reply["errors"]
    assert (reply["pagesExplored"], reply["content"], reply["sources"]) == (0, [], [])
    assert (error["url"], error["depth"], error["status"]) == (f"{site.base}/nowhere", 0, 404)


def test_a_root_that_moved_to_another_host_is_not_followed_there(tmp_path, serve_site):
    site = serve_site(answers={"/": {"status": 301, "headers": {"Location": "http://elsewhere.test/x"}}})
    (error,) = fetch(tmp_path, site.base)["errors"]
    assert error["error"] == "It redirects to another host: http://elsewhere.test/x. Ask for that address instead."
    assert error["status"] == 301


def test_when_the_time_runs_out_what_was_read_is_given(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/": html("Top", about("top"), "/quick", "/slow"),
            "/quick": html("Quick", about("quick"), "/never"),
            "/slow": Answer(text="late", delay=40),
        }
    )
    began = time.monotonic()
    reply = fetch(tmp_path, site.base, depth=3, timeoutMs=12_000, perPageTimeoutMs=60_000)
    assert time.monotonic() - began < 20
    assert (reply["timedOut"], paths(reply, site)) == (True, ["/", "/quick"])
    assert 12_000 <= reply["durationMs"] < 14_000
    assert [(error["url"], error["error"]) for error in reply["errors"]] == [
        (f"{site.base}/slow", "No answer before timeoutMs=12000 ran out.")
    ]
    assert live_crawls(os.getpid()) == []


def test_a_page_that_takes_too_long_fails_alone(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/": html("Top", about("top"), "/slow", "/quick"),
            "/quick": html("Quick", about("quick")),
            "/slow": Answer(text="late", delay=20),
        }
    )
    reply = fetch(tmp_path, site.base, depth=2, perPageTimeoutMs=1_000)
    assert (reply["timedOut"], paths(reply, site)) == (False, ["/", "/quick"])
    assert [error["error"] for error in reply["errors"]] == ["No whole answer within perPageTimeoutMs=1000."]
    assert site.targets.count("/slow") <= 1  # its time is used up: no second try


def test_robots_txt_rules_and_what_it_forbids_costs_no_page(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/robots.txt": "User-agent: SiteKnowledge\nDisallow: /closed\n",
            "/": html("Top", about("top"), "/closed/x", "/open"),
            "/open": html("Open", about("open")),
            "/closed/x": html("Closed", about("closed")),
        }
    )
    reply = fetch(tmp_path, site.base, depth=2, maxPages=2)
    assert paths(reply, site) == ["/", "/open"]
    assert [error["error"] for error in reply["errors"]] == ["robots.txt does not allow it."]
    assert "/closed/x" not in site.targets


def test_nothing_is_fetched_while_robots_txt_is_unreachable(tmp_path, serve_site):
    site = serve_site(answers={"/robots.txt": 503, "/": html("Top", about("top"))})
    reply = fetch(tmp_path, site.base)
    assert "robots.txt is unreachable" in reply["errors"][0]["error"]
    assert set(site.targets) == {"/robots.txt"}


def test_a_crawl_delay_is_kept_whatever_the_concurrency(tmp_path, serve_site):
    pages = {f"/{n}": html(f"Page {n}", about(f"page {n}")) for n in range(3)}
    robots = "User-agent: *\nCrawl-delay: 1\n"
    site = serve_site(answers={"/robots.txt": robots, "/": html("Top", about("top"), *pages), **pages})
    reply = fetch(tmp_path, site.base, depth=2, maxConcurrency=8)
    times = [request.at for request in site.requests if request.target != "/robots.txt"]
    assert (len(times), reply["pagesExplored"]) == (4, 4)
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.95
    assert any("asks for 1 s between requests" in note for note in reply["notes"])


def test_retry_after_is_waited_for(tmp_path, serve_site):
    busy = Answer(text="busy", status=503, headers={"Retry-After": "2"}, then=(Answer.of(html("Top", about("top"))),))
    site = serve_site(answers={"/": busy})
    reply = fetch(tmp_path, site.base)
    first, second = [request.at for request in site.requests if request.target == "/"]
    assert (reply["pagesExplored"], second - first >= 1.9) == (1, True)


def test_requests_are_at_least_a_fifth_of_a_second_apart_and_no_more_under_way_than_allowed(tmp_path, serve_site):
    pages = {f"/{n}": html(f"Page {n}", about(f"page {n}")) for n in range(8)}
    site = serve_site(answers={"/": html("Top", about("top"), *pages), **pages})
    answer_for, lock, under_way, starts = site.answer_for, threading.Lock(), [0, 0], []

    def counted(target):
        if target.strip("/").isdigit():
            with lock:
                starts.append(time.monotonic())
                under_way[0] += 1
                under_way[1] = max(under_way)
            time.sleep(1)
            with lock:
                under_way[0] -= 1
        return answer_for(target)

    site.answer_for = counted
    reply = fetch(tmp_path, site.base, depth=2, maxConcurrency=2)
    assert reply["pagesExplored"] == 9
    assert under_way[1] == 2
    assert min(later - earlier for earlier, later in pairwise(starts)) >= 0.18


def test_one_page_under_many_spellings_is_asked_for_once(tmp_path, serve_site):
    spellings = ["/a/", "/a", "/a#part", "/a?utm_source=mail", "/a/?fbclid=1"]
    site = serve_site(answers={"/": html("Top", about("top"), *spellings), "/a/": html("A", about("a"))})
    reply = fetch(tmp_path, f"{site.base}/?utm_medium=x#y", depth=2)
    assert (reply["rootUrl"], reply["normalizedRootUrl"]) == (f"{site.base}/?utm_medium=x#y", f"{site.base}/")
    assert (paths(reply, site), site.targets.count("/a/"), site.targets.count("/a")) == (["/", "/a/"], 1, 0)


def test_better_ranked_links_come_first_and_max_pages_bounds_them(tmp_path, serve_site):
    pages = {path: html(path, about(path.strip("/"))) for path in ("/privacy", "/guide", "/lamps")}
    site = serve_site(answers={"/": html("Top", about("top"), *pages), **pages})
    reply = fetch(tmp_path, site.base, depth=2, maxPages=3)
    assert paths(reply, site) == ["/", "/guide", "/lamps"]
    assert [link["url"].removeprefix(site.base) for link in reply["content"][0]["links"]] == [
        "/guide",
        "/lamps",
        "/privacy",
    ]
    assert any("1 more linked pages were found" in note for note in reply["notes"])


def test_links_are_hidden_on_request_and_followed_all_the_same(tmp_path, serve_site):
    site = serve_site(answers=TREE)
    reply = fetch(tmp_path, site.base, depth=2, includeLinks=False)
    assert (paths(reply, site), [page["links"] for page in reply["content"]]) == (["/", "/a", "/b"], [[], [], []])


def test_a_path_prefix_takes_whole_segments_and_the_root_whatever_it_is(tmp_path, serve_site):
    inside, outside = ["/docs", "/docs/x"], ["/docs-old", "/blog"]
    pages = {path: html(path, about(path.strip("/"))) for path in inside + outside}
    site = serve_site(answers={"/": html("Top", about("top"), *pages), **pages})
    reply = fetch(tmp_path, site.base, depth=2, pathPrefix="/docs/")
    assert sorted(paths(reply, site)) == ["/", *inside]
    assert reply["crawl"]["pathPrefix"] == "/docs/"


def test_a_path_prefix_of_another_host_is_refused_in_a_sentence(tmp_path, serve_site):
    site = serve_site(answers=TREE)
    (result,) = fetch_all(tmp_path, {"url": site.base, "pathPrefix": "https://elsewhere.test/docs"})
    assert result.is_error
    assert "pathPrefix=https://elsewhere.test/docs is no path of 127.0.0.1" in result.structured_content["error"]


@pytest.mark.parametrize(("same_origin", "asked"), [(True, []), (False, ["/robots.txt", "/open"])])
def test_other_hosts_are_left_alone_or_asked_by_their_own_robots_txt(tmp_path, serve_site, same_origin, asked):
    other = serve_site(
        answers={
            "/robots.txt": "User-agent: *\nDisallow: /closed\n",
            "/open": html("Open", about("open")),
            "/closed": html("Closed", about("closed")),
        }
    )
    far = other.base.replace("127.0.0.1", "localhost")
    site = serve_site(answers={"/": html("Top", about("top"), f"{far}/open", f"{far}/closed")})
    reply = fetch(tmp_path, site.base, depth=2, sameOrigin=same_origin)
    assert other.targets == asked
    assert [error["error"] for error in reply["errors"]] == ([] if same_origin else ["robots.txt does not allow it."])
    assert [link["internal"] for link in reply["content"][0]["links"]] == [False, False]


PAGE = """<!DOCTYPE html><html lang="en"><head><title>Guide</title><meta name="description" content="How it works.">
<link rel="canonical" href="/the-guide"></head><body><nav><a href="/nav">Nav</a></nav><main><h1>Guide</h1>
<p>Read <a href="/next">what is next</a> before you begin with the rest of this guide.</p><h2>Steps</h2>
<ul><li>One</li><li>Two</li></ul><pre><code class="language-py">a = 1
b = 2</code></pre><table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>3</td></tr></table>
<blockquote><p>Said once.</p></blockquote></main></body></html>"""


def test_a_page_is_markdown_with_its_headings_and_its_facts(tmp_path, serve_site):
    site = serve_site(answers={"/guide": PAGE})
    (page,) = fetch(tmp_path, f"{site.base}/guide")["content"]
    assert (page["title"], page["description"], page["status"], page["fetchedWith"]) == (
        "Guide",
        "How it works.",
        200,
        "http",
    )
    assert (page["canonicalUrl"], page["headings"]) == (f"{site.base}/the-guide", ["Guide", "Steps"])
    for part in (
        "# Guide\n",
        f"[what is next]({site.base}/next)",
        "## Steps\n",
        "- One\n- Two",
        "```py\na = 1\nb = 2\n```",
        "| Size | Price |",
        "> Said once.",
    ):
        assert part in page["content"]
    assert (page["contentLength"], page["truncated"]) == (len(page["content"]), False)


def test_a_redirect_within_the_site_is_followed_and_told(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/": {"status": 301, "headers": {"Location": "/home"}},
            "/home": html("Home", about("home"), "/", "/old", "/new"),
            "/old": {"status": 301, "headers": {"Location": "/new"}},
            "/new": html("New", about("new")),
        }
    )
    reply = fetch(tmp_path, site.base, depth=2, maxConcurrency=1)
    assert [
        (page["url"].removeprefix(site.base), page["finalUrl"].removeprefix(site.base)) for page in reply["content"]
    ] == [
        ("/", "/home"),
        ("/old", "/new"),
    ]
    assert (reply["errors"], site.targets.count("/new")) == ([], 1)


def test_nofollow_links_are_listed_and_not_followed(tmp_path, serve_site):
    body = '<p><a rel="nofollow" href="/hidden">Hidden</a> <a href="/shown">Shown</a></p>'
    site = serve_site(answers={"/": html("Top", about("top"), body=body), "/shown": html("Shown", about("shown"))})
    reply = fetch(tmp_path, site.base, depth=2)
    assert paths(reply, site) == ["/", "/shown"]
    assert {link["text"] for link in reply["content"][0]["links"]} == {"Hidden", "Shown"}


def test_a_page_whose_owner_keeps_it_from_models_is_not_given(tmp_path, serve_site):
    site = serve_site(answers={"/": {"text": html("Top", about("top")), "headers": {"Content-Signal": "ai-input=no"}}})
    reply = fetch(tmp_path, site.base)
    assert (reply["content"], "Content-Signal ai-input=no" in reply["errors"][0]["error"]) == ([], True)


def test_a_cached_page_costs_no_request_and_is_cut_anew(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/": html("Top", about("top") * 30, "/a"),
            "/a": html("A", about("a"), "/b"),
            "/b": html("B", about("b")),
        }
    )
    url = site.base.removeprefix("http://")
    calls = [{"url": url, "depth": 2}, {"url": f"{url}#again", "contentLimit": 1_000}, {"url": url, "depth": 3}]
    first, _, third = (result.structured_content for result in fetch_all(tmp_path, *calls))
    assert [paths(first, site), paths(third, site)] == [["/", "/a"], ["/", "/a", "/b"]]
    assert [site.targets.count(path) for path in ("/", "/a", "/b")] == [1, 1, 1]
    assert any("2 of 3 pages were read a short while ago" in note for note in third["notes"])


def test_a_cached_page_is_known_by_the_address_it_redirected_to(tmp_path, serve_site):
    site = serve_site(
        answers={
            "/old": {"status": 301, "headers": {"Location": "/new"}},
            "/new": html("New", about("new"), "/"),
            "/": html("Top", about("top"), "/new"),
        }
    )
    _, second = fetch_all(tmp_path, {"url": f"{site.base}/old"}, {"url": site.base, "depth": 2})
    titles = [page["title"] for page in second.structured_content["content"]]
    assert (titles, site.targets.count("/new")) == (["Top", "New"], 1)


def test_the_very_same_call_is_answered_from_the_cache_alone(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top") * 30)})
    calls = [{"url": site.base}, {"url": site.base, "contentLimit": 1_000, "includeLinks": False}]
    first, second = (result.structured_content for result in fetch_all(tmp_path, *calls))
    assert second["durationMs"] < 500
    assert (site.targets.count("/"), second["content"][0]["truncated"]) == (1, True)
    assert second["content"][0]["contentLength"] == first["content"][0]["contentLength"]


def test_two_calls_at_once_for_one_host_take_turns_and_share_what_is_read(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top"))})

    async def run():
        async with live_client(tmp_path) as client:
            calls = [client.call_tool("fetch_doc_content", {"url": site.base}) for _ in range(2)]
            return await asyncio.gather(*calls)

    replies = [result.structured_content for result in asyncio.run(asyncio.wait_for(run(), 60))]
    assert [reply["pagesExplored"] for reply in replies] == [1, 1]
    assert site.targets.count("/") == 1


def test_progress_is_told_page_by_page(tmp_path, serve_site):
    site = serve_site(
        answers={"/": html("Top", about("top"), "/a", "/missing"), "/a": html("A", about("a")), "/missing": 404}
    )
    told = []

    async def note(progress, total, message):
        told.append((progress, total))

    async def run():
        async with live_client(tmp_path) as client:
            await client.call_tool("fetch_doc_content", {"url": site.base, "depth": 2}, progress_callback=note)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert told == [(1, 10), (2, 10), (3, 10)]


def test_a_hostile_page_gives_a_bounded_reply(tmp_path, serve_site):
    many = "".join(f"<h2>{'x' * 3_000}</h2><a href='/{n}'>{'y' * 3_000}</a>" for n in range(1_500))
    head = f"<meta name=description content='{'d' * 100_000}'><link rel=canonical href='/{'c' * 9_000}'>"
    deep, long = "<div>" * 5_000, f"<a href='/{'z' * 5_000}'>long</a>"
    site = serve_site(answers={"/": html("t" * 100_000, about("top"), head=head, body=many + long + deep)})
    (page,) = fetch(tmp_path, site.base)["content"]
    assert (len(page["links"]), len(page["headings"]), page["canonicalUrl"]) == (500, 1_000, None)
    assert max(map(len, [page["title"], page["description"], *page["headings"]])) <= 2_000
    assert max(len(link["url"]) + len(link["text"]) for link in page["links"]) < 3_000


def test_another_way_of_rendering_and_no_cache_ask_again(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top"))})
    fetch_all(tmp_path, {"url": site.base, "render": "never"}, {"url": site.base})
    assert site.targets.count("/") == 2
    fetch_all(tmp_path, {"url": site.base}, {"url": site.base}, cache_seconds=0)
    assert site.targets.count("/") == 4


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "localhost", "http://[::1]/", "169.254.169.254/latest"])
def test_private_addresses_are_refused_with_the_owner_s_remedy(tmp_path, url):
    (result,) = fetch_all(tmp_path, {"url": url}, allow_private=False)
    assert result.is_error
    assert "SITE_KNOWLEDGE_ALLOW_PRIVATE=1" in result.structured_content["error"]


@pytest.mark.parametrize(
    "url", ["ftp://a.test/", "file:///etc/passwd", "a b", "http://", "http://u:p@a.test/", "javascript:x"]
)
def test_what_is_no_web_address_is_refused_by_name(tmp_path, url):
    (result,) = fetch_all(tmp_path, {"url": url})
    assert result.is_error
    assert result.structured_content["error"].startswith("Argument 'url' is refused: ")


def test_it_says_when_a_site_stays_on_http(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top"))})
    reply = fetch(tmp_path, site.base.removeprefix("http://"))
    assert (reply["normalizedRootUrl"], reply["pagesExplored"]) == (f"{site.base}/", 1)
    assert any("was read over http" in note for note in reply["notes"])


def test_without_a_browser_auto_says_so_and_always_is_refused(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top"))})
    auto, always = fetch_all(tmp_path, {"url": site.base}, {"url": site.base, "render": "always"})
    assert any("without a browser" in note for note in auto.structured_content["notes"])
    assert always.is_error
    assert "render=always needs a browser" in always.structured_content["error"]


def test_the_text_block_holds_the_same_facts(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top"), "/missing"), "/missing": 404})
    (result,) = fetch_all(tmp_path, {"url": site.base, "depth": 2})
    (block,) = result.content
    for part in (
        'title: "Top"',
        "      | # Top",
        'error: "Answered 404."',
        "pagesFailed: 1",
        f'sources: ["{site.base}/"]',
    ):
        assert part in block.text


def test_a_reply_may_be_larger_than_those_of_other_tools(tmp_path, serve_site):
    site = serve_site(answers={"/": html("Top", about("top") * 400)})
    reply = fetch(tmp_path, site.base, contentLimit=50_000)
    assert (len(reply["content"][0]["content"]), reply["content"][0]["truncated"]) == (50_000, True)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_a_cancelled_call_leaves_no_process_behind(serve_site):
    site = serve_site(answers={"/": Answer(text="late", delay=40)})

    async def run():
        fetcher = LiveFetcher(60, allow_private=True)

        async def progress(answered, sentence):
            return None

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(fetcher.fetch, LiveQuestion(site.base, per_page_timeout_ms=60_000), progress)
            with anyio.fail_after(30):
                while not live_crawls(os.getpid()):
                    await anyio.sleep(0.05)
            tasks.cancel_scope.cancel()
        return live_crawls(os.getpid())

    assert asyncio.run(run()) == []


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_the_server_ends_in_five_seconds_though_a_live_crawl_is_under_way(tmp_path, serve_site):
    site = serve_site(answers={"/": Answer(text="late", delay=40)})
    answer_for, under_way = site.answer_for, []
    site.answer_for = lambda target: under_way.append(target) or answer_for(target)
    server = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "--data", str(tmp_path)],
        cwd=ROOT,
        env=environment(SITE_KNOWLEDGE_ALLOW_PRIVATE="1", SITECRAWL_BROWSER=NO_BROWSER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    call = tool(2, "fetch_doc_content", url=site.base, perPageTimeoutMs=60_000)
    server.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in [*HELLO, call]))
    server.stdin.flush()
    deadline = time.monotonic() + 40
    while "/" not in under_way and time.monotonic() < deadline:
        time.sleep(0.05)
    (crawl,) = live_crawls(server.pid)
    began = time.monotonic()
    server.communicate(timeout=20)
    assert time.monotonic() - began < 6
    gone = time.monotonic() + 2
    while crawl.exists() and time.monotonic() < gone:
        time.sleep(0.05)
    assert not crawl.exists()
