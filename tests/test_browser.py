"""Where the user's browser is looked for, which pages it is asked for, and what a request to it carries."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from sitecrawl import browser
from sitecrawl.browser import ask_browser, find_browser, is_rendered, wants_browser, why_no_browser
from sitecrawl.document.model import Document
from sitecrawl.document.shell import still_empty
from sitecrawl.journal import PageEvent

URL = "https://shop.example/lamps"
EVENT = PageEvent(
    URL, URL, 200, 1, "link", "text/html", "2026-12-01T10:00:00+00:00", "http", None, None,
    Document(URL, "Lamps", None, None, None, ()),
)  # fmt: skip


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine with the extra and without a browser."""
    monkeypatch.setattr(browser, "find_spec", lambda name: object())
    monkeypatch.setattr(browser, "_usual_places", list)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SITECRAWL_BROWSER", raising=False)
    return tmp_path


def program(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_a_browser_on_path_is_found_and_chromium_comes_first(bare):
    program(bare / "google-chrome")
    chromium = program(bare / "chromium")
    assert find_browser() == chromium


def test_the_named_browser_is_taken_by_path_and_by_name(bare, monkeypatch):
    program(bare / "chromium")
    other = program(bare / "elsewhere" / "brave")
    assert find_browser(other) == other
    monkeypatch.setenv("SITECRAWL_BROWSER", other)
    assert find_browser() == other


def test_no_other_browser_stands_in_for_the_named_one(bare):
    program(bare / "chromium")
    assert find_browser("/no/such/chrome") is None
    assert "SITECRAWL_BROWSER=/no/such/chrome" in why_no_browser("/no/such/chrome")


def test_a_missing_browser_is_told_with_the_next_step(bare):
    assert find_browser() is None
    assert "apt-get install chromium" in why_no_browser()


@pytest.mark.parametrize("missing", ["scrapy_playwright", "playwright"])
def test_a_missing_extra_is_told_with_the_next_step(bare, monkeypatch, missing):
    program(bare / "chromium")
    monkeypatch.setattr(browser, "find_spec", lambda name: None if name == missing else object())
    assert find_browser() is None
    assert missing in why_no_browser() and "requirements-render.txt" in why_no_browser()


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("darwin", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("darwin", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("win32", r"Google\Chrome\Application\chrome.exe"),
        ("win32", r"Microsoft\Edge\Application\msedge.exe"),
    ],
)
def test_the_usual_places_of_each_system_are_looked_through(monkeypatch, platform, place):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("PROGRAMFILES", r"C:\Program Files")
    assert any(str(path).replace("/C:", "C:").endswith(place) for path in browser._usual_places())


def test_a_request_to_the_browser_carries_the_answer_and_no_validators():
    request = Request(
        URL, headers={"If-None-Match": '"1"', "Accept": "text/html"}, meta={"fed": True, "retry_times": 2}
    )
    answer = HtmlResponse(f"{URL}/", 200, headers={"X-Robots-Tag": "nofollow"}, body=b"<div id=app></div>")
    asked = ask_browser(request, answer)
    assert (asked.url, asked.dont_filter, asked.meta["fed"]) == (f"{URL}/", True, True)
    assert asked.meta["browser_document"] == (200, [("X-Robots-Tag", "nofollow")], b"<div id=app></div>")
    assert "If-None-Match" not in asked.headers and "retry_times" not in asked.meta


def test_an_answer_of_http_is_not_rendered():
    assert not is_rendered(Response(URL))
    assert is_rendered(Response(URL, flags=["browser"]))


@pytest.mark.parametrize(
    ("render", "rule", "wanted"),
    [
        ("never", "client-rendered shell", False),
        ("auto", "client-rendered shell", True),
        ("auto", "no text", True),
        ("auto", None, False),
        ("always", None, True),
        ("always", "soft 404", True),
        ("always", "meta robots noindex", False),
        ("always", "X-Robots-Tag noindex", False),
        ("always", "Content-Signal ai-input=no", False),
        ("always", "meta refresh", False),
    ],
)
def test_a_browser_is_wanted_by_mode_and_by_what_the_page_says(render, rule, wanted):
    assert wants_browser(render, replace(EVENT, rule=rule, index=rule is None), Response(URL)) is wanted


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        (EVENT, Response(URL, request=Request(URL, meta={"playwright": True}))),
        (EVENT, Response(URL, 304)),
        (replace(EVENT, content_type="text/markdown"), Response(URL)),
    ],
)
def test_what_was_rendered_or_is_no_new_page_is_not_rendered(event, answer):
    assert not wants_browser("always", event, answer)


def test_after_rendering_only_missing_text_speaks_for_a_shell():
    signals = ("script bundle", "3 characters of text in 12000 of HTML", "empty mount element #root")
    assert still_empty(signals) == ("empty mount element #root",)
    assert still_empty(signals[:2]) == ()


def test_the_module_needs_no_playwright():
    source = Path(browser.__file__).read_text("utf-8")
    assert "import playwright" not in source and "from playwright" not in source
