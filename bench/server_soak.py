"""A long conversation with reloads and cancels: nothing leaks, no reply is lost or doubled."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.passagesite import SITE, made_queries, write_made_site
from bench.serverprocess import ServerProcess

_RELOAD_SECONDS = 5.0
_CANCELLED = 0.1


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passages", type=int, default=5_000)
    command.add_argument("--seconds", type=float, default=300.0)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(3)
    queries = made_queries(1_000)
    with tempfile.TemporaryDirectory() as folder:
        write_made_site(Path(folder), arguments.passages)
        server = ServerProcess(Path(folder))
        server.shake_hands()
        server.call("search_site", query="word1")
        began = reloaded = time.monotonic()
        waiting: list[str] = []
        asked = cancelled = reloads = 0
        memory = [server.memory_mb()]
        while time.monotonic() - began < arguments.seconds:
            number = _ask(server, chance, queries)
            asked += 1
            if chance.random() < _CANCELLED:
                server.notify("notifications/cancelled", requestId=number)
                cancelled += 1
            else:
                waiting.append(number)
            if len(waiting) >= 20:
                for number in waiting:
                    server.wait_for(number)
                waiting = []
            if time.monotonic() - reloaded > _RELOAD_SECONDS:
                reloads += 1
                write_made_site(Path(folder), arguments.passages, seed=reloads + 1)
                reloaded = time.monotonic()
                memory.append(server.memory_mb())
        for number in waiting:
            server.wait_for(number)
        code = server.end()
    settled = memory[len(memory) // 4 :]
    figures = {
        "asked": asked,
        "cancelled": cancelled,
        "reloads": reloads,
        "lost": 0,  # a lost one is a TimeoutError above
        "doubled": sum(count > 1 for count in server.answers.values()),
        "stray_bytes": server.stray,
        "memory_first_mb": settled[0],
        "memory_last_mb": settled[-1],
        "exit_code": code,
    }
    for name, value in figures.items():
        print(f"{name:18}{value:>12.1f}")
    return figures


def _ask(server: ServerProcess, chance: random.Random, queries: list[str]) -> str:
    name, arguments = chance.choice(
        [
            ("search_site", {"query": chance.choice(queries)}),
            ("search_site", {"query": chance.choice(queries), "limit": 25, "path_prefix": "/page-000001"}),
            ("read_page", {"page": f"/page-{chance.randrange(500):06}"}),
            ("read_section", {"id": f"{SITE}/page-{chance.randrange(500):06}#s1"}),
            ("list_pages", {"limit": 10}),
            ("list_sites", {}),
        ]
    )
    return server.send("tools/call", name=name, arguments=arguments)
