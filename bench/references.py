"""Stock rank-bm25 and Lucene-style BM25 over one common analysis, the references of `bench.retrieval`.

Words by Unicode, lower case, the 179 English stop words of bm25s's longer list out, Snowball
stems; CJK and Thai by bigrams. Title and text are one field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import bm25s
import numpy as np
import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN_PLUS
from rank_bm25 import BM25Okapi

from bench.beir import Document

_STEMMERS = {"en": "english", "de": "german", "ru": "russian", "ar": "arabic", "hi": "hindi", "tr": "turkish",
             "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "nl": "dutch", "sv": "swedish",
             "fi": "finnish", "da": "danish", "no": "norwegian", "hu": "hungarian", "ro": "romanian", "el": "greek",
             "id": "indonesian", "pl": "polish", "cs": "czech", "ca": "catalan"}  # fmt: skip
_UNSPACED = "\u0e00-\u0eff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962-\u0963"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|(?:[^\W{_UNSPACED}]|[{_MARKS}])+")
_RUN = re.compile(f"[{_UNSPACED}]")

Scores = Callable[[Sequence[str]], Any]


def tokenizer(language: str) -> Callable[[str], list[str]]:
    """The common analysis of texts in a language."""
    name = _STEMMERS.get(language)
    stemmer = snowballstemmer.stemmer(name) if name else None
    stem = lru_cache(maxsize=None)(stemmer.stemWord if stemmer else str)
    stops = frozenset(STOPWORDS_EN_PLUS) if language == "en" else frozenset()

    def tokenize(text: str) -> list[str]:
        tokens = []
        for token in _TOKEN.findall(text.lower()):
            if _RUN.match(token):
                tokens += [token[i : i + 2] for i in range(max(1, len(token) - 1))]
            elif token not in stops:
                tokens.append(stem(token))
        return tokens

    return tokenize


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
