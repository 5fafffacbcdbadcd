"""Whether the verdict can be trusted: questions with their answer there, taken out, and off-topic.

python -m bench.confidence --data DIR [--limit N] [--json FILE]

Off-topic questions are asked of a collection of another site: questions of the other sets in the
same language where there are any, else the questions on the second half of the documents, asked
of the first half.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench.beir import Document, Query, RetrievalSet, find_sets, read_set
from bench.report import finish
from bench.retrieval import our_engine
from mcp_server.engine import Ranking
from mcp_server.lexical import LexicalEngine

_COLUMNS = ("auc_absent", "auc_offtopic", "strong_precision", "strong_recall", "strong_on_absent",
            "strong_on_offtopic", "wrong_abstentions", "weak_on_present")  # fmt: skip
_FIRST = 3
_BORDER = 20  # documents between the halves: neighbours are of one article


@dataclass
class Replies:
    """Confidence and verdict of every question; for the present ones whether a right passage is
    among the first three of the reply.
    """

    present: list[tuple[float, str, bool]] = field(default_factory=list)
    absent: list[tuple[float, str]] = field(default_factory=list)
    offtopic: list[tuple[float, str]] = field(default_factory=list)

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
    if not positives or not negatives:
        return 0.5
    below = np.searchsorted(np.sort(negatives), positives, "left")
    upto = np.searchsorted(np.sort(negatives), positives, "right")
    return float((below + upto).sum() / (2 * len(positives) * len(negatives)))


def ask(engine: LexicalEngine, query: Query) -> Ranking:
    """The product's reply, of at most as many hits as are judged."""
    return engine.search(query.text, limit=_FIRST)


def measure_set(data: RetrievalSet, foreign: Sequence[Query], limit: int) -> dict[str, float]:
    """Ask every question with its passages there and taken out, and the foreign ones."""
    replies = Replies()
    asked = {query.id for query in _sample(data.queries, limit)}
    engines = []
    for documents, queries in data.sites():
        engine = our_engine(documents, data.language)
        engines.append(engine)
        without: dict[frozenset[str], LexicalEngine] = {}
        for query in sorted((q for q in queries if q.id in asked), key=lambda q: sorted(q.relevant)):
            _ask_twice(replies, engine, without, documents, query, data.language)
    if foreign:
        for number, query in enumerate(_sample(list(foreign), limit)):
            replies.offtopic.append(_judged(ask(engines[number % len(engines)], query)))
    else:
        _ask_other_half(replies, data, limit)
    return replies.figures()


def _ask_twice(replies: Replies, engine: LexicalEngine, without: dict[frozenset[str], LexicalEngine],
               documents: Sequence[Document], query: Query, language: str) -> None:  # fmt: skip
    reply = ask(engine, query)
    held = any(documents[hit.number].id in query.relevant for hit in reply.hits)
    replies.present.append((reply.confidence, reply.verdict, held))
    key = frozenset(query.relevant)
    if key not in without:
        without.clear()
        rest = [document for document in documents if document.id not in key]
        without[key] = our_engine(rest, language, engine.collection)
    replies.absent.append(_judged(ask(without[key], query)))


def _ask_other_half(replies: Replies, data: RetrievalSet, limit: int) -> None:
    half = len(data.documents) // 2
    engine = our_engine(data.documents[:half], data.language)
    later = {document.id for document in data.documents[half + _BORDER :]}
    for query in _sample([query for query in data.queries if query.relevant.keys() <= later], limit):
        replies.offtopic.append(_judged(ask(engine, query)))


def _judged(reply: Ranking) -> tuple[float, str]:
    return reply.confidence, reply.verdict


def _sample(queries: Sequence[Query], limit: int) -> list[Query]:
    return list(queries) if len(queries) <= limit else random.Random(0).sample(list(queries), limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a set in BEIR format, or a folder of sets")
    parser.add_argument("--limit", type=int, default=400, help="most questions of each kind (400)")
    parser.add_argument("--json", type=Path, help="write the last line to this file as well")
    arguments = parser.parse_args()
    sets = [read_set(folder) for folder in find_sets(arguments.data)]
    found: dict[str, dict[str, float]] = {}
    print(f"{'set':18} " + " ".join(f"{column.replace('strong_', 's_')[:12]:>12}" for column in _COLUMNS))
    for data in sets:
        foreign = [query for other in sets if other.language == data.language and other.name != data.name
                   for query in _sample(other.queries, arguments.limit)]  # fmt: skip
        figures = found[data.name] = measure_set(data, foreign, arguments.limit)
        print(f"{data.name:18} " + " ".join(f"{figures[column]:12.3f}" for column in _COLUMNS), flush=True)
    finish({"sets": found}, arguments.json)


if __name__ == "__main__":
    main()
