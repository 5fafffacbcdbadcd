"""Many clients of the Python SDK at once over HTTP, each in a session of its own."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from mcp import Client

from bench.passagesite import made_queries, write_made_site
from bench.serverprocess import http_server, percentile


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passages", type=int, default=100_000)
    command.add_argument("--clients", type=int, default=50)
    command.add_argument("--queries", type=int, default=20, help="of each client")


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        write_made_site(Path(folder), arguments.passages)
        with http_server(Path(folder)) as address:
            asyncio.run(_one(address, ["word1"]))
            alone, _ = asyncio.run(_one(address, made_queries(arguments.queries)))
            began = time.perf_counter()
            together = asyncio.run(_many(address, arguments))
            seconds = time.perf_counter() - began
    times = [value for values, _ in together for value in values]
    figures = {
        "clients": arguments.clients,
        "answered": len(times),
        "errors": sum(errors for _, errors in together),
        "alone_p50_ms": percentile(alone, 0.5),
        "p50_ms": percentile(times, 0.5),
        "p99_ms": percentile(times, 0.99),
        "per_second": len(times) / seconds,
    }
    for name, value in figures.items():
        print(f"{name:14}{value:>12.1f}")
    return figures


async def _many(address: str, arguments: argparse.Namespace) -> list[tuple[list[float], int]]:
    each = [made_queries(arguments.queries, seed) for seed in range(arguments.clients)]
    return list(await asyncio.gather(*(_one(address, queries) for queries in each)))


async def _one(address: str, queries: list[str]) -> tuple[list[float], int]:
    """Times of the answers, and how many were errors or belonged to another question."""
    times, errors = [], 0
    async with Client(address) as client:
        for query in queries:
            began = time.perf_counter()
            reply = await client.call_tool("search_site", {"query": query})
            times.append(time.perf_counter() - began)
            errors += reply.is_error or (reply.structured_content or {}).get("query") != query
    return times, errors
