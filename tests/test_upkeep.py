"""What is named at start: crawled when missing or old, tried again once when that failed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from mcp_server.library import Library
from mcp_server.listing import list_sites
from mcp_server.refusals import RefusalError
from mcp_server.searching import Question, search_sites
from mcp_server.upkeep import Upkeep
from mcp_server.wanted import wanted_folder, wanted_site
from sitecrawl.datafolder import folder_name
from tests.crawl_run import ROOT, environment
from tests.passage_files import club, write_site


class FakeJobs:
    """Notes what is started; `states` tells how each crawl goes."""

    def __init__(self, *states):
        self.started = []
        self._states = list(states)

    def start_typed(self, url):
        self.started.append(url)
        return FakeJob(self._states.pop(0))

    start_folder = lambda self, folder, name: self.start_typed(name)  # noqa: E731


class FakeJob:
    """A crawl that stands still."""

    fetched, last_line, is_kept_out = 3, "nothing answered.", False

    def __init__(self, state):
        self.state = state

    def wait(self, seconds):
        return self.state != "running"


def upkeep(folder, jobs, url="https://club.example/"):
    return Upkeep(wanted_site(url), Library(folder), jobs)


def test_a_missing_site_is_crawled_and_a_call_is_told_that_it_goes_on(tmp_path):
    jobs = FakeJobs("running")
    keeper = upkeep(tmp_path, jobs)
    keeper.begin()
    with pytest.raises(RefusalError, match="3 pages"):
        keeper.before_call()
    assert jobs.started == ["https://club.example/"]


@pytest.mark.parametrize(("age", "crawls"), [(10, 0), (4_000, 1)])
def test_an_old_file_is_crawled_again_while_it_answers(tmp_path, age, crawls):
    file = write_site(tmp_path, club())
    os.utime(file, (time.time() - age,) * 2)
    jobs = FakeJobs("running")
    keeper = upkeep(tmp_path, jobs, "www.club.example")
    keeper.begin()
    keeper.before_call()
    assert len(jobs.started) == crawls


def test_a_crawl_that_failed_is_tried_once_more_at_the_first_call(tmp_path):
    jobs = FakeJobs("failed", "failed")
    keeper = upkeep(tmp_path, jobs)
    keeper.begin()
    for _ in range(3):
        with pytest.raises(RefusalError, match="nothing answered"):
            keeper.before_call()
    assert len(jobs.started) == 2


def test_a_call_that_waits_tells_how_far_the_crawl_is(tmp_path):
    keeper = upkeep(tmp_path, FakeJobs("running"))
    told = []
    with pytest.raises(RefusalError):
        keeper.before_call("search_site", {}, lambda done, sentence: told.append((done, sentence)))
    assert len(told) == 10  # every two seconds for twenty
    assert told[0][0] == 3
    assert "club.example is being read, 3 pages so far" in told[0][1]


@pytest.mark.parametrize(("tool", "arguments"), [("list_sites", {}), ("search_site", {"site": "club.example"})])
def test_a_call_that_needs_no_site_on_its_way_does_not_wait(tmp_path, tool, arguments):
    write_site(tmp_path, club())
    keeper = upkeep(tmp_path, FakeJobs("running"), "https://new.example/")
    told = []
    keeper.before_call(tool, arguments, lambda done, sentence: told.append(sentence))
    assert told == []  # who waits is told so


class KeptOut(FakeJob):
    """A crawl that another process's crawl of the site turned away."""

    last_line, is_kept_out = "Another crawl of club.example is running. Wait for it, or stop it first.", True


def test_a_crawl_of_another_process_is_waited_for(tmp_path, monkeypatch):
    jobs = FakeJobs()
    jobs.start_typed = lambda url: KeptOut("failed")
    monkeypatch.setattr(time, "sleep", lambda seconds: write_site(tmp_path, club()))
    keeper = upkeep(tmp_path, jobs)
    told = []
    keeper.before_call("search_site", {}, lambda done, sentence: told.append(sentence))
    assert told == ["club.example is being read by another process"]
    assert keeper.coming() is None


def test_an_earlier_file_is_served_with_the_reason_why_it_is_not_newer(tmp_path):
    file = write_site(tmp_path, club())
    os.utime(file, (0, 0))
    keeper = upkeep(tmp_path, FakeJobs("failed", "failed"))
    keeper.before_call("search_site")
    assert keeper.coming() == "club.example is as it was read before: nothing answered."


def test_what_is_on_its_way_is_told_by_the_replies_meanwhile(tmp_path):
    library = Library(tmp_path)
    keeper = Upkeep(wanted_site("https://new.example/"), library, FakeJobs("running"))
    keeper.begin()
    assert "new.example is being read, 3 pages so far" in list_sites(library).notes[0]
    write_site(tmp_path, club())
    assert "new.example is being read" in list_sites(library).notes[0]
    assert "new.example is being read" in search_sites(library, Question("boat")).reply.notes[0]
    with pytest.raises(RefusalError, match=r"No site 'new\.example' is indexed.*new\.example is being read"):
        library.site("new.example")


def test_a_folder_must_be_one(tmp_path):
    with pytest.raises(RefusalError):
        wanted_folder(tmp_path / "none", tmp_path)
    assert wanted_folder(tmp_path, tmp_path).name == folder_name(tmp_path)


def test_two_folders_of_one_name_are_served_under_two(tmp_path):
    ours, theirs = tmp_path / "ours" / "docs", tmp_path / "theirs" / "docs"
    ours.mkdir(parents=True)
    theirs.mkdir(parents=True)
    (tmp_path / "docs.jsonl").write_text("")
    (tmp_path / "docs.report.json").write_text(json.dumps({"arguments": {"path": str(ours)}}))
    assert wanted_folder(ours, tmp_path).name == "docs"
    assert wanted_folder(theirs, tmp_path).name == "theirs-docs"
    ours.rename(tmp_path / "moved")
    assert wanted_folder(theirs, tmp_path).name == "docs"


def test_a_site_named_at_start_is_crawled_behind_the_handshake(tmp_path, serve_site):
    shop = serve_site(answers={"/": "<h1>Shop</h1><p>We sell blankets of wool, woven by hand on the coast.</p>"})
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_sites", "arguments": {}}}
    server = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "--data", str(tmp_path), "--site", shop.base],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with server:
        for message in (hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call):
            server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        # the crawl either ended meanwhile or is told to go on: both name the site
        assert shop.base.partition("://")[2] in server.stdout.readline().decode()
        server.stdin.close()
        assert server.wait(20) == 0


@pytest.mark.parametrize("states", [["failed", "failed"], ["running"]])
def test_a_site_that_cannot_be_read_keeps_no_other_site_from_answering(tmp_path, states, caplog):
    write_site(tmp_path, club())
    keeper = upkeep(tmp_path, FakeJobs(*states), "https://gone.example/")
    keeper.begin()
    keeper.before_call()
    keeper.before_call()
    expected = {
        "failed": "nothing answered.",
        "running": "gone.example is being read, 3 pages so far; it can be searched when that is done. "
        "Ask again in a minute.",
    }
    assert [record.getMessage() for record in caplog.records] == [expected[states[0]]]
