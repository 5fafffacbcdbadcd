"""The demonstration: its own run on the sample shop, and the pure parts behind it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from demo.questions import questions_from
from sitecrawl import passagefile
from sitecrawl.passagefile import Page, PageRecords, Passage
from tests.crawl_run import ROOT, run

SHOP = ROOT / "demo" / "site"
TIMES = "2026-01-01T00:00:00+00:00"


def page_with(url, *headings):
    page = Page(url, "T", None, "en", "text/html", TIMES, None, None, None, "h", 0, "link", "http", [], 1, False)
    passages = [
        Passage(f"{url}#{number}", url, None, "T", [name], [2], "Text.", number, 0)
        for number, name in enumerate(headings)
    ]
    return PageRecords(page, passages)


def test_the_shop_answers_three_questions_and_says_no_to_the_fourth():
    done = run("-m", "demo", COLUMNS="200")
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^A: (?!No answer)", done.stdout, re.M)) == 3
    assert len(re.findall(r"^A: No answer on this site", done.stdout, re.M)) == 1


def test_an_answer_shows_the_fact_and_its_address():
    done = run("-m", "demo", "--question", "How much does delivery to Austria cost?", COLUMNS="200")
    assert "13.80" in done.stdout
    assert re.search(r"http://127\.0\.0\.1:\d+/delivery#costs", done.stdout)


def test_a_site_that_cannot_be_reached_ends_in_a_sentence(tmp_path):
    done = run("-m", "demo", "--url", "http://127.0.0.1:9/", SITECRAWL_DATA_DIR=str(tmp_path))
    assert done.returncode == 4
    assert "Traceback" not in done.stderr
    assert done.stderr.rstrip().endswith(".")


def test_every_address_of_the_shops_sitemap_but_one_is_a_page():
    places = [node.text for node in ElementTree.parse(SHOP / "sitemap.xml").iter() if node.tag.endswith("loc")]
    paths = [place.removeprefix("{{BASE}}/") for place in places if place.startswith("{{BASE}}/")]
    missing = [path for path in paths if not file_of(path).is_file()]
    assert missing == ["blankets/shepherd-shawl"]


def file_of(path):
    return SHOP / (f"{path}index.html" if path.endswith("/") or not path else f"{path}.html")


def test_a_site_is_asked_about_headings_that_stand_on_one_page_questions_first(tmp_path):
    file = tmp_path / "a.test.jsonl"
    pages = [
        page_with("https://a.test/1", "Contact us", "Opening hours"),
        page_with("https://a.test/2", "Contact us", "Is it safe?"),
        page_with("https://a.test/3", "Contact us", "Word"),
        page_with("https://a.test/4", "Washing wool"),
    ]
    passagefile.write(file, pages)
    assert questions_from(file, 3) == ["Is it safe?", "Opening hours", "Washing wool"]
