"""Saved pages with the blocks that are right for them: `tests/pages/<case>/page.html` and `blocks.jsonl`."""

import json
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from sitecrawl.document import read_document

PAGES = Path(__file__).parent / "pages"
CASES = sorted(path.parent.name for path in PAGES.glob("*/page.html"))


def read_case(case):
    return read_document((PAGES / case / "page.html").read_bytes(), f"https://{case}.test/p/x", None)


@pytest.mark.parametrize("case", CASES)
def test_a_saved_page_gives_its_blocks(case):
    right = [json.loads(line) for line in (PAGES / case / "blocks.jsonl").read_text("utf-8").split("\n") if line]
    found = [[b.kind, b.level, b.anchor, b.region, b.markdown] for b in read_case(case).blocks]
    assert found == right


def test_facts_and_description_of_a_product_page():
    document = read_case("shop-product")
    assert document.facts[0]["offers"]["price"] == "28.50"
    assert (document.title, document.description, document.lang) == (
        'Bow saw 24"',
        "A bow saw for green wood.",
        "en-GB",
    )


def test_hidden_words_of_an_injection_are_counted():
    assert read_case("injection").hidden_words == 7 + 6 + 4 + 4 + 2


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("case", CASES)
def test_a_page_cut_off_anywhere_is_read(case, cut):
    body = (PAGES / case / "page.html").read_bytes()
    assert read_document(body[: int(len(body) * cut)], "https://a.test/", "text/html").title


def test_importing_the_room_loads_no_slow_library():
    code = (
        "import sys, sitecrawl.document; print({'trafilatura', 'htmldate', 'py3langid', 'char"
        "set_normalizer'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PAGES.parents[1], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "set()"


def test_a_page_of_many_unclosed_paragraphs_takes_time_in_proportion():
    def seconds(count: int) -> float:
        body = ("<body>" + "<p><b>word" * count).encode()
        began = time.process_time()
        assert len(read_document(body, "https://a.test/", "text/html").blocks) == count
        return time.process_time() - began

    seconds(100)
    # four times as long would be right, sixteen were quadratic
    assert seconds(12_000) < 10 * seconds(3_000)


def test_a_page_without_a_word_is_not_read_again_by_other_means():
    with patch("sitecrawl.document.reading._blocks_by_trafilatura") as again:
        assert read_document(b"<body>" + b"<p><b>" * 50, "https://a.test/", "text/html").blocks == ()

    again.assert_not_called()
