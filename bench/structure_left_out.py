"""Each generator's pages read by a chooser that was trained on no page of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

from bench.examples import example, read_structure
from bench.structure import Tally, measure_all
from bench.train_extraction import train
from bench.wcxb import read_pages


def measure_left_out(
    golds: Iterable[dict[str, Any]], arguments: argparse.Namespace
) -> tuple[dict[str, dict[str, Tally]], list[tuple[float, str, list[str]]]]:
    """As `measure_all`, family by family."""
    pages = [*read_pages(arguments.left_out), *read_structure(arguments.gold, arguments.trees)]
    examples = [one for page in pages if (one := example(page)) is not None]
    found = list(golds)
    families: dict[str, dict[str, Tally]] = {}
    worst: list[tuple[float, str, list[str]]] = []
    for family in sorted({gold["family"] for gold in found}):
        print(f"training without {family}", flush=True)
        trees = train([one for one in examples if one.domain != family])
        with patch("sitecrawl.document.chooser.load_trees", lambda trees=trees: trees):
            tallies, lost = measure_all([gold for gold in found if gold["family"] == family], arguments)
        families.update(tallies)
        worst += lost
    return families, worst
