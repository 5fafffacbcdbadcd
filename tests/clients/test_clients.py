"""The official TypeScript clients and the conformance suite against the server as a process.

Node and the packages of package.json are needed: without Node, or where they cannot be installed,
the tests are skipped with the reason (with CI set they fail instead).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.crawl_run import ROOT, environment
from tests.passage_files import club, write_site

HERE = Path(__file__).parent
# each asks for a tool, resource or prompt that the suite's own example server offers
OWN_FIXTURES = {
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
}
# protocol logging is deprecated by 2026-07-28 and not offered
NOT_OFFERED = {"logging-set-level"}


def give_up(reason):
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def node():
    """The Node program, with the packages installed."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        give_up("Node is not installed")
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    if not all((HERE / "node_modules" / name).is_dir() for name in wanted):
        # not `npm ci`: it refuses the Inspector's optional packages for other systems
        command = [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=300, check=False)
        if done.returncode:
            give_up(f"the client packages cannot be installed: {done.stderr.strip()[-300:]}")
    return program


@pytest.fixture
def data(tmp_path):
    write_site(tmp_path, club())
    return tmp_path


@contextmanager
def serving(folder) -> Iterator[str]:
    """A server process over HTTP on a free port; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "http", "--port", "0", "--data", str(folder)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    try:
        lines = iter(process.stderr.readline, "")
        yield next(found[1] for line in lines if (found := re.search(r"(http://\S+/mcp)", line)))
    finally:
        process.terminate()
        process.communicate(timeout=20)


def drive(node, kind, *target):
    done = subprocess.run(
        [node, str(HERE / "drive.mjs"), kind, *target],
        cwd=ROOT,
        env=environment(),
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
    assert "yellow tag" in out["page"]
    assert (out["templates"], out["completed"]) == (["site://{host}/{+path}"], ["boats"])
    assert set(out["prompts"]) == {"answer_from_site", "audit_site"}
    assert "club.example: 6 pages" in out["audit"]


@pytest.mark.parametrize("kind", ["sdk", "client"])
def test_a_typescript_client_drives_every_tool_over_stdio(node, data, kind):
    check(drive(node, kind, "stdio", sys.executable, "-m", "mcp_server", "--data", str(data)))


@pytest.mark.parametrize("kind", ["sdk", "client"])
def test_a_typescript_client_drives_every_tool_over_http(node, data, kind):
    with serving(data) as address:
        check(drive(node, kind, "http", address))


def test_the_conformance_suite_finds_nothing_but_its_own_fixtures_missing(node, data):
    suite = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    with serving(data) as address:
        command = [node, str(suite), "server", "--url", address]
        done = subprocess.run(command, cwd=data, capture_output=True, encoding="utf-8", timeout=300, check=False)
    results = dict(re.findall(r"^[✓✗] ([\w-]+): \d+ passed, (\d+) failed", done.stdout, re.M))
    assert {name for name, failed in results.items() if failed != "0"} <= OWN_FIXTURES | NOT_OFFERED
    assert {"server-initialize", "tools-list", "resources-subscribe", "dns-rebinding-protection"} <= results.keys()


def inspect(node, folder, *method):
    """What the Inspector's command line prints for one method."""
    inspector = HERE / "node_modules" / ".bin" / "mcp-inspector"
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


def test_the_inspector_lists_every_tool(node, data):
    listed = inspect(node, data, "tools/list")["tools"]
    assert len(listed) == 9
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
        ("crawl_site", ["url=ftp://club.example/"], True),
        ("crawl_status", ["job_id=none"], True),
        ("cancel_crawl", ["job_id=none"], True),
    ],
)
def test_the_inspector_calls_every_tool(node, data, tool, arguments, is_error):
    given = [word for argument in arguments for word in ("--tool-arg", argument)]
    reply = inspect(node, data, "tools/call", "--tool-name", tool, *given)
    assert reply.get("isError", False) is is_error
    assert isinstance(reply["structuredContent"]["sources"], list)
