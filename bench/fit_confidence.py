"""Work out the coefficients of `mcp_server.confidence` anew, each set left out in turn.

python -m bench.fit_confidence --data DIR [--limit N] [--keep FILE]

Fitted on the sets whose questions have one known answer: where many passages answer, taking the
judged ones out leaves others. Prints coefficients of all of them, and for each set what those of
the other sets reach on it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.beir import RetrievalSet, find_sets, read_set
from bench.confidence import area_under_curve
from bench.trials import Trial, TrialMaker
from mcp_server.confidence import SIGNALS

Floats = NDArray[np.float64]
_KINDS = {"present": 1.0, "absent": 1.0, "offtopic": 0.5}
_FIRST = 3
_RIGHT_PASSAGES = 1.5  # on average at most, of a set with one known answer
_PRECISION = 0.95
_ON_ABSENT = 0.03
_EASY = 0.85  # of questions found among the first hits: below, no threshold is that precise
_RIDGE = 2.0
_HOPELESS = -20.0


@dataclass(frozen=True)
class Table:
    """A row for each trial: its signals (NaN: nothing found), its kind, whether the hits are right."""

    signals: Floats
    kinds: NDArray[np.str_]
    right: NDArray[np.bool_]

    @classmethod
    def of(cls, trials: Iterable[Trial]) -> Table:
        signals, kinds, right = [], [], []
        for trial in trials:
            ranked = trial.engine.rank(trial.engine.read(trial.question))
            seen = ranked.observation if ranked else None
            signals.append([getattr(seen, name) if seen else np.nan for name in SIGNALS])
            kinds.append(trial.kind)
            right.append(bool(ranked and trial.right.intersection(ranked.numbers()[:_FIRST])))
        return cls(np.array(signals), np.array(kinds), np.array(right))

    def weighted(self) -> tuple[Floats, Floats, Floats]:
        """Signals, targets and weights of what was found; each kind weighs the same whatever its number."""
        weights = sum(
            weight * (self.kinds == kind) / max(1, (self.kinds == kind).sum()) for kind, weight in _KINDS.items()
        )
        found = ~np.isnan(self.signals[:, 0])
        return self.signals[found], self.right[found].astype(float), 400 * np.asarray(weights)[found]


def fit(tables: Sequence[Table]) -> Floats:
    """Intercept and coefficients of a logistic regression with a small ridge, by Newton's method."""
    signals, targets, weights = (np.concatenate(parts) for parts in zip(*(t.weighted() for t in tables), strict=True))
    means, spread = signals.mean(axis=0), signals.std(axis=0)
    design = np.column_stack((np.ones(len(signals)), (signals - means) / spread))
    ridge = np.diag([0.0] + [_RIDGE] * len(SIGNALS))
    found = np.zeros(design.shape[1])
    for _ in range(25):
        odds = 1 / (1 + np.exp(-design @ found))
        slope = design.T @ (weights * (targets - odds)) - ridge @ found
        curvature = (design.T * (weights * odds * (1 - odds))) @ design + ridge
        found = found + np.linalg.solve(curvature, slope)
    coefficients = found[1:] / spread
    return np.concatenate(([found[0] - coefficients @ means], coefficients))


def log_odds(table: Table, coefficients: Floats) -> Floats:
    """The estimate for each row; far below any other where nothing was found."""
    return np.nan_to_num(coefficients[0] + table.signals @ coefficients[1:], nan=_HOPELESS)


def figures(table: Table, odds: Floats, strong: float) -> dict[str, float]:
    """Areas under the curve, precision and recall at a threshold, share of the absent above it."""
    present, absent, offtopic = (odds[table.kinds == kind] for kind in _KINDS)
    right = int((table.right & (odds >= strong)).sum())
    said = int((present >= strong).sum() + (absent >= strong).sum())
    return {
        "auc_absent": area_under_curve(present, absent),
        "auc_offtopic": area_under_curve(present, offtopic),
        "precision": right / said if said else 1.0,
        "recall": right / len(present),
        "on_absent": float((absent >= strong).mean()),
    }


def strong_threshold(tables: Sequence[Table], odds: Sequence[Floats]) -> float:
    """The least log odds at which *strong* is right often enough, and said seldom enough of the absent, on every
    set that is easy enough.
    """
    easy = [pair for pair in zip(tables, odds, strict=True)
            if pair[0].right.sum() >= _EASY * (pair[0].kinds == "present").sum()]  # fmt: skip
    steps = np.arange(0.0, 6.0, 0.05)
    return float(next((step for step in steps if all(_is_sure(t, o, step) for t, o in easy)), steps[-1]))


def _is_sure(table: Table, odds: Floats, strong: float) -> bool:
    reached = figures(table, odds, strong)
    return reached["precision"] >= _PRECISION and reached["on_absent"] <= _ON_ABSENT


def _has_one_answer(data: RetrievalSet) -> bool:
    return sum(len(query.relevant) for query in data.queries) <= _RIGHT_PASSAGES * len(data.queries)


def _collect(folder: Path, limit: int) -> dict[str, Table]:
    sets = [read_set(path) for path in find_sets(folder)]
    maker = TrialMaker(sets, limit)
    tables = {}
    for data in filter(_has_one_answer, sets):
        tables[data.name] = Table.of(maker.trials(data))
        print(f"{data.name}: {len(tables[data.name].kinds)} trials", flush=True)
    return tables


def _kept(file: Path, folder: Path, limit: int) -> dict[str, Table]:
    if not file.is_file():
        tables = _collect(folder, limit)
        np.savez(file, **{f"{name} {part}": getattr(table, part) for name, table in tables.items()
                          for part in ("signals", "kinds", "right")})  # fmt: skip
    with np.load(file) as arrays:
        names = dict.fromkeys(key.split(" ")[0] for key in arrays.files)
        return {name: Table(*(arrays[f"{name} {part}"] for part in ("signals", "kinds", "right"))) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of sets in BEIR format")
    parser.add_argument("--limit", type=int, default=400, help="most questions of each kind (400)")
    parser.add_argument("--keep", type=Path, help="a .npz file: the trials are read from it, or written when it is new")
    arguments = parser.parse_args()
    folder, limit = arguments.data, arguments.limit
    tables = _kept(arguments.keep, folder, limit) if arguments.keep else _collect(folder, limit)
    if len(tables) < 2:
        raise SystemExit(f"Fewer than two sets in {folder} have questions with one known answer: none can be left out.")
    rest = {name: [table for other, table in tables.items() if other != name] for name in tables}
    odds = {name: log_odds(table, fit(rest[name])) for name, table in tables.items()}
    strong = strong_threshold(list(tables.values()), list(odds.values()))
    for name, table in tables.items():
        row = figures(table, odds[name], strong)
        print(f"{name:18} " + "  ".join(f"{label} {value:.3f}" for label, value in row.items()))
    for label, value in zip(("intercept", *SIGNALS), fit(list(tables.values())), strict=True):
        print(f"{label}: float = {value:.2f}")
    print(f"strong: float = {strong:.2f}")


if __name__ == "__main__":
    main()
