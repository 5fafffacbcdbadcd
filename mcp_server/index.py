"""BM25 over postings: rank-bm25's class with its scores, without its loop over every passage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from mcp_server.lexicon import Lexicon
from mcp_server.postings import Postings, PostingsWriter
from mcp_server.spool import Spools

Floats = NDArray[np.float32] | NDArray[np.float64]
_BLOCK = 1024
_STEP = 1 << 16
_COMMON = 8  # a term of more than one passage in so many is added as a row of all passages
_ROWS = 8
_SAMPLE = 4096


def positive_idf(frequencies: Any, passages: int) -> Any:
    """ln(1 + (N - n + 0.5) / (n + 0.5)): above zero also for a term of every passage (Lucene's form)."""
    return np.log1p((passages - frequencies + 0.5) / (frequencies + 0.5))


class PostingBM25(BM25Okapi):
    """The neutral configuration: made of token lists like the stock class and equal to it in score.

    `starts`, `docs` and `impacts` hold each term's postings and what each adds to a score, on disk
    where `spools` has a folder.
    """

    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    impacts: Floats

    def __init__(
        self,
        corpus: Iterable[Sequence[str]],
        tokenizer: Callable[[str], list[str]] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
        spools: Spools | None = None,
    ) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: dict[int, Floats] = {}
        self._spools = spools or Spools()
        super().__init__(corpus, tokenizer, k1, b, epsilon)
        idf = np.fromiter(self.idf.values(), np.float64, len(self.idf))
        self._set_impacts(self._postings, idf, self.doc_len, np.float64, self._spools)
        del self._postings, self._spools

    def number(self, term: str) -> int:
        """The number of a term, -1 for an unknown one."""
        return self._numbers.get(term, -1)

    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]:
        """The score of every passage; a term that is repeated counts each time."""
        return self.scores([self.number(term) for term in query])

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """The scores of the passages `doc_ids`."""
        found: list[float] = self.get_scores(query)[list(doc_ids)].tolist()
        return found

    def scores(self, terms: Sequence[int], weights: Sequence[float] | None = None) -> NDArray[np.float64]:
        """The score of every passage for term numbers, each with a weight."""
        docs, impacts, common = [], [], []
        for place, term in enumerate(terms):
            if term < 0:
                continue
            weight = None if weights is None else weights[place]
            part = slice(self.starts[term], self.starts[term + 1])
            if self._is_common(term):
                common.append((self._row(term), weight))
            else:
                docs.append(self.docs[part])
                impacts.append(self.impacts[part] if weight is None else self.impacts[part] * weight)
        sums: NDArray[np.float64] | None = None
        if docs:
            sums = np.bincount(np.concatenate(docs), np.concatenate(impacts), self.corpus_size).astype(
                np.float64, copy=False
            )
        for row, weight in common:
            added = row if weight is None else row * weight
            # the first is copied: a row is kept for the next question
            sums = added.astype(np.float64) if sums is None else np.add(sums, added, out=sums)
        return np.zeros(self.corpus_size) if sums is None else sums

    def _is_common(self, term: int) -> bool:
        return bool(_COMMON * (self.starts[term + 1] - self.starts[term]) > self.corpus_size)

    def _row(self, term: int) -> Floats:
        """What a common term adds to the score of each passage: adding rows is faster than counting postings."""
        row = self._rows.get(term)
        if row is None:
            part = slice(self.starts[term], self.starts[term + 1])
            row = np.zeros(self.corpus_size, self.impacts.dtype)
            row[self.docs[part]] = self.impacts[part]
            if len(self._rows) >= _ROWS:
                self._rows.clear()
            self._rows[term] = row
        return row

    def scores_of(self, docs: NDArray[np.integer[Any]], terms: Sequence[int], weights: Sequence[float]
                  ) -> NDArray[np.float64]:  # fmt: skip
        """`scores(terms, weights)[docs]`, looked up for these few alone."""
        sums = np.zeros(len(docs))
        for term, weight in zip(terms, weights, strict=True):
            begin, end = (self.starts[term], self.starts[term + 1]) if term >= 0 else (0, 0)
            if begin < end:
                places = np.searchsorted(self.docs[begin:end], docs) + begin
                places[places == end] = begin
                sums += np.where(self.docs[places] == docs, self.impacts[places] * weight, 0)
        return sums

    def top(self, terms: Sequence[int], count: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The best `count` passages above zero and their scores; equal scores in passage order."""
        known = [term for term in terms if term >= 0]
        scores = self.scores(known)
        rows = best_rows(scores, count, self.sample(known, count))
        return rows, scores[rows]

    def sample(self, terms: Sequence[int], count: int) -> NDArray[np.int32] | None:
        """Passages, of many a part, of the rarest of the terms (numbers, none -1) that has `count`, for
        `best_rows`: they tell what score the last of the best has at least.
        """
        enough = [t for t in terms if self.starts[t + 1] - self.starts[t] >= count]
        if not enough:
            return None
        rarest = min(enough, key=lambda term: int(self.starts[term + 1] - self.starts[term]))
        if self._is_common(rarest):
            # any passages will do, and need no list to be read
            return np.arange(0, self.corpus_size, max(1, self.corpus_size // max(_SAMPLE, 8 * count)), dtype=np.int32)
        found = self.docs[self.starts[rarest] : self.starts[rarest + 1]]
        return found[:: max(1, len(found) // max(_SAMPLE, 8 * count))]

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> dict[str, int]:
        writer = PostingsWriter(spools=self._spools)
        lengths: list[int] = []
        block: list[int] = []
        done = 0
        for tokens in corpus:
            block.extend([self._numbers.setdefault(token, len(self._numbers)) for token in tokens])
            lengths.append(len(tokens))
            if len(lengths) % _BLOCK == 0:
                done = self._add(writer, block, lengths, done)
                block = []
        self._add(writer, block, lengths, done)
        self._postings = writer.finish(len(self._numbers))
        self.corpus_size = len(lengths)
        self.doc_len = np.array(lengths, np.int64)
        self.avgdl = sum(lengths) / max(1, len(lengths))
        return dict(zip(self._numbers, self._postings.document_frequencies().tolist(), strict=True))

    @staticmethod
    def _add(writer: PostingsWriter, block: list[int], lengths: list[int], done: int) -> int:
        docs = np.repeat(np.arange(done, len(lengths), dtype=np.int32), lengths[done:])
        writer.add(docs, np.array(block, np.int32))
        return len(lengths)

    def _calc_idf(self, nd: dict[str, int]) -> None:
        # the stock class divides by the number of terms
        if nd:
            super()._calc_idf(nd)

    def _tokenize_corpus(self, corpus: Iterable[str]) -> list[list[str]]:
        # the stock class opens a pool of processes here that it never closes
        tokenizer = self.tokenizer
        return [tokenizer(text) for text in corpus] if tokenizer else []

    def _set_impacts(self, postings: Postings, idf: NDArray[np.float64], lengths: Any, kind: Any,
                     spools: Spools) -> None:  # fmt: skip
        norms = self.k1 * (1 - self.b + self.b * np.asarray(lengths, np.float64) / (self.avgdl or 1.0))
        impacts = spools.new(kind)
        for begin in range(0, len(postings.docs), _STEP):
            end = min(begin + _STEP, len(postings.docs))
            frequencies = postings.frequencies[begin:end].astype(np.float64)
            saturation = frequencies * (self.k1 + 1) / (frequencies + norms[postings.docs[begin:end]])
            impacts.append(idf[postings.terms_of(begin, end)] * saturation)
            spools.forget()
        self.starts, self.docs, self.impacts = postings.starts, postings.docs, impacts.array()


class FieldBM25(PostingBM25):
    """The product's configuration: weighted fields in the frequencies, positive idf, stored arrays."""

    def __init__(self, lexicon: Lexicon, starts: NDArray[np.int64], docs: NDArray[np.int32], impacts: Floats,
                 passages: int, k1: float, b: float) -> None:  # fmt: skip
        self.lexicon, self.corpus_size, self.k1, self.b = lexicon, passages, k1, b
        self._rows = {}
        self.starts, self.docs, self.impacts = starts, docs, impacts

    @classmethod
    def of(cls, lexicon: Lexicon, postings: Postings, lengths: NDArray[np.float64], k1: float, b: float,
           spools: Spools) -> FieldBM25:  # fmt: skip
        """Work out the impacts of `postings`, whose frequencies are weighted by field already."""
        index = cls(lexicon, postings.starts, postings.docs, np.empty(0, np.float32), len(lengths), k1, b)
        index.avgdl = float(lengths.mean()) if len(lengths) else 0.0
        idf = positive_idf(postings.document_frequencies(), len(lengths))
        index._set_impacts(postings, idf, lengths, np.float32, spools)
        return index

    def number(self, term: str) -> int:
        """The number of a term, -1 for an unknown one."""
        return self.lexicon.find(term)

    def rarities(self, terms: NDArray[np.int64]) -> NDArray[np.float64]:
        """The idf of terms by their numbers."""
        found: NDArray[np.float64] = positive_idf(self.starts[terms + 1] - self.starts[terms], self.corpus_size)
        return found

    def document_frequency(self, term: int) -> int:
        """In how many passages a term stands; 0 for -1."""
        return int(self.starts[term + 1] - self.starts[term]) if term >= 0 else 0


def best_rows(scores: NDArray[np.float64], count: int, sample: NDArray[np.int32] | None) -> NDArray[np.int64]:
    """The rows of the best `count` scores above zero, best first, equal ones in order.

    `sample`, rows among which at least `count` are above zero, spares sorting all the others.
    """
    bound = 0.0
    if sample is not None and len(sample) >= count:
        bound = float(np.partition(scores[sample], len(sample) - count)[len(sample) - count])
    rows = np.flatnonzero(scores >= bound) if bound > 0 else np.flatnonzero(scores > 0)
    if len(rows) > 4 * count:
        found = scores[rows]
        rows = rows[found >= np.partition(found, len(found) - count)[len(found) - count]]
    return rows[np.argsort(-scores[rows], kind="stable")][:count]
