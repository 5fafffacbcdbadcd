"""The server as a process over stdio: handshake, purity, end of input, odd lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from tests.crawl_run import ROOT, environment
from tests.passage_files import club, page, part, write_site

CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


HELLO = [request(1, "initialize", **CLIENT), {"jsonrpc": "2.0", "method": "notifications/initialized"}]


def tool(number, name, **arguments):
    return request(number, "tools/call", name=name, arguments=arguments)


def speak(folder, messages, cwd=None, **variables):
    """Write all messages, end the input, and give the finished process and its replies by id."""
    lines = [m if isinstance(m, bytes) else json.dumps(m).encode() + b"\n" for m in messages]
    done = subprocess.run(
        [sys.executable, "-m", "mcp_server", "--data", str(folder)],
        input=b"".join(lines),
        capture_output=True,
        env={**environment(), **variables},
        cwd=cwd,
        timeout=60,
        check=False,
    )
    replies = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]]
    return done, {reply["id"]: reply for reply in replies if "id" in reply}


@pytest.fixture
def data(tmp_path):
    write_site(tmp_path, club())
    return tmp_path


def test_requests_already_read_are_answered_when_the_input_ends(data):
    done, replies = speak(data, [*HELLO, tool(2, "search_site", query="leaking boat"), request(3, "tools/list")])
    assert set(replies) == {1, 2, 3}
    assert replies[2]["result"]["structuredContent"]["verdict"] == "strong"
    assert done.returncode == 0


def test_it_works_from_the_root_folder_and_names_its_data_folder(data):
    done, replies = speak(data, [*HELLO, tool(2, "list_sites")], cwd="/", PYTHONPATH=str(ROOT))
    assert replies[2]["result"]["structuredContent"]["sites"][0]["host"] == "club.example"
    assert str(data) in done.stderr.decode()


def test_the_era_of_2026_is_served(data):
    call = request(2, "tools/call", name="list_sites", arguments={}, _meta=ENVELOPE)
    _, replies = speak(data, [request(1, "server/discover", _meta=ENVELOPE), call])
    assert "2026-07-28" in json.dumps(replies[1])
    assert replies[2]["result"]["resultType"] == "complete"


def test_the_wire_is_utf8_whatever_the_console_says(tmp_path):
    write_site(
        tmp_path,
        [page("https://ja.example/", "返品", [part("返品", "三十日以内に返品できます — 🦢 a\u2028b")], lang="ja")],
    )
    odd = {"PYTHONIOENCODING": "cp932", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done, replies = speak(tmp_path, [*HELLO, tool(2, "search_site", query="返品")], **odd)
    assert "三十日以内に返品できます — 🦢" in replies[2]["result"]["structuredContent"]["results"][0]["text"]
    assert "\u2028" not in done.stdout.decode("utf-8")
    assert b"\r" not in done.stdout


def test_a_damaged_line_is_told_on_stderr_alone(data):
    with (data / "club.example.jsonl").open("ab") as file:
        file.write(b"{not json\n")
    done, replies = speak(
        data, [*HELLO, tool(2, "search_site", query="boat")], LOG_LEVEL="DEBUG", PYTHONWARNINGS="default"
    )
    assert not replies[2]["result"].get("isError")
    assert b"line 19" in done.stderr


ODD_LINES = [
    b"{not json\n",
    b"\xff\xfe\x00\n",
    b"[]\n",
    b"null\n",
    b"\n",
    b'{"jsonrpc": "2.0", "id": 7}\n',
    b'{"jsonrpc": "2.0", "method": 5}\n',
    b'{"jsonrpc": "2.0", "id": 7, "result": {}}\n',
    b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}}\n',
    b'"' + b"x" * 9_000_000 + b'"\n',
    b"[" * 100_000 + b"\n",
]


def test_odd_lines_do_not_end_the_conversation(data):
    calls = [message for number, line in enumerate(ODD_LINES, 10) for message in (line, tool(number, "list_sites"))]
    done, replies = speak(data, [*HELLO, *calls])
    assert all(not replies[10 + number]["result"].get("isError") for number in range(len(ODD_LINES)))
    assert done.returncode == 0


def test_a_malformed_request_is_answered_under_its_id(data):
    _, replies = speak(
        data, [*HELLO, {"jsonrpc": "1.0", "id": 5, "method": "tools/list"}, request(6, "no/such/method")]
    )
    assert replies[5]["error"]["code"] == -32600
    assert replies[6]["error"]["code"] == -32601


def test_the_handshake_does_not_wait_for_a_large_file(tmp_path):
    parts = [part(f"Part {n}", f"word{n} " * 200, anchor=f"p{n}") for n in range(3_000)]
    write_site(tmp_path, [page("https://big.example/", "Big", parts)])
    server = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    with server:
        server.stdin.write(json.dumps(HELLO[0]).encode() + b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        # the index is being built now; the process ends all the same
        server.stdin.close()
        began = time.monotonic()
        assert server.wait(20) == 0
        assert time.monotonic() - began < 5


def test_a_closed_stdin_is_a_sentence(data):
    command = f"exec {sys.executable} -m mcp_server --data {data} <&-"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, env=environment(), timeout=60, check=False)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_person_who_starts_it_in_a_terminal_is_told_what_it_is(tmp_path):
    keyboard, terminal = os.openpty()
    command = [sys.executable, "-m", "mcp_server", "--data", str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=terminal, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as server:
        os.close(terminal)
        assert "which a client starts" in server.stderr.readline().decode()
        os.write(keyboard, b"\x04")
        assert server.wait(20) == 0
        server.stderr.close()
    os.close(keyboard)
