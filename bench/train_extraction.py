"""Trains the block chooser and writes its weights.

    python -m bench.train_extraction --data DIR --gold FILE --trees DIR [--out FILE]

DIR of `--data` holds marked pages (WCXB's form), FILE and DIR of `--gold` and `--trees` documentation
pages as `bench.structure` takes them. Needs lightgbm (requirements-bench.txt); the product needs it not.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.examples import Example, example, joined, read_structure
from bench.wcxb import read_pages
from sitecrawl.document.chooser_trees import WEIGHTS, Trees, unpack

ROUNDS = 125
# the mean of two, with other columns and rows drawn: fewer chance errors than one of twice the rounds
SEEDS = (1, 2)
SETTINGS = {
    "objective": "cross_entropy",
    "num_leaves": 15,
    "learning_rate": 0.12,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "deterministic": True,
    "force_row_wise": True,
    "max_bin": 127,
    "num_threads": 1,
    "verbosity": -1,
}
_LEAVES = 16


def train(examples: Sequence[Example]) -> Trees:
    """An ensemble fitted to the examples."""
    return unpack(pack(fit(examples), examples[0].columns))


def fit(examples: Sequence[Example]) -> list[dict[str, Any]]:
    """LightGBM's own descriptions of the fitted ensembles, one for each seed."""
    import lightgbm

    rows, labels, weights = joined(examples)
    data = lightgbm.Dataset(rows, labels, weight=weights)
    return [lightgbm.train({**SETTINGS, "seed": seed}, data, ROUNDS).dump_model() for seed in SEEDS]


def pack(models: Sequence[dict[str, Any]], columns: Sequence[str]) -> dict[str, Any]:
    """The arrays that `unpack` reads, of the mean of the models: only columns that a node tests, masks of 16 leaves."""
    trees = [tree for model in models for tree in model["tree_info"]]
    used = sorted({number for tree in trees for number in _tested(tree["tree_structure"])})
    place = {number: position for position, number in enumerate(used)}
    tested: list[int] = []
    thresholds: list[float] = []
    masks: list[int] = []
    counts: list[int] = []
    leaves = np.zeros((len(trees), _LEAVES), np.float32)
    for number, tree in enumerate(trees):
        before = len(tested)
        values: list[float] = []
        _walk(tree["tree_structure"], values, lambda *node: _note(node, place, tested, thresholds, masks))
        if len(tested) == before:
            # a tree of one leaf: a node that never decides
            _note((used[0], 0.0, 0, 0), place, tested, thresholds, masks)
        leaves[number, : len(values)] = np.array(values) / len(models)
        counts.append(len(tested) - before)
    return {
        "columns": np.array(json.dumps([columns[number] for number in used])),
        "tested": np.array(tested, np.uint8 if len(used) <= 256 else np.uint16),
        "threshold": _rounded_down(thresholds),
        "mask": np.array(masks, np.uint16),
        "nodes": np.array(counts, np.uint8),
        "leaves": leaves,
    }


def _tested(node: dict[str, Any]) -> list[int]:
    if "split_feature" not in node:
        return []
    return [node["split_feature"], *_tested(node["left_child"]), *_tested(node["right_child"])]


def _walk(node: dict[str, Any], values: list[float], note: Any) -> None:
    """Number the leaves from left to right and note each node with the leaves on its left."""
    if "split_feature" not in node:
        values.append(node["leaf_value"])
        return
    first = len(values)
    _walk(node["left_child"], values, note)
    note(node["split_feature"], node["threshold"], first, len(values))
    _walk(node["right_child"], values, note)


def _note(
    node: tuple[int, float, int, int],
    place: dict[int, int],
    tested: list[int],
    thresholds: list[float],
    masks: list[int],
) -> None:
    column, threshold, first, end = node
    tested.append(place[column])
    thresholds.append(threshold)
    masks.append(0xFFFF & ~(((1 << end) - 1) & ~((1 << first) - 1)))


def _rounded_down(thresholds: Sequence[float]) -> Any:
    exact = np.array(thresholds)
    near = exact.astype(np.float32)
    return np.where(near > exact, np.nextafter(near, np.float32(-np.inf)), near).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("sitecrawl/document") / WEIGHTS)
    arguments = parser.parse_args()
    pages = [*read_pages(arguments.data), *read_structure(arguments.gold, arguments.trees)]
    examples = [one for page in pages if (one := example(page)) is not None]
    arrays = pack(fit(examples), examples[0].columns)
    np.savez_compressed(arguments.out, allow_pickle=False, **arrays)
    size = arguments.out.stat().st_size
    print(f"{len(examples)} pages, {len(arrays['nodes'])} trees, {size / 1024:.0f} KB: {arguments.out}")


if __name__ == "__main__":
    main()
