"""`scrapy crawl site`: what it refuses before a crawl starts, and what it says last."""

from __future__ import annotations

import os
import sys

import pytest
from filelock import FileLock

from sitecrawl.sitepaths import SitePaths
from tests.crawl_run import run, run_crawl
from tests.running_crawl import crawl_held_at
from tests.web_page import about, html

DEAD = "http://127.0.0.1:9/"


def last_line(done):
    return done.stderr.rstrip().rpartition("\n")[2]


def test_a_second_crawl_of_the_site_at_the_same_time_is_refused(serve_site, tmp_path):
    site = serve_site(answers={"/": html("Home", about("home"))})
    with crawl_held_at(site, "/", tmp_path):
        asked = len(site.requests)
        done = run_crawl(tmp_path, site.base)
        assert (done.exit_code, len(site.requests)) == (2, asked), done.stderr
    assert f"Another crawl of {site.site} is running" in done.last_line


def test_a_crawl_of_the_host_with_www_is_a_crawl_of_the_same_site(tmp_path):
    lock = SitePaths(tmp_path, "shop.test").lock
    lock.parent.mkdir(parents=True)
    with FileLock(lock):
        done = run_crawl(tmp_path, "http://www.shop.test/")
    assert (done.exit_code, "is running" in done.last_line) == (2, True), done.stderr


def test_a_spider_that_is_not_there_is_named_with_those_that_are(tmp_path):
    done = run("-m", "scrapy", "crawl", "nope", "-a", f"url={DEAD}", "-s", f"SITECRAWL_DATA_DIR={tmp_path}")
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert last_line(done).startswith("No spider is called nope. There are: ")


def test_a_data_folder_whose_place_a_file_takes_is_named_with_the_setting(tmp_path):
    place = tmp_path / "data"
    place.write_text("a file", encoding="utf-8")
    done = run_crawl(place, DEAD)
    assert done.exit_code == 2
    assert str(place) in done.last_line
    assert "SITECRAWL_DATA_DIR=" in done.last_line


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_read_only_data_folder_is_refused_before_anything_is_asked_for(serve_site, tmp_path):
    site = serve_site(answers={"/": html("Home", about("home"))})
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    assert run_crawl(folder, site.base).exit_code == 2
    assert site.targets == []


def test_nothing_is_written_for_a_usage_error(tmp_path):
    done = run_crawl(tmp_path / "data", DEAD, max_page=5)
    assert (done.exit_code, (tmp_path / "data").exists()) == (2, False)
    assert done.last_line == "Unknown argument max_page=5. Did you mean max_pages?"


def test_the_summary_stands_before_the_last_line(serve_site, crawl):
    done = crawl(serve_site(answers={"/": html("Home", about("home"), "/gone")}).base)
    lines = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines[1:4]] == ["indexed 1", "passages 1", "failed 1"]
    assert done.last_line == lines[-1]
    assert done.stdout == ""


def test_the_data_folder_may_come_from_the_environment(serve_site, tmp_path):
    site = serve_site(answers={"/": html("Home", about("home"))})
    command = ["-m", "scrapy", "crawl", "site", "-a", f"url={site.base}", "-s", "AUTOTHROTTLE_START_DELAY=0"]
    run(*command, SITECRAWL_DATA_DIR=str(tmp_path))
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_a_report_is_written_for_every_exit_but_a_usage_error(crawl):
    done = crawl(DEAD)
    assert (done.exit_code, done.report["published"]) == (4, False)
    assert "connection" in done.report["finish_reason"].lower()
