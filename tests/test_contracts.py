"""`scrapy check` passes offline, writes nothing, and fails when reading or following breaks."""

from __future__ import annotations

import os
import re

import pytest

from tests.crawl_run import ROOT, run

OFFLINE = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}

LOSES_TEXT = """
import dataclasses
import sitecrawl.documentpool as place
read = place.read_document
def read_document(*given):
    document = read(*given)
    return dataclasses.replace(document, blocks=tuple(block for block in document.blocks if block.kind == "heading"))
place.read_document = read_document
"""
LOSES_LINKS = """
import sitecrawl.linkextractor as place
place.PageLinks.extract_links = lambda extractor, response: []
"""
FOLLOWS_ANYWHERE = """
import sitecrawl.frontier.scope as place
place.Scope.refusal = lambda *given, **more: None
"""
LOSES_SITEMAPS = """
import sitecrawl.discovery as place
place.Discovery.sitemaps = lambda discovery: []
"""


def files_of(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def test_check_passes_offline_and_writes_nothing(tmp_path):
    before = files_of(ROOT / "data"), files_of(ROOT / "sitecrawl")
    done = run("-m", "scrapy", "check", TMPDIR=str(tmp_path), SITECRAWL_DATA_DIR=str(tmp_path / "data"), **OFFLINE)
    ran = re.search(r"Ran (\d+) contracts", done.stderr)
    assert (done.returncode, ran is not None and int(ran[1]) > 4) == (0, True), done.stderr
    assert (files_of(ROOT / "data"), files_of(ROOT / "sitecrawl")) == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("breakage", "word"),
    [
        (LOSES_TEXT, "no text"),
        (LOSES_LINKS, "no link"),
        (FOLLOWS_ANYWHERE, "must not be asked for"),
        (LOSES_SITEMAPS, "no sitemap"),
    ],
    ids=["text", "links", "scope", "sitemaps"],
)
def test_check_fails_when_the_crawl_is_broken(tmp_path, breakage, word):
    (tmp_path / "sitecustomize.py").write_text(breakage, encoding="utf-8")
    done = run("-m", "scrapy", "check", PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]), **OFFLINE)
    assert done.returncode == 1, done.stderr
    assert word in done.stderr
