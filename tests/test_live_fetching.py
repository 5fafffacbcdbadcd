"""Live crawls with a child process that is played: turns, what is kept for the next call, what is said of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import asynccontextmanager

import anyio
import pytest

from mcp_server.live import child, fetching
from mcp_server.live.fetching import LiveFetcher
from mcp_server.live.question import LiveQuestion
from mcp_server.live.turns import MOST_AT_ONCE, site_key

URL = "http://127.0.0.1:8001/"


def page(url=URL, **changes):
    place = {"kind": "page", "url": url, "finalUrl": url, "key": url, "depth": 0, "order": 0, "status": 200}
    said = {"title": "A", "description": None, "canonicalUrl": None, "headings": [], "content": "text"}
    about = {"contentLength": 4, "fetchedWith": "http", "shell": False, "whole": True, "notes": []}
    return {**place, **said, **about, "links": [], "linksLeftOut": 0, **changes}


END = {"kind": "end", "left_out": 0, "refusals": 0}


def rows(*more, url=URL, end=END):
    return [{"kind": "root", "url": url, "normalized": url}, *more, *([end] if end else [])]


class Play:
    """Stands in for `live_child`: each crawl gets the next list of rows, after `seconds`; jobs are kept."""

    def __init__(self, *crawls, seconds=0.0):
        self.crawls, self.seconds, self.jobs = list(crawls), seconds, []

    async def rows(self, job):
        self.jobs.append(job)
        await anyio.sleep(self.seconds)
        for row in self.crawls.pop(0) if self.crawls else rows(page(job["url"]), url=job["url"]):
            yield row

    async def finish(self):
        return 0

    @asynccontextmanager
    async def __call__(self):
        yield self


@pytest.fixture
def play(monkeypatch):
    def begin(*crawls, seconds=0.0):
        playing = Play(*crawls, seconds=seconds)
        monkeypatch.setattr(fetching, "live_child", playing)
        return playing

    return begin


def ask(*questions, at_once=False):
    """The replies to questions, one after the other or all at once, and what was told meanwhile."""
    told = []

    async def run():
        fetcher = LiveFetcher(60, allow_private=True)

        async def progress(answered, sentence):
            told.append(sentence)

        if at_once:
            return await asyncio.gather(*(fetcher.fetch(asked, progress) for asked in questions))
        return [await fetcher.fetch(asked, progress) for asked in questions]

    return asyncio.run(run()), told


def test_a_call_that_waits_for_another_says_so_and_how_long(play):
    play(seconds=1.1)
    (_, second), told = ask(LiveQuestion(URL), LiveQuestion(f"{URL}b"), at_once=True)
    assert [page.url for page in second.content] == [f"{URL}b"]
    assert any("waited 1." in note and "timeoutMs counts them" in note for note in second.notes)
    assert "waiting: another call reads 127.0.0.1:8001" in told


def test_a_call_whose_time_runs_out_while_it_waits_says_that_nothing_was_asked_for(play):
    playing = play(seconds=0.6)
    (_, second), _ = ask(LiveQuestion(URL), LiveQuestion(f"{URL}b", timeout_ms=300), at_once=True)
    assert [error.error for error in second.errors] == [
        "It was not asked for: another call was reading 127.0.0.1:8001 until timeoutMs=300 ran out."
    ]
    assert (second.timedOut, len(playing.jobs)) == (True, 1)


def test_two_ports_of_a_host_are_two_sites_that_do_not_wait_for_one_another(play):
    play(seconds=0.3)
    replies, told = ask(LiveQuestion(URL), LiveQuestion("http://127.0.0.1:8002/"), at_once=True)
    assert max(reply.durationMs for reply in replies) < 550
    assert not [sentence for sentence in told if "waiting" in sentence]


def test_more_calls_than_may_crawl_at_once_wait_and_say_so(play):
    play(seconds=1.1)
    asked = [LiveQuestion(f"http://127.0.0.1:{9000 + number}/") for number in range(MOST_AT_ONCE + 1)]
    replies, told = ask(*asked, at_once=True)
    assert [any("It waited" in note for note in reply.notes) for reply in replies] == [False] * MOST_AT_ONCE + [True]
    assert f"waiting: {MOST_AT_ONCE} other calls crawl" in told


def test_a_page_that_is_kept_is_given_while_another_call_reads_its_site(play):
    playing = play(rows(page()))

    async def run():
        fetcher = LiveFetcher(60, allow_private=True)

        async def progress(answered, sentence): ...

        await fetcher.fetch(LiveQuestion(URL), progress)
        playing.seconds = 0.6
        slow = asyncio.create_task(fetcher.fetch(LiveQuestion(f"{URL}b"), progress))
        await asyncio.sleep(0.1)
        kept = await fetcher.fetch(LiveQuestion(URL), progress)
        return kept, await slow

    kept, _ = asyncio.run(run())
    assert (kept.durationMs < 200, kept.pagesExplored, len(playing.jobs)) == (True, 1, 2)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://example.com", "example.com"),
        ("https://www.Example.com:443/a", "example.com"),
        ("http://example.com:8080", "example.com:8080"),
        ("http://bücher.example/", "xn--bcher-kva.example"),
        ("http://[::1]:8000/", "::1:8000"),
    ],
)
def test_a_site_is_its_host_and_port(url, site):
    assert site_key(url) == site


ASKED = {"kind": "asked", "url": URL, "depth": 0, "order": 0}
SO_FAR = page(kind="so_far", whole=False)


@pytest.mark.parametrize(
    "first",
    [
        rows(ASKED, SO_FAR, end=None),
        rows(page(whole=False, notes=["It could not be rendered."])),
    ],
    ids=["the crawl ended early", "the browser failed"],
)
def test_what_is_not_the_whole_page_is_given_and_not_kept(play, first):
    playing = play(first, rows(page(content="rendered", fetchedWith="browser")))
    (cut, whole, kept), _ = ask(*[LiveQuestion(URL)] * 3)
    assert [reply.content[0].content for reply in (cut, whole, kept)] == ["text", "rendered", "rendered"]
    assert any("rendered" in note for note in cut.notes)
    assert len(playing.jobs) == 2


def test_a_page_without_an_answer_when_a_crawl_ends_has_failed_even_if_the_end_came_in_order(play):
    later = {**ASKED, "url": f"{URL}b", "order": 1}
    play(rows(ASKED, page(), later))
    (reply,), _ = ask(LiveQuestion(URL, depth=2))
    assert [(error.url, error.error) for error in reply.errors] == [
        (f"{URL}b", "No answer: the crawl ended early by a failure of this program.")
    ]


def test_what_a_page_s_reader_should_know_is_said_again_when_the_page_is_kept(play):
    play(rows(page(notes=["3 of 9 pages are damaged."])))
    (_, kept), _ = ask(*[LiveQuestion(URL)] * 2)
    assert "3 of 9 pages are damaged." in kept.notes


def test_a_page_that_another_call_followed_to_another_host_is_asked_for_anew_on_the_own_host(play):
    away = page(finalUrl="http://elsewhere.test/x", content="of another host")
    playing = play(rows(away), rows({**ASKED, "kind": "error", "error": "It redirects.", "status": 301}))
    (_, second), _ = ask(LiveQuestion(URL, same_origin=False), LiveQuestion(URL))
    assert ([error.error for error in second.errors], second.content) == (["It redirects."], [])
    assert playing.jobs[1]["known"] == []


def test_a_page_whose_links_are_not_all_kept_is_read_anew_to_follow_them(play):
    playing = play(rows(page(linksLeftOut=9)), rows(page(linksLeftOut=9)))
    (first, _), _ = ask(LiveQuestion(URL), LiveQuestion(URL, depth=2))
    assert any("has 9 links; the 0 best are listed" in note for note in first.notes)
    assert playing.jobs[1]["known"] == []


@pytest.mark.skipif(os.name != "posix", reason="a process is looked for by a signal, which there would end it")
def test_what_a_server_that_was_killed_left_behind_is_removed_by_the_next_live_look(tmp_path, monkeypatch):
    monkeypatch.setattr(child, "SCRATCH", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = [f"live-{gone.pid}-left", f"live-{os.getpid()}-used", "live-wire-other"]
    for name in names:
        (tmp_path / name / "profile").mkdir(parents=True)

    async def look():
        async with child.live_child():
            return sorted(path.name for path in tmp_path.iterdir() if path.name in names)

    assert asyncio.run(look()) == sorted(names[1:])
