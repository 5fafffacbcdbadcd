"""`scrapy crawl folder` as a user runs it: one file in the data folder, kept in step with the folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from sitecrawl import passagefile
from tests.crawl_run import ROOT, Crawl, environment, run

WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath"]


def page(word):
    return f"# All about {word}\n\nThe {word} keeps its own counsel, and nobody here minds.\n\n## Uses\n\nFor {word}.\n"


def fill(root):
    """A folder of eight pages, four of them in a folder of their own."""
    for number, word in enumerate(WORDS):
        path = root / ("trees" if number % 2 else ".") / f"{word}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(word), encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return root


def options(data, root, **arguments):
    given = {"path": root, "name": "woods", **arguments}
    return [
        *("-m", "scrapy", "crawl", "folder", "-s", f"SITECRAWL_DATA_DIR={data}"),
        *(part for name, value in given.items() for part in ("-a", f"{name}={value}")),
    ]


def read_folder(data, root, **arguments):
    done = run(*options(data, root, **arguments))
    return Crawl(done.returncode, done.stdout, done.stderr, data, "woods")


def counts(crawl, *names):
    return {name: crawl.report["counts"][name] for name in names or ("new", "changed", "unchanged", "gone")}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A folder read for the first time, with what must be left out."""
    place = tmp_path_factory.mktemp("first")
    root = fill(place / "woods")
    (root / ".drafts").mkdir()
    (root / ".drafts" / "x.md").write_text("# Draft\n", encoding="utf-8")
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (root / "empty.md").write_text("", encoding="utf-8")
    (place / "secret.md").write_text("# Secret\n\nNot for this file.\n", encoding="utf-8")
    (root / "leak.md").symlink_to(place / "secret.md")
    return read_folder(place / "data", root)


def test_a_folder_becomes_a_passage_file_with_ids_by_path_and_heading(first):
    assert first.exit_code == 0, first.stderr
    assert sorted(first.pages) == sorted([f"/{'trees/' if n % 2 else ''}{word}.md" for n, word in enumerate(WORDS)])
    ids = [passage.id for passage in first.pages["/trees/birch.md"].passages]
    assert ids == ["woods/trees/birch.md#all-about-birch", "woods/trees/birch.md#uses"]


def test_a_page_line_says_that_it_is_a_file(first):
    line = first.pages["/amber.md"].page
    assert (line.url, line.source, line.depth, line.content_type) == (
        "folder://woods/amber.md", "file", 0, "text/markdown"
    )  # fmt: skip
    assert line.modified_at == "2023-11-14T22:13:20+00:00"


def test_what_was_left_out_stands_in_the_report_under_its_rule(first):
    skipped = {rule: [url if isinstance(url, str) else url["url"] for url in entry["urls"]]
               for rule, entry in first.report["skipped"].items()}  # fmt: skip
    assert skipped == {
        "file type": ["folder://woods/logo.png"],
        "hidden": ["folder://woods/.drafts"],
        "no text": ["folder://woods/empty.md"],
        "symlink out of the folder": ["folder://woods/leak.md"],
    }


def test_the_last_line_tells_how_to_ask(first):
    assert first.last_line.startswith("woods: 8 pages with 16 passages are published in ")
    assert "robots.txt" not in first.stderr


def test_a_second_reading_reads_only_what_changed_and_drops_what_is_gone(tmp_path):
    root = fill(tmp_path / "woods")
    assert read_folder(tmp_path / "data", root).exit_code == 0
    (root / "amber.md").write_text(page("oak"), encoding="utf-8")
    (root / "cedar.md").touch()
    (root / "ember.md").unlink()
    (root / "new.md").write_text(page("new"), encoding="utf-8")
    # same size, same time: known as it was without a look at its text
    os.utime(root / "grove.md", (1_700_000_000, 1_700_000_000))
    again = read_folder(tmp_path / "data", root)
    assert counts(again) == {"new": 1, "changed": 1, "unchanged": 6, "gone": 1}
    assert ("/ember.md" in again.pages, "oak" in again.text_of("/amber.md")) == (False, True)


def test_losing_most_files_is_not_published_unless_forced(tmp_path):
    root = fill(tmp_path / "woods")
    first = read_folder(tmp_path / "data", root)
    before = first.file.read_bytes()
    shutil.rmtree(root / "trees")
    (root / "amber.md").unlink()
    refused = read_folder(tmp_path / "data", root)
    assert (refused.exit_code, "force=1" in refused.last_line, first.file.read_bytes() == before) == (5, True, True)
    forced = read_folder(tmp_path / "data", root, force=1)
    assert (forced.exit_code, len(forced.pages)) == (0, 3)


def test_files_are_cited_at_the_base_url_and_may_move_there_later(tmp_path):
    root = fill(tmp_path / "woods")
    read_folder(tmp_path / "data", root)
    moved = read_folder(tmp_path / "data", root, base_url="https://docs.example/en")
    assert moved.exit_code == 0, moved.stderr
    assert counts(moved, "indexed", "gone") == {"indexed": 8, "gone": 0}
    passage = next(passagefile.read_pages(moved.file)).passages[0]
    assert (passage.id, passage.url) == ("woods/amber.md#all-about-amber", "https://docs.example/en/amber.md")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ({"path": "nowhere"}, 2, "there is no such folder"),
        ({"name": "a/b"}, 2, "no safe file name"),
        ({}, 4, "holds no .md"),
    ],
)
def test_what_cannot_be_read_ends_in_a_sentence(tmp_path, arguments, code, words):
    (tmp_path / "empty").mkdir()
    done = read_folder(tmp_path / "data", tmp_path / "empty", **arguments)
    assert (done.exit_code, "Traceback" in done.stderr) == (code, False), done.stderr
    assert words in done.last_line


def wait_for(condition, seconds=30):
    """Until `condition()` holds; the test fails when it does not in time."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it did not come about in time"
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_a_watched_folder_is_read_again_when_it_changes_and_kept_at_the_end(tmp_path):
    root = fill(tmp_path / "woods")
    crawl = Crawl(0, "", "", tmp_path / "data", "woods")
    command = [sys.executable, *options(crawl.data, root, watch=1)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8"
    ) as process:
        try:
            wait_for(crawl.file.exists)
            (root / "late.md").write_text(page("late"), encoding="utf-8")
            wait_for(lambda: b"late.md" in crawl.file.read_bytes())
            (root / "late.md").unlink()
            wait_for(lambda: b"late.md" not in crawl.file.read_bytes())
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=30)
    assert (process.returncode, len(crawl.pages)) == (0, 8), said
    assert said.rstrip().rpartition("\n")[2].startswith("woods: 8 pages with 16 passages are published in ")
