"""Installs a wheel into a fresh environment and uses it from the root folder, as a user without a checkout does.

`python scripts/check_wheel.py dist/site_knowledge-….whl` exits with 1 and a sentence when a step fails.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import venv
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from demo.serve import FolderServer  # noqa: E402  a script finds the checkout by itself

QUESTION = "How much does delivery to Austria cost?"
ROOMS = {"sitecrawl", "mcp_server"}


class StepFailedError(Exception):
    """A step of the check went wrong; the text says which and how."""


class Installation:
    """A fresh virtual environment below `folder` with the wheel in it and a home of its own."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        self.programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        foreign = ("SITECRAWL_", "SITE_KNOWLEDGE_", "SCRAPY_", "PYTHONPATH")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        self.environment = {**kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "share")}
        self.run("python", "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel), seconds=600)

    def run(self, *command: str, told: str = "", seconds: float = 120) -> str:
        """The stdout of a program of the environment, run from the root folder."""
        done = subprocess.run(
            [str(self.programs / command[0]), *command[1:]],
            cwd=Path(ROOT.anchor),
            env=self.environment,
            input=told,
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            check=False,
        )
        if done.returncode:
            raise StepFailedError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout


def check(wheel: Path) -> None:
    """Crawl, search, list and serve with the installed command; StepFailedError when one goes wrong."""
    _expect(_rooms_of(wheel) == ROOMS, f"{wheel.name} holds {sorted(_rooms_of(wheel))}, not {sorted(ROOMS)}.")
    with tempfile.TemporaryDirectory() as folder, FolderServer(ROOT / "demo" / "site") as shop:
        threading.Thread(target=shop.serve_forever, daemon=True).start()
        try:
            _use(Installation(Path(folder), wheel), shop.base)
        finally:
            shop.shutdown()


def _use(installed: Installation, base: str) -> None:
    site = base.partition("//")[2]
    place = f"{base}/delivery#costs"
    installed.run("site-knowledge", "crawl", base, seconds=300)
    found = json.loads(installed.run("site-knowledge", "search", QUESTION, "--json"))
    _expect(found["results"][0]["url"] == place, f"search gave {found['results'][0]['url']} first, not {place}.")
    for command in (["sites"], ["report", site]):
        _expect(site in installed.run("site-knowledge", *command), f"site-knowledge {command[0]} does not name {site}.")
    served = _ask_server(installed)
    _expect(served["results"][0]["url"] == place, f"the server gave {served['results'][0]['url']} first, not {place}.")


def _ask_server(installed: Installation) -> dict[str, Any]:
    """The reply of `search_site` over stdio; the end of input ends the server."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "search_site", "arguments": {"query": QUESTION}}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    replies = [json.loads(line) for line in installed.run("site-knowledge", "serve", told=lines).split("\n") if line]
    by_id = {reply.get("id"): reply for reply in replies}
    _expect("result" in by_id.get(1, {}), "the server did not answer initialize.")
    _expect("result" in by_id.get(2, {}), "the server did not answer search_site.")
    reply: dict[str, Any] = by_id[2]["result"]["structuredContent"]
    return reply


def _rooms_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    return {top for top in tops if not top.endswith(".dist-info")}


def _expect(true: bool, sentence: str) -> None:
    if not true:
        raise StepFailedError(sentence)


def main() -> int:
    """Check the wheel named on the command line."""
    wheel = Path(sys.argv[1])
    try:
        check(wheel)
    except StepFailedError as failure:
        sys.stderr.write(f"{wheel.name}: {failure}\n")
        return 1
    sys.stdout.write(f"{wheel.name}: installed, crawled, searched and served from {ROOT.anchor}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
