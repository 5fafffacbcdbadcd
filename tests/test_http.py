"""MCP over HTTP: who is let in, the health page, and a real client over loopback."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from mcp import Client

from mcp_server.refusals import RefusalError
from mcp_server.transports.gate import Admission, Gate, is_loopback
from mcp_server.transports.http import bearer_token, run_http
from tests.crawl_run import ROOT, environment
from tests.passage_files import club, write_site

LOCAL = Admission.for_bind("127.0.0.1", None)
OPEN = Admission.for_bind("0.0.0.0", "s3cret")
NAMED = Admission.for_bind("0.0.0.0", "s3cret", ["mcp.example"])


@pytest.mark.parametrize(
    ("admission", "headers", "status"),
    [
        (LOCAL, {"host": "127.0.0.1:8000"}, None),
        (LOCAL, {"host": "localhost"}, None),
        (LOCAL, {"host": "[::1]:8000"}, None),
        (LOCAL, {"host": "evil.example:8000"}, 421),
        (LOCAL, {}, 421),
        (LOCAL, {"host": "localhost", "origin": "http://localhost:3000"}, None),
        (LOCAL, {"host": "localhost", "origin": "https://evil.example"}, 403),
        (LOCAL, {"host": "localhost", "origin": "null"}, 403),
        (OPEN, {"host": "anything.example"}, 401),
        (OPEN, {"host": "anything.example", "authorization": "Bearer wrong"}, 401),
        (OPEN, {"host": "anything.example", "authorization": "Basic s3cret"}, 401),
        (OPEN, {"host": "anything.example", "authorization": "bearer s3cret"}, None),
        (OPEN, {"host": "a.example", "authorization": "Bearer s3cret", "origin": "https://a.example"}, 403),
        (NAMED, {"host": "mcp.example", "authorization": "Bearer s3cret", "origin": "https://mcp.example"}, None),
        (NAMED, {"host": "other.example", "authorization": "Bearer s3cret"}, 421),
    ],
)
def test_host_origin_and_token_are_checked(admission, headers, status):
    refusal = admission.refusal(headers)
    assert (refusal and refusal[0]) == status


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True), ("::1", True), ("0.0.0.0", False)],
)
def test_loopback_is_this_machine_alone(host, alone):
    assert is_loopback(host) is alone


def test_a_token_comes_from_the_environment_or_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text("s3cret\n", "utf-8")
    assert bearer_token({}) is None
    assert bearer_token({"SITE_KNOWLEDGE_HTTP_TOKEN": "abc"}) == "abc"
    assert bearer_token({"SITE_KNOWLEDGE_HTTP_TOKEN_FILE": str(file)}) == "s3cret"


@pytest.mark.parametrize(
    "variables", [{"SITE_KNOWLEDGE_HTTP_TOKEN": " "}, {"SITE_KNOWLEDGE_HTTP_TOKEN_FILE": "/no/such/file"}]
)
def test_an_empty_token_and_a_missing_file_are_refused(variables):
    with pytest.raises(RefusalError):
        bearer_token(variables)


def test_another_bind_without_a_token_is_refused(tmp_path, monkeypatch):
    monkeypatch.delenv("SITE_KNOWLEDGE_HTTP_TOKEN", raising=False)
    with pytest.raises(RefusalError, match="SITE_KNOWLEDGE_HTTP_TOKEN"):
        run_http(tmp_path, "0.0.0.0", 0)


def ask(gate, method="POST", path="/mcp"):
    """Status and body of one request through `gate`."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": [(b"host", b"localhost")]}
    asyncio.run(gate(scope, None, send))
    return sent[0]["status"], json.loads(sent[1]["body"])


def test_the_health_page_tells_loading_from_ready():
    states = iter([False, True])
    gate = Gate(None, LOCAL, lambda: next(states))
    assert ask(gate, "GET", "/healthz") == (200, {"status": "loading"})
    assert ask(gate, "GET", "/healthz") == (200, {"status": "ready"})


def test_requests_beyond_the_bound_are_put_off():
    assert ask(Gate(None, LOCAL, lambda: True, most_at_once=0))[0] == 503


@contextmanager
def serving(folder, **variables) -> Iterator[str]:
    """A server process on a free port; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "http", "--port", "0", "--data", str(folder)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**environment(), **variables},
    )
    try:
        lines = iter(process.stderr.readline, "")
        yield next(found[1] for line in lines if (found := re.search(r"(http://\S+)/mcp", line)))
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_clients_of_both_eras_are_served_at_once_and_strangers_are_not(tmp_path):
    write_site(tmp_path, club())

    async def talk(address, mode):
        async with Client(f"{address}/mcp", mode=mode) as client:
            found = await client.call_tool("search_site", {"query": "leaking boat"})
            return found.structured_content["results"][0]["page_url"]

    async def talk_all(address):
        return await asyncio.gather(*(talk(address, mode) for mode in ["legacy", "auto"] * 5))

    def status(address, headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(address, b"{}", headers), timeout=10) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    with serving(tmp_path) as address:
        assert set(asyncio.run(asyncio.wait_for(talk_all(address), 60))) == {"https://club.example/boats"}
        assert status(f"{address}/mcp", {"Origin": "https://evil.example"}) == 403
        assert status(f"{address}/mcp", {"Host": "evil.example"}) == 421


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_session_over_http_is_told_that_resources_change(tmp_path, mode):
    write_site(tmp_path, club())

    async def capabilities(address):
        async with Client(f"{address}/mcp", mode=mode) as client:
            return client.server_capabilities

    with serving(tmp_path) as address:
        told = asyncio.run(asyncio.wait_for(capabilities(address), 60))

    assert told.resources.list_changed is True
    assert told.resources.subscribe is True
