"""The examples work as they stand: the client configurations start a server, the documents answer."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import tomllib

import pytest

from tests.crawl_run import ROOT, environment
from tests.test_stdio import HELLO, tool

EXAMPLES = ROOT / "examples"
CONFIGURATIONS = sorted(EXAMPLES.glob("*/*.json"))
SERVERS = [
    pytest.param(server, id=f"{path.parent.name}-{name}")
    for path in CONFIGURATIONS
    for name, server in json.loads(path.read_text("utf-8"))["mcpServers"].items()
]
PLACES = {"${workspaceFolder}": str(EXAMPLES), "/path/to/handbook": str(EXAMPLES / "docs")}


def filled_in(text):
    for place, path in PLACES.items():
        text = text.replace(place, path)
    return text


def ask(server, data, messages):
    """Start a server as a client would, say all messages, and give the replies by id once all are there."""
    asked = {message["id"] for message in messages if "id" in message}
    replies = {}
    with subprocess.Popen(
        [sys.executable, "-m", "sitecrawl.cli", *map(filled_in, server["args"])],
        cwd=ROOT,
        env={
            **environment(SITE_KNOWLEDGE_DATA=str(data)),
            **{name: filled_in(value) for name, value in server.get("env", {}).items()},
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        watchdog = threading.Timer(90, process.kill)
        watchdog.start()
        try:
            process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
            process.stdin.flush()
            while asked - replies.keys() and (line := process.stdout.readline()):
                reply = json.loads(line)
                replies |= {reply["id"]: reply["result"]} if "id" in reply else {}
            process.stdin.close()
            assert process.wait() == 0
        finally:
            watchdog.cancel()
    return replies


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """One data folder for all: the documents are read once and found unchanged after."""
    return tmp_path_factory.mktemp("data")


def test_there_is_a_configuration_for_each_client():
    assert {path.parent.name for path in CONFIGURATIONS} == {"claude-code", "claude-desktop", "cursor"}


@pytest.mark.parametrize("server", SERVERS)
def test_a_configuration_starts_the_installed_command(server):
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert server["command"] in scripts


@pytest.mark.parametrize("server", SERVERS)
def test_a_configured_server_answers(server, data):
    replies = ask(server, data, [*HELLO, tool(2, "search_site", query="Restoring into a folder that is not empty")])
    reads_documents = "--folder" in server["args"] or "DOCS_DIR" in server.get("env", {})
    if reads_documents:
        found = replies[2]["structuredContent"]["results"][0]
        assert (found["id"], found["site"]) == ("docs/guides/backup.md#bring-one-back", "docs")
    assert replies[1]["serverInfo"]["name"]


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("On which port does Lantern listen?", "docs/guides/install.md#windows"),
        ("After how many days is an answered letter deleted on the server?", "docs/settings.md#delete-after"),
        ("Can two people own a tray?", "docs/faq.md#can-two-people-own-a-tray"),
        ("exit code when the service is not running", "docs/commands.md#exit-codes"),
        ("quiet hours of reminders", "docs/settings.md#quiet_hours"),
    ],
)
def test_the_documents_answer_with_their_section(documents, question, section):
    assert section in [result.id for result in documents(question)]


@pytest.fixture(scope="module")
def documents(data):
    """`documents(question)` gives the first three results of the sample documents."""
    from mcp_server.library import Library
    from mcp_server.searching import Question, search_sites

    server = {"args": ["serve", "--folder", str(EXAMPLES / "docs")]}
    ask(server, data, [*HELLO, tool(2, "list_sites")])
    library = Library(data)
    return lambda question: search_sites(library, Question(question, "docs", limit=3)).reply.results
