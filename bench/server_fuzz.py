"""Broken lines, wrong types, unknown methods and cancels on stdin: the server lives and keeps to the protocol."""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from bench.passagesite import write_made_site
from bench.serverprocess import ServerProcess

_VALUES = [None, True, -1, 0, 1e308, 2**70, "", "x" * 50, "\u2028", "\x00", "../..", [], {}]
_KEYS = ["id", "method", "params", "name", "arguments", "_meta", "query"]
_METHODS = [
    "tools/call", "tools/list", "resources/read", "resources/list", "resources/subscribe", "prompts/get",
    "completion/complete", "ping", "initialize", "server/discover", "subscriptions/listen", "logging/setLevel", "no/no",
]  # fmt: skip
_TOOLS = [
    "list_sites",
    "list_pages",
    "search_site",
    "read_page",
    "read_section",
    "answer_question",
    "crawl_status",
    "no",
]
_ARGUMENTS = ["query", "site", "page", "id", "limit", "cursor", "offset", "question", "k", "sample", "lang", "job_id"]


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lines", type=int, default=5_000)
    command.add_argument("--seed", type=int, default=1)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        write_made_site(Path(folder), 200)
        server = ServerProcess(Path(folder))
        server.shake_hands()
        good: list[str] = []
        for number in range(arguments.lines):
            if chance.random() < 0.15:
                good.append(server.send("tools/call", name="search_site", arguments={"query": "word1"}))
            else:
                server.write(_line(chance, number))
        answered = sum("result" in server.wait_for(number) for number in good)
        code = server.end()
    figures = {
        "lines": arguments.lines,
        "good_calls": len(good),
        "good_answered": answered,
        "doubled": sum(count > 1 for number, count in server.answers.items() if number.startswith('"r')),
        "stray_bytes": server.stray,
        "exit_code": code,
    }
    for name, value in figures.items():
        print(f"{name:16}{value:>8}")
    return figures


def _line(chance: random.Random, number: int) -> bytes:
    kind = chance.random()
    if kind < 0.2:
        return chance.randbytes(chance.randint(1, 200)).replace(b"\n", b"")
    if kind < 0.4:
        return json.dumps(_junk(chance)).encode()
    if kind < 0.45:
        return b'{"a": "' + b"y" * chance.choice([1_000, 100_000, 9_000_000 if number % 50 == 0 else 10]) + b'"}'
    if kind < 0.6:
        params = {"requestId": chance.choice([f"f{number - 1}", number, None, []])}
        return json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).encode()
    if kind < 0.8:
        given = {chance.choice(_ARGUMENTS): _junk(chance, 3) for _ in range(2)}
        params = {"name": chance.choice(_TOOLS), "arguments": given}
        return json.dumps({"jsonrpc": "2.0", "id": f"f{number}", "method": "tools/call", "params": params}).encode()
    identity = chance.choice([f"f{number}", number, None, 1.5, {}])
    message = {"jsonrpc": "2.0", "id": identity, "method": chance.choice(_METHODS), "params": _junk(chance)}
    return json.dumps(message).encode()


def _junk(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.random()
    if depth > 4 or kind < 0.5:
        return chance.choice(_VALUES)
    if kind < 0.75:
        return [_junk(chance, depth + 1) for _ in range(3)]
    return {chance.choice(_KEYS): _junk(chance, depth + 1) for _ in range(3)}
