"""The block chooser: which text of a page is its content, judged by a small trained model.

The landmark rule of `region.py` is what it falls back to.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitecrawl.document.chooser_cut import Kept, expected_f1, keep_facts
from sitecrawl.document.chooser_features import features
from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.chooser_runs import Runs, read_runs, release_navigation
from sitecrawl.document.chooser_trees import Trees, load_trees
from sitecrawl.document.extent import all_text
from sitecrawl.document.region import Region, choose_region
from sitecrawl.document.tree import PageTree

# the model has seen whole pages: on a few lines the landmarks say more
_FEWEST_RUNS = 12
_FEWEST_WORDS = 100
_REFERENCE_SHARE = 0.03
_LEAST_EXPECTED_F1 = 0.5


def choose_blocks(tree: PageTree, hints: Hints) -> Region:
    """The region that the model chooses, with the product's cut.

    On small pages, where the model is not sure, and without one, it is the landmark rule's.
    """
    trees = load_trees()
    runs = page_runs(tree)
    sizes = run_sizes(runs)
    if trees is None or len(sizes) < _FEWEST_RUNS or sizes.sum() < _FEWEST_WORDS:
        return choose_region(tree)
    probabilities = judge(runs, hints, trees)
    if expected_f1(probabilities, sizes) < _LEAST_EXPECTED_F1:
        return choose_region(tree)
    is_reference = code_words(tree) > _REFERENCE_SHARE * sizes.sum()
    kept = keep_facts(runs, probabilities, sizes, is_reference=is_reference)
    return region_of(runs, kept) if kept.any() else choose_region(tree)


def page_runs(tree: PageTree) -> Runs:
    """The runs of a prepared page."""
    release_navigation(tree.root)
    body = tree.root.find("body")
    return read_runs(tree.root if body is None else body)


def judge(runs: Runs, hints: Hints, trees: Trees) -> NDArray[np.float64]:
    """For each run the probability that it is content."""
    columns = features(runs, hints)
    return trees.probabilities(columns.table(trees.columns), columns.of_page)


def code_words(tree: PageTree) -> int:
    """Words of a page in code and in terms that are defined: what reference pages are full of."""
    return sum(
        len(all_text(element).split())
        for element in tree.root.iter("pre", "code", "tt", "samp", "kbd", "var", "dt")
        if (parent := element.getparent()) is None or parent.tag not in ("pre", "code", "dt")
    )


def run_sizes(runs: Runs) -> Any:
    """Words of each run."""
    return np.fromiter(map(len, runs.words), np.float64, len(runs.words))


def region_of(runs: Runs, kept: Kept) -> Region:
    """The whole page without the outermost elements in which nothing is kept."""
    below = np.concatenate(([0], np.cumsum(kept)))
    start, end = np.array(runs.start), np.array(runs.end)
    holds = below[end] > below[start]
    empty = ~holds & (end > start)
    skip = [runs.elements[node] for node in np.flatnonzero(empty).tolist() if holds[runs.parent[node]]]
    return Region((runs.elements[0],), frozenset([*skip, *runs.left_out]))
