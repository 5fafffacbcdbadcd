"""Time to the handshake, against a process that only imports the SDK, and to the first answer."""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.passagesite import made_queries, write_made_site
from bench.serverprocess import HELLO, MODERN, ROOT, ServerProcess


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passages", type=int, default=100_000)
    command.add_argument("--rounds", type=int, default=7)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        write_made_site(data, arguments.passages)
        cold = _first_answer(data)
        warm = _first_answer(data)
        times: dict[str, list[float]] = {"initialize": [], "discover": [], "bare": []}
        for _ in range(arguments.rounds):  # interleaved: the machine is not equally busy all the time
            times["initialize"].append(_handshake(data, "initialize", HELLO))
            times["discover"].append(_handshake(data, "server/discover", {"_meta": MODERN}))
            times["bare"].append(_bare())
        shutil.rmtree(data / ".index", ignore_errors=True)
    medians = {f"{name}_s": statistics.median(values) for name, values in times.items()}
    figures = {
        "passages": arguments.passages,
        **medians,
        "ratio": medians["initialize_s"] / medians["bare_s"],
        "first_search_cold_s": cold,
        "first_search_warm_s": warm,
    }
    for name, value in figures.items():
        print(f"{name:24}{value:>12.3f}")
    return figures


def _handshake(data: Path, method: str, params: dict[str, Any]) -> float:
    began = time.perf_counter()
    server = ServerProcess(data)
    server.ask(method, **params)
    seconds = time.perf_counter() - began
    server.end()
    return seconds


def _bare() -> float:
    """A process that imports the SDK and says that it is there."""
    began = time.perf_counter()
    command = [sys.executable, "-c", "import mcp.server; print('ready', flush=True); input()"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        seconds = time.perf_counter() - began
        process.communicate(b"\n")
    return seconds


def _first_answer(data: Path) -> float:
    began = time.perf_counter()
    server = ServerProcess(data)
    server.shake_hands()
    server.call("search_site", query=made_queries(1)[0])
    seconds = time.perf_counter() - began
    server.end()
    return seconds
