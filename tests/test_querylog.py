"""The query log and the gaps in it."""

from __future__ import annotations

import asyncio
import json

import pytest
from mcp import Client

from mcp_server import querylog
from mcp_server.__main__ import main
from mcp_server.environment import ServerSettings, server_settings
from mcp_server.library import Library
from mcp_server.querylog import QueryLog, read_gaps
from mcp_server.refusals import RefusalError
from mcp_server.server import build_server
from tests.passage_files import club, write_site


def test_nothing_is_kept_by_default(tmp_path):
    assert server_settings({}).query_log is None
    QueryLog(None).note("a.test", "q", "none", [])
    assert list(tmp_path.iterdir()) == []


def test_gaps_are_counted_most_asked_first(tmp_path):
    log = QueryLog(tmp_path / "log")
    for query, verdict in [
        ("Opening hours?", "none"),
        ("opening  HOURS?", "weak"),
        ("parking", "none"),
        ("boat", "strong"),
    ]:
        log.note("a.test", query, verdict, ["hours"] if "ours" in query.lower() else [])
    log.flush()
    first, second = read_gaps(tmp_path / "log")
    assert (first.asked, first.query, first.absent) == (2, "opening  HOURS?", ["hours"])
    assert (second.asked, second.query) == (1, "parking")


def test_the_log_is_bounded_and_its_older_half_is_read_too(tmp_path, monkeypatch):
    monkeypatch.setattr(querylog, "MOST_BYTES", 300)
    log = QueryLog(tmp_path / "log")
    for number in range(20):
        log.note("a.test", f"question {number}", "none", [])
    log.flush()
    assert {path.name for path in tmp_path.iterdir()} == {"log", "log.1"}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 600
    assert 1 < len(read_gaps(tmp_path / "log")) < 20


def test_a_log_that_cannot_be_written_slows_nothing(tmp_path, caplog):
    log = QueryLog(tmp_path / "missing" / "log")
    log.note("a.test", "q", "none", [])
    log.flush()
    assert "cannot be written" in caplog.text


def test_half_a_line_is_passed_over(tmp_path):
    (tmp_path / "log").write_bytes(b'{"time": "t", "query": "q", "verdict": "none"}\n{"time"')
    assert [gap.query for gap in read_gaps(tmp_path / "log")] == ["q"]


def test_no_log_is_a_sentence(tmp_path):
    with pytest.raises(RefusalError):
        read_gaps(tmp_path / "log")


def test_what_clients_ask_is_listed_by_the_command(tmp_path, monkeypatch, capsys):
    file = tmp_path / "asked.log"
    write_site(tmp_path, club())

    async def ask():
        async with Client(build_server(Library(tmp_path), ServerSettings(query_log=file))) as client:
            # no page was asked: nothing is known of what the site answers
            await client.call_tool("search_site", {"query": "airship", "path_prefix": "/nowhere"})
            await client.call_tool("search_site", {"query": "zeppelin hangar"})
            await client.call_tool("answer_question", {"question": "zeppelin hangar"})
            await client.call_tool("search_site", {"query": "leaking boat"})

    asyncio.run(ask())
    for _ in range(100):
        if file.is_file() and file.read_bytes().count(b"\n") == 3:
            break
        asyncio.run(asyncio.sleep(0.02))
    monkeypatch.setenv("SITE_KNOWLEDGE_QUERY_LOG", str(file))
    assert main(["gaps", "--json"]) == 0
    (gap,) = json.loads(capsys.readouterr().out)
    assert (gap["asked"], gap["absent"]) == (2, ["zeppelin", "hangar"])


def test_the_command_says_how_a_log_is_kept(monkeypatch, capsys):
    monkeypatch.delenv("SITE_KNOWLEDGE_QUERY_LOG", raising=False)
    assert main(["gaps"]) == 2
    assert "SITE_KNOWLEDGE_QUERY_LOG=FILE" in capsys.readouterr().err
