"""How well the main content of a page is found, against trafilatura on the same pages.

    python -m bench.extraction --data DIR [--cross-validate [--gold FILE --trees DIR]] [--json FILE]

DIR holds `pages.jsonl` and `html/<id>.html.gz` (WCXB's form). Without `--cross-validate` the weights that
are shipped are measured; with it the chooser is trained and measured by five folds of domains, on the
structure pages of `--gold` and `--trees` as well when they are given (as the shipped weights are).
The outer figures are those of the benchmark's cut (the highest expected F1), `product` those of what
the product keeps, `rule` those of the landmark rule.

`benchmark` and `trafilatura` are timed on the same work, a body to its main text. `product` and `rule` are timed
on all that the product reads of a page: blocks of Markdown with anchors, title, dates, facts, links, contact lines.
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
MARKDOWN = frozenset(("product", "rule"))  # reduced to plain text for the measure, outside its time


def benchmark_text(page: Page, trees: Trees | None) -> str:
    """The text of the runs with the highest expected F1."""
    found = read_page(page)
    if found is None:
        return ""
    if trees is None:
        return plain(rule_text(page, None))
    runs, hints = found
    kept = best_cut(judge(runs, hints, trees), run_sizes(runs))
    return "\n".join(text for text, keep in zip(runs.text, kept, strict=True) if keep)


def product_text(page: Page, trees: Trees | None) -> str:
    """The Markdown of the blocks that the product keeps."""
    with patch("sitecrawl.document.chooser.load_trees", lambda: trees):
        return _block_text(page, "auto")


def rule_text(page: Page, trees: Trees | None) -> str:  # noqa: ARG001
    """The Markdown of the blocks that the landmark rule keeps."""
    return _block_text(page, "rule")


def _block_text(page: Page, region: str) -> str:
    # a footer's contact facts are kept once per site and are no page's content
    document = read_document(page.body, page.url, None, region)
    return "\n\n".join(block.markdown for block in document.blocks if block.region == "main")


def trafilatura_text(page: Page, trees: Trees | None) -> str:  # noqa: ARG001
    """What trafilatura takes for the main content."""
    from trafilatura import extract

    return extract(page.body) or ""


EXTRACTS: dict[str, Extract] = {
    "benchmark": benchmark_text,
    "product": product_text,
    "rule": rule_text,
    "trafilatura": trafilatura_text,
}


def figures(pages: list[Page], trees: list[Trees | None]) -> dict[str, dict[str, Any]]:
    """For each extractor means over the pages, and pages per second of CPU time on one thread.

    The extractors take turns page by page, so that a machine that grows slower is so for all of them;
    each has seen one page before.
    """
    texts: dict[str, list[str]] = {name: [] for name in EXTRACTS}
    seconds = dict.fromkeys(EXTRACTS, 0.0)
    for extract in EXTRACTS.values():
        extract(pages[0], trees[0])
    for page, ensemble in zip(pages, trees, strict=True):
        for name, extract in EXTRACTS.items():
            started = time.process_time()
            texts[name].append(extract(page, ensemble))
            seconds[name] += time.process_time() - started
    rows: dict[str, dict[str, Any]] = {}
    for name, found in texts.items():
        scores: list[Score] = [
            score(plain(text) if name in MARKDOWN else text, page) for text, page in zip(found, pages, strict=True)
        ]
        rows[name] = {
            **summary(scores),
            "by_type": by_type(pages, scores),
            "pages_per_second": len(pages) / seconds[name],
        }
    return rows


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
    rows = figures(pages, trees)
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
    pace = {name: row["pages_per_second"] / rows["trafilatura"]["pages_per_second"] for name, row in rows.items()}
    print(f"of trafilatura's speed: main text {pace['benchmark']:.1f} times, whole page {pace['product']:.1f} times")


if __name__ == "__main__":
    main()
