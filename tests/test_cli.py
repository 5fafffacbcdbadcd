"""The installed command `site-knowledge`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types

import pytest

from sitecrawl import arguments, cli
from sitecrawl.cli import main
from sitecrawl.cliflags import CRAWL_FLAGS, SERVER_COMMANDS
from sitecrawl.crawlprocess import Ended
from sitecrawl.sites import list_sites
from tests.crawl_run import FAST, ROOT
from tests.test_sites import put_site


@pytest.fixture
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.delenv("SITECRAWL_DATA_DIR", raising=False)
    monkeypatch.setenv("SITE_KNOWLEDGE_DATA", str(folder))
    return folder


@pytest.fixture
def crawls(monkeypatch):
    """Collects the crawls that would run; each ends with code 4."""
    commands = []

    def run(command, *, quiet=False):
        assert command[-2:] == ["-s", "CALLER=site-knowledge"]
        commands.append(command[4:-2])
        return Ended(4, "Nothing.", False)

    monkeypatch.setattr(cli, "run_crawl", run)
    return commands


def test_every_argument_of_a_crawl_has_its_flag():
    assert {*CRAWL_FLAGS, "url", "force"} == set(arguments.NAMES)


def test_a_crawl_hands_its_flags_over_and_gives_the_code_back(crawls):
    code = main(["crawl", "a.test", "--max-pages", "5", "--path-prefix=/docs", "--refresh", "full", "--force"])
    assert code == 4
    assert crawls == [
        [
            "site",
            "-a",
            "url=a.test",
            "-a",
            "max_pages=5",
            "-a",
            "path_prefix=/docs",
            "-a",
            "refresh=full",
            "-a",
            "force=1",
        ]
    ]


def test_settings_and_the_data_folder_are_handed_over(crawls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["crawl", "a.test", "--data", "here", "-s", "DOWNLOAD_DELAY=2"])
    assert crawls[0][-4:] == ["-s", "DOWNLOAD_DELAY=2", "-s", f"SITECRAWL_DATA_DIR={tmp_path / 'here'}"]


def test_a_folder_is_named_after_itself(crawls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    main(["folder", "handbook", "--base-url", "https://a.test/", "--watch"])
    assert crawls == [
        ["folder", "-a", f"path={tmp_path / 'handbook'}", "-a", "name=handbook", "-a", "base_url=https://a.test/",
         "-a", "watch=1"]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ([], "COMMAND"),
        (["crawl"], "URL"),
        (["crawl", "a.test", "--depth", "3"], "--depth"),
        (["crawl", "a.test", "-s", "DOWNLOAD_DELAY"], "DOWNLOAD_DELAY=2"),
        (["fetch"], "fetch"),
        (["report", "a.test"], "a.test"),
        (["remove", "a.test"], "a.test"),
        (["refresh", "a.test"], "a.test"),
        (["refresh"], "site-knowledge crawl URL"),
        (["refresh", "--all"], "site-knowledge crawl URL"),
    ],
)
def test_a_users_error_is_one_sentence_and_exit_2(data, capsys, line, word):
    assert main(line) == 2
    output = capsys.readouterr()
    (sentence,) = [said for said in output.err.splitlines() if not said.startswith("Data folder: ")]
    assert word in sentence
    assert output.out == ""


def test_a_mistyped_option_is_answered_with_the_right_one(data, capsys):
    assert main(["crawl", "a.test", "--max-page", "5"]) == 2
    assert capsys.readouterr().err.endswith("unrecognized arguments: --max-page 5. Did you mean --max-pages?\n")


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    shown = capsys.readouterr().out
    commands = {"crawl", "folder", "sites", "report", "refresh", "remove", *SERVER_COMMANDS}
    assert ended.value.code == 0
    assert all(command in shown for command in commands)


def test_sites_are_listed_with_their_numbers(data, capsys):
    put_site(data, "a.test", pages=2)
    assert main(["sites"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split("\t") == ["site", "pages", "passages", "crawled", "age", "notes"]
    assert row.startswith("a.test\t2\t4\t2026-01-01 10:00\t")


def test_sites_for_a_program_are_json(data, capsys):
    put_site(data, "a.test", stale=True)
    main(["sites", "--json"])
    (row,) = json.loads(capsys.readouterr().out)["sites"]
    assert (row["site"], row["pages"], row["notes"]) == ("a.test", 1, "1 stale")


def test_without_a_site_the_next_step_is_said(data, capsys):
    assert main(["sites"]) == 0
    assert "site-knowledge crawl URL" in capsys.readouterr().err


def test_a_report_is_shown_for_a_person(data, capsys):
    put_site(data, "www.a.test")
    assert main(["report", "a.test"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "www.a.test: 2026-01-01T10:02:05+00:00, finished, published"
    assert "passages 2" in lines


def test_a_report_for_a_program_is_the_stored_one(data, capsys):
    paths = put_site(data, "a.test")
    main(["report", "a.test", "--json"])
    assert json.loads(capsys.readouterr().out) == json.loads(paths.report.read_text("utf-8"))


def test_removing_a_site_says_what_went(data, capsys):
    put_site(data, "a.test")
    put_site(data, "b.test")
    assert main(["remove", "a.test"]) == 0
    assert "a.test.jsonl, a.test.report.json" in capsys.readouterr().out
    assert list_sites(data) == ["b.test"]


def test_everything_that_is_removed_is_named_once_by_its_place(data, capsys):
    paths = put_site(data, "127.0.0.1:8000")
    for folder in (paths.work, paths.index):
        folder.mkdir(parents=True, exist_ok=True)
    assert main(["remove", "127.0.0.1:8000"]) == 0
    assert capsys.readouterr().out == (
        "127.0.0.1:8000: removed 127.0.0.1_8000.jsonl, 127.0.0.1_8000.report.json, "
        ".crawl/127.0.0.1_8000, .index/127.0.0.1_8000\n"
    )


def test_removing_needs_the_exact_name(data, capsys):
    put_site(data, "www.a.test")
    assert main(["remove", "a.test"]) == 2
    assert "There is: www.a.test" in capsys.readouterr().err
    assert list_sites(data) == ["www.a.test"]


def test_refresh_prints_one_line_a_site_and_the_worst_code(data, capsys, monkeypatch):
    put_site(data, "a.test")
    put_site(data, "b.test")
    monkeypatch.setattr(
        cli, "refresh_sites", lambda folder, sites, settings: [(0, f"{sites[0]}: fine"), (3, f"{sites[1]}: no")]
    )
    assert main(["refresh", "--all"]) == 3
    assert capsys.readouterr() == ("a.test: fine\nb.test: no\n", "")


def test_refresh_never_guesses_which_site(data, capsys):
    put_site(data, "a.test")
    put_site(data, "b.test")
    assert main(["refresh"]) == 2
    assert "a.test, b.test; or --all" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "handed"),
    [
        (["serve", "--data", "d"], ["--data", "d"]),
        (["search", "Who?", "--json"], ["search", "Who?", "--json"]),
        (["http", "--port", "1"], ["http", "--port", "1"]),
        (["evaluate", "f", "--help"], ["evaluate", "f", "--help"]),
        (["gaps"], ["gaps"]),
    ],
)
def test_commands_of_the_server_are_handed_over_whole(monkeypatch, line, handed):
    got = []
    module = types.SimpleNamespace(main=lambda argv, caller, serving: got.append((argv, caller, serving)) or 7)
    monkeypatch.setitem(sys.modules, "mcp_server.__main__", module)
    assert main(line) == 7
    assert got == [(handed, "site-knowledge", line[0] == "serve")]


def test_a_server_that_is_not_installed_is_a_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mcp_server.__main__", None)
    assert main(["search", "Who?"]) == 2
    assert "pip install" in capsys.readouterr().err


def test_a_site_is_crawled_refreshed_and_listed_from_any_folder(serve_site, tmp_path):
    server = serve_site("basic")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SITE_KNOWLEDGE_DATA": str(tmp_path / "data")}
    environment.pop("SITECRAWL_DATA_DIR", None)

    def run(*line):
        command = [sys.executable, "-m", "sitecrawl.cli", *line]
        return subprocess.run(
            command, cwd="/", env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False
        )

    fast = [word for name, value in FAST.items() for word in ("-s", f"{name}={value}")]
    crawled = run("crawl", server.base, "--max-pages", "1", *fast)
    refreshed = run("refresh", server.site, *fast)
    assert (crawled.returncode, refreshed.returncode) == (0, 0), crawled.stderr + refreshed.stdout
    assert refreshed.stdout.startswith(f"{server.site}: 1 pages (0 new, 0 changed, 1 unchanged")
    assert f"{server.site}\t1\t" in run("sites").stdout
