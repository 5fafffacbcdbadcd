"""Whole files or none: whatever ends a crawl, a reader finds the earlier file or a whole new one."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from mcp_server.library import Library
from sitecrawl import passagefile
from sitecrawl.sitepaths import SitePaths
from tests.crawl_run import FAST, ROOT, environment, run_crawl
from tests.running_crawl import SECONDS, crawl_held_at
from tests.site_server import Answer
from tests.web_page import about, html

PAGES = [f"/page{number}" for number in range(10)]
_TICK = threading.Event()
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


@pytest.fixture
def site(serve_site):
    """A home page and ten others."""
    answers = {page: html(page, about(page)) for page in PAGES}
    return serve_site(answers={**answers, "/": html("Home", about("home"), *PAGES)})


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a quarter of a megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root on Linux can mount a file system to fill")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip(f"mount is not allowed here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def rewrite(site, edition):
    """Every page says something new."""
    for page in PAGES:
        site.answers[page] = Answer.of(html(page, about(f"{page} in edition {edition}")))


def whole(path):
    """Whether a file is a whole one: every page with as many passages as it says."""
    return all(entry.page.passages == len(entry.passages) > 0 for entry in passagefile.read_pages(path))


def test_kill_9_leaves_the_earlier_file_or_a_whole_new_one(site, data, crawl):
    before = crawl(site.base).file.read_bytes()
    path = SitePaths(data, site.site).passages
    moments = random.Random(7)
    for edition in range(3):
        rewrite(site, edition)
        _kill_after(site, data, moments.uniform(0.0, 0.8))
        assert path.read_bytes() == before or whole(path)
        assert [served.name for served in Library(data).sites()] == [site.site]
        before = path.read_bytes()
    done = crawl(site.base)
    assert "edition 2" in done.text_of(PAGES[0]), done.stderr
    assert not list(data.rglob("*.part"))


def _kill_after(site, data, seconds):
    """Kill a crawl so long after its first request."""
    settings = {**FAST, "SITECRAWL_DATA_DIR": str(data)}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={site.base}", *options]
    asked, deadline = len(site.requests), time.monotonic() + SECONDS
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        while len(site.requests) == asked and running.poll() is None and time.monotonic() < deadline:
            _TICK.wait(0.002)
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            running.kill()


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_second_signal_ends_the_crawl_at_once_and_it_still_resumes(site, data, crawl, number):
    before = crawl(site.base).file.read_bytes()
    rewrite(site, 1)
    with crawl_held_at(site, PAGES[5], data) as (running, _):
        running.send_signal(number)
        # the first one is answered by waiting for what is under way, which is held
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(0.5)
        running.send_signal(number)
        _, told = running.communicate(timeout=SECONDS)
    assert (running.returncode, "Traceback" in told) == (5, False), told
    assert SitePaths(data, site.site).passages.read_bytes() == before
    assert "edition 1" in crawl(site.base).text_of(PAGES[9])


def test_a_full_disk_leaves_the_earlier_file_and_says_so(site, small_disk):
    first = run_crawl(small_disk, site.base)
    before = first.file.read_bytes()
    for number, page in enumerate(PAGES):
        words = random.Random(number).choices(("amber", "birch", "cedar", "delta", "ember"), k=10_000)
        site.answers[page] = Answer.of(html(page, about(page), body=f"<p>{' '.join(words)}</p>"))
    done = run_crawl(small_disk, site.base)
    assert (done.exit_code, done.file.read_bytes() == before) == (5, True), done.stderr
    assert "No space left" in done.last_line, done.stderr
    assert "Traceback" not in done.stderr


def test_a_crawl_goes_on_when_there_is_room_again(site, small_disk):
    run_crawl(small_disk, site.base)
    filler = small_disk / "filler"
    rewrite(site, 2)
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="space"):
        while file.write(bytes(4096)):
            pass
    full = run_crawl(small_disk, site.base)
    filler.unlink()
    done = run_crawl(small_disk, site.base)
    assert full.exit_code in {2, 5}, full.stderr
    assert "Traceback" not in full.stderr
    assert (done.exit_code, "edition 2" in done.text_of(PAGES[3])) == (0, True), done.stderr


def test_a_data_folder_that_cannot_be_written_is_wrong_usage(site, small_disk):
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True, capture_output=True)
    done = run_crawl(small_disk, site.base)
    assert (done.exit_code, site.requests) == (2, []), done.stderr
    assert str(small_disk) in done.last_line
    assert "Traceback" not in done.stderr


@posix
def test_a_second_crawl_of_the_site_refuses(site, data, crawl):
    with crawl_held_at(site, PAGES[2], data):
        second = crawl(site.base)
    assert second.exit_code == 2, second.stderr
    assert site.site in second.last_line
