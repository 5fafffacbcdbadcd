"""The arrows between the rooms: who may import whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crawl_run import ROOT, environment

SHARED = {"sitecrawl", "sitecrawl.passagefile", "sitecrawl.datafolder", "sitecrawl.errors"}
PURE = ("frontier", "document", "passages", "refresh.py", "report.py", "ledger.py", "gate.py", "passagefile.py")
CRAWLER_LIBRARIES = {"scrapy", "twisted", "trafilatura"}


def modules(*places: str) -> list[Path]:
    found = []
    for place in places:
        path = ROOT / place
        found += [path] if path.suffix == ".py" and path.is_file() else sorted(path.rglob("*.py"))
    return found


def imports(path: Path) -> set[str]:
    """Dotted names that a module imports; `from sitecrawl import x` counts as sitecrawl.x when x is a module."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            base = node.module or ""
            inner = {f"{base}.{alias.name}" for alias in node.names if is_module(f"{base}.{alias.name}")}
            names |= inner or {base}
    return names


def is_module(dotted: str) -> bool:
    place = ROOT.joinpath(*dotted.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def package(dotted: str) -> str:
    return dotted.partition(".")[0]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", modules("sitecrawl"), ids=name_of)
def test_the_crawler_knows_nothing_of_the_server(path):
    assert "mcp_server" not in {package(name) for name in imports(path)}


@pytest.mark.parametrize("path", modules("mcp_server"), ids=name_of)
def test_the_server_knows_only_the_file_of_the_crawler(path):
    ours = {name for name in imports(path) if package(name) == "sitecrawl"}
    assert ours <= SHARED
    assert not CRAWLER_LIBRARIES & {package(name) for name in imports(path)}


@pytest.mark.parametrize("path", modules(*(f"sitecrawl/{place}" for place in PURE)), ids=name_of)
def test_the_thinking_modules_know_no_framework(path):
    assert not {"scrapy", "twisted", "mcp"} & {package(name) for name in imports(path)}


@pytest.mark.parametrize("path", modules("sitecrawl", "mcp_server", "demo"), ids=name_of)
def test_only_the_document_room_imports_trafilatura(path):
    inside = name_of(path).startswith("sitecrawl/document/")
    assert inside or "trafilatura" not in {package(name) for name in imports(path)}


@pytest.mark.parametrize("path", modules("mcp_server"), ids=name_of)
def test_only_the_server_its_tools_and_transports_import_mcp(path):
    may = name_of(path).startswith(("mcp_server/server", "mcp_server/tools/", "mcp_server/transport"))
    assert may or "mcp" not in {package(name) for name in imports(path)}


def test_starting_the_server_loads_no_crawler_and_no_numbers():
    probe = "import sys, mcp_server.__main__; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert not {*CRAWLER_LIBRARIES, "numpy"} & set(done.stdout.split())
