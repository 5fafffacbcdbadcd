"""What every client test needs: Node, its packages, a server over HTTP.

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
MODULES = HERE / "node_modules"


def give_up(reason):
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def node():
    """The Node program of this machine, with the packages installed."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        give_up("Node is not installed")
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    if not all((MODULES / name).is_dir() for name in wanted):
        # not `npm ci`: it refuses the Inspector's optional packages for other systems
        command = [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=300, check=False)
        if done.returncode:
            give_up(f"the client packages cannot be installed: {done.stderr.strip()[-300:]}")
    return program


@pytest.fixture(scope="session")
def node22(node):
    """A Node of version 22 or newer, as the Inspector and the conformance suite declare: the
    machine's own or the one among the packages.
    """
    for program in (node, *map(str, sorted(MODULES.glob("node-*-*/bin/node")))):
        done = subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", check=False)
        if done.returncode == 0 and int(done.stdout.lstrip("v").partition(".")[0]) >= 22:
            return program
    give_up("no Node of version 22 or newer: this system has an older one and no package brings one for it")
    return None


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
        env=environment(SITE_KNOWLEDGE_ALLOW_PRIVATE="1"),
    )
    try:
        lines = iter(process.stderr.readline, "")
        yield next(found[1] for line in lines if (found := re.search(r"(http://\S+/mcp)", line)))
    finally:
        process.terminate()
        process.communicate(timeout=20)
