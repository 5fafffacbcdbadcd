"""The server as a process, spoken to over stdio or HTTP, as a client would."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
WAIT_SECONDS = 120.0


class ServerProcess:
    """One server over stdio. `answers` counts the answers by id, `stray` the bytes that are no protocol."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mcp_server", "--data", str(data)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.answers: Counter[str] = Counter()
        self.stray = 0
        self._replies: dict[str, dict[str, Any]] = {}
        self._changed = threading.Condition()
        self._ended = False
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def write(self, line: bytes) -> None:
        """Send a line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, method: str, **params: Any) -> str:
        """Send a request; its id."""
        self._number += 1
        number = f"r{self._number}"
        self.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode())
        return number

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        return self.wait_for(self.send(method, **params))

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; the result."""
        result: dict[str, Any] = self.ask("tools/call", name=name, arguments=arguments)["result"]
        return result

    def shake_hands(self) -> None:
        """Initialize as a client of 2025-11-25."""
        self.ask("initialize", **HELLO)
        self.notify("notifications/initialized")

    def wait_for(self, number: str) -> dict[str, Any]:
        """The answer to a request. Raises TimeoutError when none comes."""
        with self._changed:
            if not self._changed.wait_for(lambda: number in self._replies or self._ended, WAIT_SECONDS):
                raise TimeoutError(f"no answer to {number} within {WAIT_SECONDS:.0f} s")
            if number not in self._replies:
                raise TimeoutError(f"the server ended before it answered {number}")
            return self._replies.pop(number)

    def memory_mb(self) -> float:
        """Resident memory; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        except OSError:
            return 0.0
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def end(self) -> int:
        """End the input and wait; the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(WAIT_SECONDS)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            try:
                message = json.loads(line.decode("utf-8"))
                is_protocol = isinstance(message, dict) and message.get("jsonrpc") == "2.0"
            except ValueError:
                is_protocol = False
            with self._changed:
                if not is_protocol:
                    self.stray += len(line)
                elif "id" in message and ("result" in message or "error" in message):
                    self.answers[json.dumps(message["id"])] += 1
                    self._replies[str(message["id"])] = message
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()


@contextmanager
def http_server(data: Path) -> Iterator[str]:
    """A server over HTTP on a free port; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_server", "http", "--port", "0", "--data", str(data)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        yield next(found[1] for line in lines if (found := re.search(r"(http://\S+/mcp)", line)))
    finally:
        process.terminate()
        process.communicate(timeout=WAIT_SECONDS)


def percentile(seconds: list[float], share: float) -> float:
    """The value below which `share` of the values lie, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1_000
