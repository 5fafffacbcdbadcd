"""How well the main content of a page is found, against trafilatura on the same pages.

    python -m bench.extraction --data DIR [--cross-validate [--gold FILE --trees DIR]] [--json FILE]

DIR holds `pages.jsonl` and `html/<id>.html.gz` (WCXB's form). Without `--cross-validate` the weights that
are shipped are measured; with it the chooser is trained and measured by five folds of domains, on the
structure pages of `--gold` and `--trees` as well when they are given (as the shipped weights are).
The outer figures are those of the benchmark's cut (the highest expected F1), `product` those of what
the product keeps, `rule` those of the landmark rule.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.examples import example, folds, read_page, read_structure
from bench.report import finish
from bench.train_extraction import train
from bench.wcxb import Page, Score, by_type, plain, read_pages, score, summary
from sitecrawl.document import read_document
from sitecrawl.document.chooser import judge, run_sizes
from sitecrawl.document.chooser_cut import best_cut
from sitecrawl.document.chooser_trees import Trees, load_trees

Extract = Callable[[Page, "Trees | None"], str]


def benchmark_text(page: Page, trees: Trees | None) -> str:
    """The text of the runs with the highest expected F1."""
    found = read_page(page)
    if found is None:
        return ""
    if trees is None:
        return rule_text(page, None)
    runs, hints = found
    kept = best_cut(judge(runs, hints, trees), run_sizes(runs))
    return "\n".join(text for text, keep in zip(runs.text, kept, strict=True) if keep)


def product_text(page: Page, trees: Trees | None) -> str:
    """The text of the blocks that the product keeps."""
    with patch("sitecrawl.document.chooser.load_trees", lambda: trees):
        return _block_text(page, "auto")


def rule_text(page: Page, trees: Trees | None) -> str:  # noqa: ARG001
    """The text of the blocks that the landmark rule keeps."""
    return _block_text(page, "rule")


def _block_text(page: Page, region: str) -> str:
    # a footer's contact facts are kept once per site and are no page's content
    document = read_document(page.body, page.url, None, region)
    return plain("\n\n".join(block.markdown for block in document.blocks if block.region == "main"))


def trafilatura_text(page: Page, trees: Trees | None) -> str:  # noqa: ARG001
    """What trafilatura takes for the main content."""
    from trafilatura import extract

    return extract(page.body) or ""


def figures(pages: list[Page], extract: Extract, trees: list[Trees | None]) -> dict[str, Any]:
    """Means over the pages, and pages per second of CPU time on one thread."""
    extract(pages[0], trees[0])
    started = time.process_time()
    texts = [extract(page, ensemble) for page, ensemble in zip(pages, trees, strict=True)]
    seconds = time.process_time() - started
    scores: list[Score] = [score(text, page) for text, page in zip(texts, pages, strict=True)]
    return {**summary(scores), "by_type": by_type(pages, scores), "pages_per_second": len(pages) / seconds}


def cross_validated(pages: list[Page], structure: list[Page]) -> list[Trees | None]:
    """For each page an ensemble that saw no page of its domain."""
    examples = [example(page) for page in [*pages, *structure]]
    fold = folds([*pages, *structure])
    ensembles: dict[int, Trees] = {}
    for number in sorted(set(fold)):
        print(f"training without fold {number + 1} of {max(fold) + 1}", flush=True)
        seen = [one for one, own in zip(examples, fold, strict=True) if own != number and one is not None]
        ensembles[number] = train(seen)
    return [ensembles[number] for number in fold[: len(pages)]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cross-validate", action="store_true")
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if bool(arguments.gold) != bool(arguments.trees):
        parser.error("--gold and --trees belong together")
    pages = read_pages(arguments.data)
    structure = read_structure(arguments.gold, arguments.trees) if arguments.gold else []
    trees = cross_validated(pages, structure) if arguments.cross_validate else [load_trees()] * len(pages)
    rows = {
        "benchmark": figures(pages, benchmark_text, trees),
        "product": figures(pages, product_text, trees),
        "rule": figures(pages, rule_text, trees),
        "trafilatura": figures(pages, trafilatura_text, trees),
    }
    show(rows)
    finish({**rows.pop("benchmark"), **rows}, arguments.json)


def show(rows: dict[str, dict[str, Any]]) -> None:
    """Print the table for people."""
    kinds = list(next(iter(rows.values()))["by_type"])
    measures = ["f1", "precision", "recall", "with", "without"]
    print(f"{'':12}" + "".join(f"{name[:9]:>10}" for name in [*measures, *kinds, "pages/s"]))
    for name, row in rows.items():
        values = [row[key] for key in measures] + [row["by_type"][kind] for kind in kinds]
        print(f"{name:12}" + "".join(f"{value:10.3f}" for value in values) + f"{row['pages_per_second']:10.1f}")


if __name__ == "__main__":
    main()
