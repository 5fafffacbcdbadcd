"""Round trips of search_site over stdio, index loaded."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.passagesite import made_queries, write_made_site
from bench.serverprocess import ServerProcess, percentile


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passages", type=int, default=100_000)
    command.add_argument("--queries", type=int, default=1_000)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        write_made_site(Path(folder), arguments.passages)
        server = ServerProcess(Path(folder))
        server.shake_hands()
        server.call("search_site", query="word1")
        times = []
        for query in made_queries(arguments.queries):
            began = time.perf_counter()
            server.call("search_site", query=query)
            times.append(time.perf_counter() - began)
        memory = server.memory_mb()
        server.end()
    figures = {
        "passages": arguments.passages,
        "p50_ms": percentile(times, 0.5),
        "p99_ms": percentile(times, 0.99),
        "memory_mb": memory,
    }
    for name, value in figures.items():
        print(f"{name:12}{value:>12.1f}")
    return figures
