"""The official TypeScript clients and the Inspector against the server as a process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.clients.conftest import HERE, MODULES, serving
from tests.crawl_run import ROOT, environment
from tests.web_page import about, html


@pytest.fixture
def live(serve_site):
    """The address of a small site on loopback."""
    return serve_site(answers={"/": html("Live", about("live"), "/more"), "/more": html("More", about("more"))}).base


def drive(node, kind, live, *target):
    done = subprocess.run(
        [node, str(HERE / "drive.mjs"), kind, *target],
        cwd=ROOT,
        env=environment(SITE_KNOWLEDGE_ALLOW_PRIVATE="1", FETCH_URL=live),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)


def check(out):
    calls = {call["name"]: call for call in out["calls"][:-1]}
    assert set(calls) == set(out["tools"])
    assert {name for name, call in calls.items() if call["isError"]} == {"crawl_site", "crawl_status", "cancel_crawl"}
    assert all(call["blocks"] == 1 and isinstance(call["structured"]["sources"], list) for call in out["calls"])
    assert "top_k" in out["calls"][-1]["structured"]["error"]
    assert calls["search_site"]["structured"]["results"][0]["url"] == "https://club.example/boats#repairs"
    assert len(out["resources"]) == 6
    assert [page["title"] for page in calls["fetch_doc_content"]["structured"]["content"]] == ["Live", "More"]
    assert "yellow tag" in out["page"]
    assert (out["templates"], out["completed"]) == (["site://{host}/{+path}"], ["boats"])
    assert set(out["prompts"]) == {"answer_from_site", "audit_site"}
    assert "club.example: 6 pages" in out["audit"]


@pytest.mark.parametrize("kind", ["sdk", "client"])
def test_a_typescript_client_drives_every_tool_over_stdio(node, data, live, kind):
    check(drive(node, kind, live, "stdio", sys.executable, "-m", "mcp_server", "--data", str(data)))


@pytest.mark.parametrize("kind", ["sdk", "client"])
def test_a_typescript_client_drives_every_tool_over_http(node, data, live, kind):
    with serving(data) as address:
        check(drive(node, kind, live, "http", address))


def inspect(node, folder, *method):
    """What the Inspector's command line prints for one method."""
    inspector = MODULES / ".bin" / "mcp-inspector"
    server = [sys.executable, "-m", "mcp_server", "--data", str(folder)]
    done = subprocess.run(
        [node, str(inspector), "--cli", *server, "--method", *method],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return json.loads(done.stdout)


def test_the_inspector_lists_every_tool(node22, data):
    listed = inspect(node22, data, "tools/list")["tools"]
    assert len(listed) == 10
    assert all(tool["inputSchema"]["additionalProperties"] is False for tool in listed)


@pytest.mark.parametrize(
    ("tool", "arguments", "is_error"),
    [
        ("list_sites", [], False),
        ("list_pages", ["limit=2"], False),
        ("search_site", ["query=leaking boat"], False),
        ("read_page", ["page=/rules"], False),
        ("read_section", ["id=club.example/rules#rules"], False),
        ("answer_question", ["question=What do I do with a leaking boat?"], False),
        ("fetch_doc_content", ["url=ftp://club.example/"], True),
        ("crawl_site", ["url=ftp://club.example/"], True),
        ("crawl_status", ["job_id=none"], True),
        ("cancel_crawl", ["job_id=none"], True),
    ],
)
def test_the_inspector_calls_every_tool(node22, data, tool, arguments, is_error):
    given = [word for argument in arguments for word in ("--tool-arg", argument)]
    reply = inspect(node22, data, "tools/call", "--tool-name", tool, *given)
    assert reply.get("isError", False) is is_error
    assert isinstance(reply["structuredContent"]["sources"], list)
