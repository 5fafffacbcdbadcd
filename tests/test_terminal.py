"""The search and the evaluation in a terminal: what is printed, and the exit codes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from mcp import Client

from mcp_server.__main__ import main
from mcp_server.library import Library
from mcp_server.refusals import RefusalError
from mcp_server.server import build_server
from mcp_server.speech import offering_crawls, to_client
from tests.passage_files import club, page, part, write_site


@pytest.fixture
def data(tmp_path):
    write_site(tmp_path, club())
    return tmp_path


def run(capsys, *arguments):
    """Exit code, stdout and stderr of a command."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_person_reads_verdict_place_and_text(data, capsys):
    code, out, err = run(capsys, "search", "leaking boat", "--data", data)
    assert code == 0
    assert "strong" in out
    assert "https://club.example/boats#repairs" in out
    assert str(data) in err


def test_a_program_gets_what_the_tool_replies(data, capsys):
    async def ask():
        async with Client(build_server(Library(data))) as client:
            return await client.call_tool("search_site", {"query": "leaking boat"})

    _, out, _ = run(capsys, "search", "leaking boat", "--json", "--data", data)
    assert json.loads(out) == asyncio.run(ask()).structured_content


def test_the_data_folder_may_stand_before_the_command(data, capsys):
    assert run(capsys, "--data", data, "search", "boat")[0] == 0


def test_parts_of_a_score_add_up_to_it(data, capsys):
    _, out, _ = run(capsys, "search", "leaking boat", "--json", "--explain", "--data", data)
    best = json.loads(out)["results"][0]
    assert sum(row["value"] for row in best["parts"]) == pytest.approx(best["score"], abs=1e-3)
    assert "leaking" in run(capsys, "search", "leaking boat", "--explain", "--data", data)[1]


def test_a_question_may_begin_with_a_dash(data, capsys):
    code, out, _ = run(capsys, "search", "--leaking", "--limit", "1", "--data", data)
    assert code == 0
    assert "https://club.example/boats#repairs" in out


def test_nothing_found_is_no_failure(data, capsys):
    code, out, _ = run(capsys, "search", "zeppelin", "--data", data)
    assert code == 0
    assert "Nowhere on the site: zeppelin" in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["search", "x" * 600], "600"),
        (["search", " "], "no word"),
        (["search", "a", "--site", "nowhere.example"], "club.example"),
        (["search", "a", "--limit", "0"], "1 to 25"),
        (["search", "a", "--limit", "many"], "many"),
        (["search", "a", "--no-such-option"], "--no-such-option"),
        (["search"], "QUESTION"),
        (["no-such-command"], "no-such-command"),
        (["evaluate", "/no/such/file"], "/no/such/file"),
    ],
)
def test_a_usage_error_is_one_sentence_and_exit_2(data, capsys, arguments, word):
    code, out, err = run(capsys, "--data", data, *arguments)
    assert (code, out) == (2, "")
    assert word in err.strip().split("\n")[-1]


def test_an_empty_folder_is_a_usage_error(tmp_path, capsys):
    code, _, err = run(capsys, "search", "anything", "--data", tmp_path)
    assert code == 2
    assert "scrapy crawl site" in err


def test_several_sites_want_a_name(data, capsys):
    write_site(data, [page("https://shop.example/", "Shop", [part(None, "boats for sale")])])
    code, _, err = run(capsys, "search", "boat", "--data", data)
    assert code == 2
    assert "club.example, shop.example" in err


def test_a_person_is_told_of_commands_and_a_client_of_tools(data, capsys):
    write_site(data, [page("https://shop.example/", "Shop", [part(None, "boats for sale")])])
    error = run(capsys, "search", "boat", "--data", data)[2]
    assert "Give --site, one of: club.example, shop.example; --site '*' searches all of them." in error
    assert "search_site" not in error
    with pytest.raises(RefusalError, match=r"Give site, one of.*search_site takes"):
        Library(data).site(None)


def test_hints_name_the_way_the_program_was_called(tmp_path, capsys):
    def last_error(caller, *arguments):
        assert main([*arguments], caller=caller) == 2
        return capsys.readouterr().err.strip().split("\n")[-1]

    search = ["search", "boat", "--data", str(tmp_path)]
    assert last_error("site-knowledge", *search).endswith(
        f"Run: site-knowledge crawl https://example.com --data {tmp_path}"
    )
    assert last_error("python -m mcp_server", *search).endswith(
        f"Run: scrapy crawl site -a url=https://example.com -s SITECRAWL_DATA_DIR={tmp_path}"
    )
    assert last_error("site-knowledge", "search").endswith("See: site-knowledge search --help")


def test_a_client_of_an_empty_folder_is_told_how_to_fill_it():
    speech = to_client("site-knowledge", Path("/my data"))
    assert speech.crawl == "Run: site-knowledge crawl https://example.com --data '/my data'"
    assert offering_crawls(speech).crawl.startswith("Call crawl_site, or run: site-knowledge crawl")


def test_a_person_reads_what_the_passages_are_worth(data, capsys):
    out = run(capsys, "search", "leaking boat", "--data", data)[1]
    assert "The answer is in these passages." in out
    assert "cite" not in out


def test_a_file_that_cannot_be_served_is_told_once(tmp_path, capsys):
    (tmp_path / "x.test.jsonl").write_text('{"v": 9, "kind": "page"}\n')
    code, _, error = run(capsys, "search", "boat", "--data", tmp_path)
    assert code == 2
    assert error.count("passage format 9") == 1


def test_markup_in_a_page_is_printed_as_it_stands(tmp_path, capsys):
    write_site(tmp_path, [page("https://a.example/", "[bold]T[/bold]", [part(None, "boat [red]x[/nope]")])])
    assert "boat [red]x[/nope]" in run(capsys, "search", "boat", "--data", tmp_path)[1]


QUESTIONS = [
    {"query": "leaking boat", "urls": ["https://club.example/boats#repairs"]},
    {"query": "beginners course", "urls": ["/lessons"]},
    {"query": "zeppelin hangar", "urls": []},
]


def test_own_questions_are_measured(data, capsys):
    file = data / "questions.txt"
    file.write_text("\n".join(map(json.dumps, QUESTIONS)), "utf-8")
    code, out, _ = run(capsys, "evaluate", file, "--site", "club.example", "--json", "--data", data)
    figures = json.loads(out)
    assert code == 0
    assert (figures["success1"], figures["answerable"], figures["unanswerable"]) == (1.0, 2, 1)
    assert figures["abstained"] == 1.0


def test_figures_are_printed_for_a_person(data, capsys):
    file = data / "questions.txt"
    file.write_text(json.dumps({"query": "zeppelin", "urls": ["/boats"]}), "utf-8")
    code, out, _ = run(capsys, "evaluate", file, "--data", data)
    assert code == 0
    assert "Not first" in out
    assert "mrr10" in out
    assert "{" not in out


def test_a_right_address_that_the_site_does_not_have_is_named_with_the_nearest(data, capsys):
    file = data / "questions.txt"
    rows = [
        {"query": "leaking boat", "urls": ["https://club.example/boats#repair"]},
        {"query": "beginners course", "urls": ["/lesson", "/lessons"]},
        {"query": "zeppelin hangar", "urls": []},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    out = run(capsys, "evaluate", file, "--data", data)[1]
    assert "https://club.example/boats#repair  (leaking boat); nearest: https://club.example/boats#repairs\n" in out
    assert "/lesson  (beginners course); nearest: https://club.example/lessons\n" in out
    assert "1 cannot succeed" in out
    reply = json.loads(run(capsys, "evaluate", file, "--json", "--data", data)[1])
    assert reply["hopeless"] == 1
    assert [len(outcome["unknown"]) for outcome in reply["outcomes"]] == [1, 1, 0]


@pytest.mark.parametrize("line", ["{", '{"query": "a"}', '{"query": 1, "urls": []}', '{"query": "a", "urls": "x"}', ""])
def test_a_bad_question_is_named_by_its_line(data, capsys, line):
    file = data / "questions.txt"
    file.write_text(line, "utf-8")
    code, _, err = run(capsys, "evaluate", file, "--data", data)
    assert code == 2
    assert "questions.txt" in err
