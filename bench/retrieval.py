"""Ranking on BEIR-format sets: nDCG@10, MRR@10, recall@10, success@1 and @5, beside references.

python -m bench.retrieval --data DIR [--limit N] [--json FILE]
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.beir import Document, Query, RetrievalSet, find_sets, read_set
from bench.ourengine import our_engine
from bench.references import references
from bench.report import finish

Ranker = Callable[[str, int], list[int]]
_DEPTH = 10


def our_ranker(documents: Sequence[Document], language: str) -> Ranker:
    """The order of the product's engine, nothing left out by a verdict."""
    engine = our_engine(documents, language)

    def best(query: str, count: int) -> list[int]:
        ranked = engine.rank(engine.read(query))
        return ranked.numbers()[:count] if ranked else []

    return best


def measure(ranked: Sequence[str], relevant: dict[str, int]) -> dict[str, float]:
    """The measures of one query for the ids found, best first; gains are the grades themselves."""
    found = [relevant.get(document, 0) for document in ranked[:_DEPTH]]
    ideal = sorted(relevant.values(), reverse=True)[:_DEPTH]
    first = next((rank for rank, grade in enumerate(found, 1) if grade), 0)
    return {
        "ndcg10": _discounted(found) / _discounted(ideal),
        "mrr10": 1 / first if first else 0.0,
        "recall10": sum(grade > 0 for grade in found) / len(relevant),
        "success1": float(first == 1),
        "success5": float(0 < first <= 5),
    }


def _discounted(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


def measure_set(data: RetrievalSet, limit: int) -> dict[str, dict[str, float]]:
    """Mean measures by system."""
    asked = {query.id for query in _sample(data.queries, limit)}
    sums: dict[str, dict[str, float]] = {}
    for documents, queries in data.sites():
        systems: dict[str, Ranker] = {"ours": our_ranker(documents, data.language)}
        systems |= references(documents, data.language)
        for query in (query for query in queries if query.id in asked):
            for name, best in systems.items():
                ids = [documents[row].id for row in best(query.text, _DEPTH)]
                for key, value in measure(ids, query.relevant).items():
                    system = sums.setdefault(name, {})
                    system[key] = system.get(key, 0.0) + value
    return {name: {key: value / len(asked) for key, value in sum_.items()} for name, sum_ in sums.items()}


def _sample(queries: list[Query], limit: int) -> list[Query]:
    return queries if len(queries) <= limit else random.Random(0).sample(queries, limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a set in BEIR format, or a folder of sets")
    parser.add_argument("--limit", type=int, default=2000, help="most queries of a set (2000)")
    parser.add_argument("--json", type=Path, help="write the last line to this file as well")
    arguments = parser.parse_args()
    found: dict[str, dict[str, dict[str, float]]] = {}
    print(f"{'nDCG@10':22} {'ours':>8} {'rank_bm25':>10} {'.9/.4':>8} {'1.2/.75':>8} {'gain':>7}")
    gains = []
    for folder in find_sets(arguments.data):
        systems = found[folder.name] = measure_set(read_set(folder), arguments.limit)
        ours, *others = (systems[name]["ndcg10"] for name in ("ours", "rank_bm25", "lucene_09_04", "lucene_12_075"))
        gains.append(ours / max(others) - 1 if max(others) else 0.0)
        print(f"{folder.name:22} {ours:8.4f} {others[0]:10.4f} {others[1]:8.4f} {others[2]:8.4f} {gains[-1]:+7.1%}")
    print(f"mean gain over the best reference of each set: {sum(gains) / len(gains):+.2%}, least {min(gains):+.2%}")
    finish({"sets": found}, arguments.json)


if __name__ == "__main__":
    main()
