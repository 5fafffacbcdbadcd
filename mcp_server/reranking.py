"""The second look: signals of the best candidates, each a matrix of words by candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mcp_server.analysis import CJK, THAI, WORD
from mcp_server.collection import LAST, TITLE, field_weights
from mcp_server.evidence import Evidence, Matrix
from mcp_server.index import positive_idf
from mcp_server.proximity import following_pairs, near_pairs
from mcp_server.question import Question, Unit
from mcp_server.settings import RankingSettings
from mcp_server.statistics import Statistics

Signals = dict[str, tuple[list[str], Matrix]]
"""By name: the labels of the rows, and their values for each candidate. All of them sum to the score."""


def total(signals: Signals, names: Iterable[str]) -> Matrix:
    """The sum of the signals with these names, by candidate."""
    sums: Matrix = np.sum([signals[name][1].sum(axis=0) for name in names], axis=0, dtype=np.float64)
    return sums


def rarity_of(units: Iterable[Unit]) -> Matrix:
    """The idf of units, 0 for unknown ones."""
    return np.array([unit.idf if unit.terms else 0.0 for unit in units])


@dataclass(frozen=True)
class Surroundings:
    """What is known of candidates beside their words: the scores of their pages, the likeness of their
    titles and of their best names to the question, which of its identifiers they define, and the factors by
    which pages that others cite come forward, and lists of links and news stand back.
    """

    pages: Matrix
    titles: Matrix
    names: Matrix
    identifiers: Matrix
    renown: Matrix
    standing: Matrix


class Reranker:
    """Scores candidates by everything known about them. Pure: same evidence in, same signals out."""

    def __init__(self, statistics: Statistics, settings: RankingSettings) -> None:
        self._statistics = statistics
        self._settings = settings
        self._weights = np.array(field_weights(settings.title, settings.heading))

    def signals(self, question: Question, evidence: Evidence, around: Surroundings) -> Signals:
        """All signals of the candidates, weighted."""
        settings, units = self._settings, question.units
        named, alike = settings.definition_share, settings.likeness_share
        shown = [unit.shown for unit in units]
        idf = np.array([unit.idf * unit.count if unit.terms else 0.0 for unit in units])
        content = idf * np.array([not unit.stop for unit in units])
        norms = self._norms(evidence)
        text = self._saturate(evidence.terms @ self._weights, norms)
        rarity = self._surface_idf(question, evidence)
        forms = self._saturate(evidence.surfaces @ self._weights, norms)
        labels, pairs, closeness = near_pairs(question, evidence, settings.pair_gap)
        signals: Signals = {
            "text": (shown, content[:, None] * text),
            "stop words": (shown, settings.stop * (idf - content)[:, None] * text),
            "parts": (shown, self._parts(question, evidence, norms)),
            "grams": (["grams"], self._grams(evidence, norms)),
            "title": (shown, settings.title_alone * content[:, None] * self._field(evidence, evidence.terms, TITLE)),
            "surface": (shown, settings.surface * rarity[:, None] * forms),
            "definition": (["definition"], self._capped(content, around.names, settings.definition, named)),
            "defined": (shown, settings.defined * idf[:, None] * around.identifiers),
            "likeness": (["likeness"], self._capped(content, around.titles, settings.likeness, alike)),
            "pairs": (labels, settings.pairs * self._pair_idf(question)[:, None] * self._saturate(pairs, norms)),
            "compounds": (
                [unit.shown for unit in question.compounds],
                settings.compound * rarity_of(question.compounds)[:, None] * self._saturate(evidence.compounds, norms),
            ),
            "page": (["page"], settings.page * around.pages[None, :]),
            "distance": (["distance"], settings.distance * self._saturate(closeness, norms)),
        }  # fmt: skip
        plain = total(signals, signals)
        gained = plain * (around.renown - 1)
        signals["cited"] = (["linked from other pages"], gained[None, :])
        lost = (plain + gained) * (around.standing - 1)
        signals["standing"] = (["list of links or news"], lost[None, :])
        return signals

    @staticmethod
    def _capped(idf: Matrix, likeness: Matrix, most: float, share: float) -> Matrix:
        return min(most, share * float(idf.sum())) * likeness[None, :]

    def _norms(self, evidence: Evidence) -> Matrix:
        lengths = self._statistics.lengths[evidence.candidates.rows].astype(np.float64)
        return self._settings.k1 * (1 - self._settings.b + self._settings.b * lengths / self._statistics.mean_length)

    def _saturate(self, frequencies: Matrix, norms: Matrix) -> Matrix:
        return frequencies * (self._settings.k1 + 1) / (frequencies + norms)

    def _parts(self, question: Question, evidence: Evidence, norms: Matrix) -> Matrix:
        values = np.zeros((len(question.units), len(evidence.candidates.rows)))
        for number, counts in evidence.parts.items():
            idf = np.array(question.units[number].part_idfs)[:, None]
            values[number] = self._settings.part * (idf * self._saturate(counts @ self._weights, norms)).sum(axis=0)
        return values

    def _grams(self, evidence: Evidence, norms: Matrix) -> Matrix:
        weights = {WORD: self._settings.grams, CJK: self._settings.cjk_grams, THAI: self._settings.thai_grams}
        factors = np.array([weights[kind] for kind in evidence.gram_kinds.tolist()])
        worth = factors * evidence.gram_idf * evidence.gram_weights
        return (worth @ self._saturate(evidence.grams, norms))[None, :]

    def _field(self, evidence: Evidence, counts: Matrix, field: int) -> Matrix:
        mean = self._statistics.field_means[field]
        lengths = evidence.candidates.lengths[:, field]
        return self._saturate(counts[:, :, field], self._settings.k1 * (0.25 + 0.75 * lengths / mean))

    def _surface_idf(self, question: Question, evidence: Evidence) -> Matrix:
        found = np.zeros(len(question.units))
        for number, words in enumerate(evidence.surface_words):
            if words and not question.units[number].stop:
                found[number] = (
                    positive_idf(
                        min(int(self._statistics.words[words].sum()), len(self._statistics.lengths)),
                        len(self._statistics.lengths),
                    )
                    * question.units[number].count
                )
        return found

    def title_likeness(self, question: Question, evidence: Evidence) -> Matrix:
        """The weighted Jaccard index of the question and each candidate's title or last heading."""
        idf = np.array([0.0 if unit.stop or not unit.terms else unit.idf * unit.count for unit in question.units])
        best = np.zeros(len(evidence.candidates.rows))
        for field, sums in ((TITLE, self._statistics.title_idf), (LAST, self._statistics.heading_idf)):
            shared = idf @ (evidence.terms[:, :, field] > 0)
            either = idf.sum() + sums[evidence.candidates.rows] - shared
            best = np.maximum(best, np.divide(shared, either, out=np.zeros_like(shared), where=either > 0))
        return best

    @staticmethod
    def _pair_idf(question: Question) -> Matrix:
        pairs = following_pairs(question)
        return np.array([(question.units[before].idf + question.units[after].idf) / 2 for before, after in pairs])
