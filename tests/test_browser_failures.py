"""A browser that is missing, does not start, hangs or crashes fails its pages and not the crawl."""

from __future__ import annotations

import os
import signal
import stat
import sys

import pytest

from tests.crawl_run import FAST, run, run_crawl
from tests.site_server import SiteHandler
from tests.web_page import about, filled, html, shell

ROWAN = "Rowan berries are bitter until the first frost, and then they are not."
CRASH = shell("document.title = 'Crash'; fetch('/bomb')")
HANG = shell("setTimeout(() => { for (;;) {} }, 50)")


@pytest.fixture
def home():
    return {"/": filled("Home", ROWAN, "/served", "/bad", "/good"), "/served": html("Served", about("servers"))}


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for a browser is a shell script")
def test_a_browser_that_crashes_fails_its_page_and_is_started_again(
    chromium, serve_site, crawl, home, tmp_path, monkeypatch
):
    pid = tmp_path / "pid"
    browser = program(tmp_path / "browser", f'echo $$ > {pid}\nexec {chromium} "$@"')
    respond = SiteHandler.respond

    def explode(handler):
        if handler.path == "/bomb":
            os.kill(int(pid.read_text()), signal.SIGKILL)
        respond(handler)

    monkeypatch.setattr(SiteHandler, "respond", explode)
    site = serve_site(answers={**home, "/bad": CRASH, "/good": filled("Good", "After the crash the sun came out.")})
    done = crawl(f"{site.base}/", {"SITECRAWL_BROWSER": browser, "RETRY_TIMES": "1"}, render="auto")
    assert (done.exit_code, list(done.pages)) == (0, ["/", "/good", "/served"]), done.stderr
    assert [entry["url"] for entry in done.report["failed"]] == [f"{site.base}/bad"]
    assert "browser" in done.report["failed"][0]["reason"]


def test_a_page_whose_script_never_ends_fails_by_its_time_limit(chromium, serve_site, crawl, home):
    site = serve_site(answers={**home, "/bad": HANG, "/good": filled("Good", "After the loop the sun came out.")})
    done = crawl(f"{site.base}/", {"DOWNLOAD_TIMEOUT": "12", "RETRY_TIMES": "0"}, render="auto")
    assert (done.exit_code, list(done.pages)) == (0, ["/", "/good", "/served"]), done.stderr
    failures = [(entry["url"], entry["reason"]) for entry in done.report["failed"]]
    assert failures == [(f"{site.base}/bad", "no whole answer in time (timeout)")]


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for a browser is a shell script")
def test_a_browser_that_does_not_start_is_named_with_its_reason(chromium, serve_site, crawl, home, tmp_path):
    broken = program(tmp_path / "broken", 'echo "error while loading shared libraries: libnss3.so" >&2\nexit 127')
    site = serve_site(answers={**home, "/start": html("Start", about("starts"), "/")})
    done = crawl(f"{site.base}/start", {"SITECRAWL_BROWSER": broken}, render="auto")
    assert list(done.pages) == ["/start"]
    reason = done.report["failed"][0]["reason"]
    assert broken in reason and "does not start" in reason and "libnss3.so" in reason


def test_without_a_browser_the_crawl_is_refused_with_the_next_step(chromium, tmp_path):
    options = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    command = ("-m", "scrapy", "crawl", "site", "-a", "url=https://shop.example", "-a", "render=auto", *options)
    done = run(*command, "-s", f"SITECRAWL_DATA_DIR={tmp_path}", PATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith("render=auto needs a browser: no Chromium or Chrome was found. Install one")


def test_a_browser_that_was_named_wrongly_is_refused(chromium, tmp_path):
    done = run_crawl(tmp_path, "https://shop.example", {"SITECRAWL_BROWSER": "/no/such/chrome"}, render="always")
    assert done.exit_code == 2
    assert "SITECRAWL_BROWSER=/no/such/chrome is no program that can be run" in done.last_line
