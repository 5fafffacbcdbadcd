"""How well the main content of a page is found, against trafilatura on the same pages.

    python -m bench.extraction --data DIR [--json FILE]

DIR holds `pages.jsonl` and `html/<id>.html.gz` (WCXB's form).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.report import finish
from bench.wcxb import Page, Score, by_type, plain, read_pages, score, summary
from sitecrawl.document import read_document

Extract = Callable[[Page], str]


def ours(page: Page, region: str = "auto") -> str:
    """The text of the page's blocks, a footer's contact facts apart (they are kept once per site)."""
    document = read_document(page.body, page.url, None, region)
    return plain("\n\n".join(block.markdown for block in document.blocks if block.region == "main"))


def trafilatura(page: Page) -> str:
    """What trafilatura takes for the main content."""
    from trafilatura import extract

    return extract(page.body) or ""


def measure(pages: list[Page], extract: Extract) -> tuple[list[Score], float]:
    """Scores of the pages, and pages per second of CPU time on one thread."""
    extract(pages[0])
    started = time.process_time()
    texts = [extract(page) for page in pages]
    seconds = time.process_time() - started
    return [score(text, page) for text, page in zip(texts, pages, strict=True)], len(pages) / seconds


def figures(pages: list[Page], extract: Extract) -> dict[str, Any]:
    scores, speed = measure(pages, extract)
    return {**summary(scores), "by_type": by_type(pages, scores), "pages_per_second": speed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    pages = read_pages(arguments.data)
    rows = {
        "rule": figures(pages, lambda page: ours(page, "rule")),
        "product": figures(pages, ours),
        "trafilatura": figures(pages, trafilatura),
    }
    show(rows)
    finish({**rows["product"], **rows}, arguments.json)


def show(rows: dict[str, dict[str, Any]]) -> None:
    """Print the table for people."""
    kinds = list(next(iter(rows.values()))["by_type"])
    measures = ["f1", "precision", "recall", "with", "without"]
    print(f"{'':14}" + "".join(f"{name[:9]:>10}" for name in [*measures, *kinds, "pages/s"]))
    for name, row in rows.items():
        values = [row[key] for key in measures] + [row["by_type"][kind] for kind in kinds]
        print(f"{name:14}" + "".join(f"{value:10.3f}" for value in values) + f"{row['pages_per_second']:10.1f}")


if __name__ == "__main__":
    main()
