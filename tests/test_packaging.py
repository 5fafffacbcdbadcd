"""What is installed: every package, bounded dependencies, and nothing that belongs to the checkout."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.crawl_run import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SHIPPED = ("sitecrawl", "mcp_server")


def requirements(name: str) -> list[str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith(("#", "-"))]


def test_every_package_is_named_in_pyproject():
    folders = {file.parent for room in SHIPPED for file in (ROOT / room).rglob("*.py")}
    packages = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages


def test_every_data_file_of_a_package_is_shipped():
    left_out = []
    for room in SHIPPED:
        for file in (ROOT / room).rglob("*"):
            if file.is_dir() or file.suffix in {".py", ".pyc"}:
                continue
            patterns = PROJECT["tool"]["setuptools"]["package-data"].get(
                ".".join(file.parent.relative_to(ROOT).parts), []
            )
            if not any(file.match(pattern) for pattern in patterns):
                left_out.append(str(file.relative_to(ROOT)))
    assert left_out == []


@pytest.mark.parametrize("file", sorted(path.name for path in ROOT.glob("requirements*.txt")))
def test_every_requirement_has_an_upper_bound(file):
    assert [line for line in requirements(file) if not re.search(r"<\d|==", line)] == []


def test_dependencies_are_read_from_requirements_txt():
    assert "dependencies" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["dependencies"] == {"file": ["requirements.txt"]}


def test_the_oldest_python_is_the_same_everywhere():
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    major, minor = oldest.split(".")
    assert f"({major}, {minor})" in (ROOT / "scripts" / "environment.sh").read_text("utf-8")
    assert f'"{oldest}"' in (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
