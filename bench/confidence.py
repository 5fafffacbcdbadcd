"""Whether the verdict can be trusted: questions with their answer there, taken out, and off-topic.

python -m bench.confidence --data DIR [--limit N] [--json FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.beir import find_sets, read_set
from bench.report import finish
from bench.trials import Trial, TrialMaker

_COLUMNS = ("auc_absent", "auc_offtopic", "strong_precision", "strong_recall", "strong_on_absent",
            "strong_on_offtopic", "wrong_abstentions", "weak_on_present")  # fmt: skip
_FIRST = 3


@dataclass
class Replies:
    """Confidence and verdict of every question; for the present ones whether a right passage is
    among the first three of the reply.
    """

    present: list[tuple[float, str, bool]] = field(default_factory=list)
    absent: list[tuple[float, str]] = field(default_factory=list)
    offtopic: list[tuple[float, str]] = field(default_factory=list)

    def ask(self, trial: Trial) -> None:
        """Take the product's reply, of at most as many hits as are judged."""
        reply = trial.engine.search(trial.question, limit=_FIRST)
        if trial.kind == "present":
            held = any(hit.number in trial.right for hit in reply.hits)
            self.present.append((reply.confidence, reply.verdict, held))
        else:
            (self.absent if trial.kind == "absent" else self.offtopic).append((reply.confidence, reply.verdict))

    def figures(self) -> dict[str, float]:
        """The figures of contract section 11."""
        right = sum(verdict == "strong" and held for _, verdict, held in self.present)
        said = sum(verdict == "strong" for _, verdict, _ in self.present)
        wrong = sum(verdict == "strong" for _, verdict in self.absent)
        confidences = [confidence for confidence, _, _ in self.present]
        return {
            "auc_absent": area_under_curve(confidences, [confidence for confidence, _ in self.absent]),
            "auc_offtopic": area_under_curve(confidences, [confidence for confidence, _ in self.offtopic]),
            "strong_precision": right / (said + wrong) if said + wrong else 0.0,
            "strong_recall": right / len(self.present),
            "strong_on_absent": wrong / len(self.absent),
            "strong_on_offtopic": _share(verdict == "strong" for _, verdict in self.offtopic),
            "wrong_abstentions": _share(verdict == "none" for _, verdict, _ in self.present),
            "weak_on_present": _share(verdict == "weak" for _, verdict, _ in self.present),
        }


def _share(flags: Iterable[bool]) -> float:
    values = list(flags)
    return sum(values) / len(values) if values else 0.0


def area_under_curve(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """The share of pairs in which the positive stands higher; equal ones count half."""
    if not len(positives) or not len(negatives):
        return 0.5
    below = np.searchsorted(np.sort(negatives), positives, "left")
    upto = np.searchsorted(np.sort(negatives), positives, "right")
    return float((below + upto).sum() / (2 * len(positives) * len(negatives)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a set in BEIR format, or a folder of sets")
    parser.add_argument("--limit", type=int, default=400, help="most questions of each kind (400)")
    parser.add_argument("--json", type=Path, help="write the last line to this file as well")
    arguments = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    print(f"{'set':18} " + " ".join(f"{column.replace('strong_', 's_')[:12]:>12}" for column in _COLUMNS))
    sets = [read_set(folder) for folder in find_sets(arguments.data)]
    maker = TrialMaker(sets, arguments.limit)
    for data in sets:
        replies = Replies()
        for trial in maker.trials(data):
            replies.ask(trial)
        figures = found[data.name] = replies.figures()
        print(f"{data.name:18} " + " ".join(f"{figures[column]:12.3f}" for column in _COLUMNS), flush=True)
    finish({"sets": found}, arguments.json)


if __name__ == "__main__":
    main()
