"""fetch_doc_content with a browser: which pages go through it, and what is given when it fails."""

from __future__ import annotations

import stat
import sys
import tempfile
import time
from pathlib import Path

import pytest

from mcp_server.live import child
from tests.live_calls import fetch, fetch_all
from tests.site_server import Answer
from tests.web_page import about, filled, html, shell

pytestmark = pytest.mark.usefixtures("chromium")

META = '<!DOCTYPE html><title>M</title><meta http-equiv="refresh" content="0; url={}"><p>Moving.</p>'
SLOW = {"timeoutMs": 14_000, "perPageTimeoutMs": 60_000}
FERRY = "The ferry leaves every hour from the northern pier, and on Sundays every second hour."
SITE = {
    "/robots.txt": "User-agent: *\nDisallow: /closed\n",
    "/": filled("Home", FERRY, "/plain", "/gone", "/reset", "/closed"),
    "/closed": filled("Closed", "Nobody shall read this."),
    "/plain": html("Plain", about("plain") * 2),
    "/gone": Answer(text=filled("Gone", "This timetable has been replaced by another one."), status=404),
    "/reset": {"reset": True},
}


def with_what(reply, site):
    return {page["url"].removeprefix(site.base): (page["fetchedWith"], page["status"]) for page in reply["content"]}


def chromiums(scratch):
    """Browsers that run with a profile in the scratch folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if str(scratch).encode() in command:
            found.append(entry.name)
    return found


def test_auto_renders_thin_and_failed_pages_and_leaves_the_others_alone(tmp_path, serve_site):
    site = serve_site(answers=SITE)
    reply = fetch(tmp_path, site.base, depth=2, perPageTimeoutMs=30_000, timeoutMs=120_000)
    assert with_what(reply, site) == {"/": ("browser", 200), "/plain": ("http", 200), "/gone": ("browser", 404)}
    home, *_, gone = sorted(reply["content"], key=lambda page: page["title"] == "Gone")
    assert FERRY in home["content"]
    assert "replaced by another one" in gone["content"]
    assert {error["url"].removeprefix(site.base) for error in reply["errors"]} == {"/reset", "/closed"}
    assert "/closed" not in site.targets
    assert site.targets.count("/") == site.targets.count("/gone") == 1  # the browser is given what HTTP answered


def test_always_renders_every_page_and_never_none(tmp_path, serve_site):
    site = serve_site(answers=SITE)
    always = fetch(tmp_path, f"{site.base}/plain", render="always", perPageTimeoutMs=30_000)
    never = fetch(tmp_path, site.base, render="never")
    assert with_what(always, site) == {"/plain": ("browser", 200)}
    assert (with_what(never, site), never["content"][0]["content"]) == ({"/": ("http", 200)}, "")
    assert any("a browser would have to assemble it" in note for note in never["notes"])


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for a browser is a shell script")
def test_when_the_browser_does_not_start_the_page_is_what_http_gave(tmp_path, serve_site, monkeypatch):
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("SITECRAWL_BROWSER", str(program))
    site = serve_site(answers={"/": html("Short", "Closed on Mondays."), "/gone": 404})
    reply = fetch(tmp_path, site.base)
    failed = fetch(tmp_path, f"{site.base}/gone")
    assert "Closed on Mondays." in reply["content"][0]["content"]
    assert any("could not be rendered" in note for note in reply["notes"])
    assert [(error["error"], error["status"]) for error in failed["errors"]] == [("Answered 404.", 404)]


def test_a_browser_that_is_still_at_work_when_the_time_runs_out_is_ended(tmp_path, serve_site, monkeypatch):
    scratch = Path(tempfile.mkdtemp(dir=child.SCRATCH))  # not tmp_path, which is too long for a browser's socket
    monkeypatch.setattr(child, "SCRATCH", str(scratch))
    hangs = html("Short", "Closed on Mondays.", body="<script>setTimeout(() => { for (;;) {} }, 50)</script>")
    site = serve_site(answers={"/": hangs})
    (result,) = fetch_all(tmp_path, {"url": site.base, **SLOW})
    reply = result.structured_content
    assert (reply["timedOut"], [page["fetchedWith"] for page in reply["content"]]) == (True, ["http"])
    assert "Closed on Mondays." in reply["content"][0]["content"]
    assert list(scratch.iterdir()) == []
    scratch.rmdir()
    gone = time.monotonic() + 10  # a busy renderer takes a moment to notice that its browser has gone
    while chromiums(scratch) and time.monotonic() < gone:
        time.sleep(0.1)
    assert chromiums(scratch) == []


LONG = {"perPageTimeoutMs": 30_000, "timeoutMs": 120_000}


@pytest.mark.parametrize("render", ["auto", "always"])
def test_where_a_script_leads_is_a_redirect_that_is_followed_under_the_rules(tmp_path, serve_site, render):
    answers = {
        "/": html("Home", about("home"), "/moves", "/replaces", "/leaves", "/forbids"),
        "/moves": shell("location.href = '/moved'"),
        "/replaces": shell("history.replaceState(0, '', '/route'); say('This is the page of its route.')"),
        "/leaves": shell("location.href = 'http://127.0.0.2:9/'"),
        "/forbids": shell("location.href = '/closed'"),
        "/moved": filled("Moved", FERRY),
        "/route": filled("Route", "The route has a text of its own, which is told here at some length."),
        "/robots.txt": SITE["/robots.txt"],
    }
    site = serve_site(answers=answers)
    reply = fetch(tmp_path, site.base, depth=2, render=render, **LONG)
    found = {page["finalUrl"].removeprefix(site.base): page for page in reply["content"]}
    assert set(found) == {"/", "/moved", "/route"}
    assert (FERRY in found["/moved"]["content"], found["/moved"]["fetchedWith"]) == (True, "browser")
    assert "a text of its own" in found["/route"]["content"]
    errors = {error["url"].removeprefix(site.base): error["error"] for error in reply["errors"]}
    assert "out of scope: http://127.0.0.2:9/" in errors["/leaves"]
    assert errors["/forbids"] == "robots.txt does not allow it."
    assert "/closed" not in site.targets


@pytest.mark.parametrize("how", ["meta", "script"])
def test_pages_that_lead_to_one_another_are_a_reply(tmp_path, serve_site, how):
    def leads(path):
        return shell(f"location.href = '{path}'") if how == "script" else META.format(path)

    site = serve_site(answers={"/": leads("/b"), "/b": leads("/")})
    reply = fetch(tmp_path, site.base, **LONG)
    assert reply["pagesExplored"] + reply["pagesFailed"] == 1
    assert len(site.targets) < 12
    assert how == "script" or "in a circle" in reply["errors"][0]["error"]
