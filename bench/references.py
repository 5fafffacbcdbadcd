"""Stock rank-bm25 and Lucene-style BM25 over one common analysis, the references of `bench.retrieval`.

The analysis is `bench.referencetokens`. Title and text are one field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import bm25s
import numpy as np
from rank_bm25 import BM25Okapi

from bench.beir import Document
from bench.referencetokens import tokenizer

Scores = Callable[[Sequence[str]], Any]


def references(documents: Sequence[Document], language: str) -> dict[str, Callable[[str, int], list[int]]]:
    """The reference systems by name; each gives the best document rows for a query."""
    tokenize = tokenizer(language)
    corpus = [tokenize(f"{document.title} {document.text}") for document in documents]
    stock = BM25Okapi(corpus)
    lucene = {name: bm25s.BM25(method="lucene", k1=k1, b=b)
              for name, k1, b in (("lucene_09_04", 0.9, 0.4), ("lucene_12_075", 1.2, 0.75))}  # fmt: skip
    for model in lucene.values():
        model.index(corpus, show_progress=False)
    scorers: dict[str, Scores] = {"rank_bm25": stock.get_scores} | {
        name: _known(model) for name, model in lucene.items()
    }
    return {name: _best(tokenize, scores) for name, scores in scorers.items()}


def _known(model: Any) -> Scores:
    def scores(tokens: Sequence[str]) -> Any:
        known = [token for token in tokens if token in model.vocab_dict]
        return model.get_scores(known) if known else np.zeros(model.scores["num_docs"])

    return scores


def _best(tokenize: Callable[[str], list[str]], scores: Scores) -> Callable[[str, int], list[int]]:
    def best(query: str, count: int) -> list[int]:
        found = scores(tokenize(query))
        rows = np.argsort(-found, kind="stable")[:count]
        return [int(row) for row in rows if found[row] > 0]

    return best
