"""PDF files on their way from a site or a folder to the passage file."""

from __future__ import annotations

import pytest

from sitecrawl.admission import Admission
from sitecrawl.frontier.scope import Scope
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.ledger import Ledger
from tests.crawl_run import Crawl, run
from tests.pdf_file import Text, pdf, prose
from tests.web_page import about, html

MENU = pdf(
    [
        [Text("Menu of the inn", 780, size=18), *prose(740, "We cook from noon to nine.")],
        [Text("Soups", 780, size=14), *prose(750, "Pumpkin soup costs 7 euros.")],
    ],
    [(1, "Soups", 2, 800)],
    {"Title": "Menu of the inn"},
)
SOUPS = ("Pumpkin soup costs 7 euros.", ["Soups"], "page=2")


def said(crawl: Crawl, path: str) -> list[tuple[str, list[str], str | None]]:
    return [(passage.text, passage.headings, passage.anchor) for passage in crawl.pages[path].passages]


def test_a_pdf_of_a_site_is_cited_by_the_page_it_opens_at(serve_site, crawl):
    pytest.importorskip("pypdf", reason="the optional extra pdf is not installed")
    answers = {
        "/": html("Inn", about("the inn"), "/menu.pdf", "/get?id=7", "/torn.pdf"),
        "/menu.pdf": MENU,
        "/get?id=7": pdf([[]]),
        "/torn.pdf": b"%PDF-1.4 torn",
    }
    done = crawl(serve_site(answers=answers).base)
    assert SOUPS in said(done, "/menu.pdf")
    assert [url.rpartition("/")[2] for url in done.skipped_under("PDF without text")] == ["get?id=7"]
    assert [url.rpartition("/")[2] for url in done.skipped_under("PDF damaged")] == ["torn.pdf"]


def test_a_pdf_of_a_folder_is_read_beside_its_markdown(tmp_path):
    pytest.importorskip("pypdf", reason="the optional extra pdf is not installed")
    root = tmp_path / "inn"
    root.mkdir()
    (root / "menu.pdf").write_bytes(MENU)
    (root / "about.md").write_text("# The inn\n\n" + about("the inn"), encoding="utf-8")
    options = ("-s", f"SITECRAWL_DATA_DIR={tmp_path}", "-a", f"path={root}", "-a", "name=inn")
    done = run("-m", "scrapy", "crawl", "folder", *options)
    crawled = Crawl(done.returncode, done.stdout, done.stderr, tmp_path, "inn")
    assert SOUPS in said(crawled, "/menu.pdf")


def test_without_the_extra_a_pdf_is_not_asked_for_and_the_report_names_the_next_step():
    ledger = Ledger()
    scope = Scope("https://inn.example/", keep_pdf=False)
    admission = Admission(scope, TrapGuard(10), ledger, 10, lambda url: True)
    assert admission.admit("https://inn.example/menu.pdf", "https://inn.example/", 1, "link") is None
    blocks = ledger.blocks()
    assert list(blocks["skipped"]) == ["PDF reader missing"]
    assert "requirements-pdf.txt (installed: pip install '.[pdf]')" in blocks["warnings"][0]
