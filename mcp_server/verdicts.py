"""From a ranking to what the caller is told: strengths, verdict, terms, advice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mcp_server.advice import advise
from mcp_server.confidence import DEFAULT, logit, probability, strength_of, verdict_of
from mcp_server.engine import Hit, Ranking, TermPart, Verdict
from mcp_server.outcome import Ranked
from mcp_server.question import Question

Suggest = Callable[[str], list[str]]


def nothing_found(question: Question, suggest: Suggest) -> Ranking:
    """The ranking of a question none of whose words lead anywhere."""
    content = [question.units[i] for i in question.content]
    missing = tuple(dict.fromkeys(unit.shown for unit in content))
    absent = tuple(dict.fromkeys(unit.shown for unit in content if unit.absent))
    suggestions = {unit.shown: suggest(unit.surface) for unit in content if unit.absent}
    advice = advise("none", missing, absent, suggestions)
    return Ranking((), (), missing, absent, "none", 0.0, advice, suggestions=suggestions)


def conclude(ranked: Ranked, limit: int, explain: bool, suggest: Suggest) -> Ranking:
    """What is said of a ranking: its best hits, what they hold, and how sure that is."""
    question = ranked.question
    log_odds = logit(ranked.observation)
    if ranked.unmet:
        log_odds = min(log_odds, DEFAULT.partial)
    verdict = verdict_of(ranked.observation, log_odds)
    hits = [_hit(ranked, place, verdict, explain) for place in ranked.order[:limit]]
    kept = _without_weak(hits, verdict, len(question.content))
    together = ranked.matched[:, ranked.order[: max(1, len(kept))]].sum(axis=1)
    matched, missing = _shown(question, together > 0)
    missing += ranked.unmet
    absent = tuple(word for word in missing if _is_absent(question, word))
    lost = [unit for unit in question.units if unit.shown in absent and not unit.stop]
    suggestions = {unit.shown: suggest(unit.surface) for unit in lost}
    advice = advise(verdict, missing, absent, suggestions)
    dropped = len(hits) - len(kept)
    return Ranking(tuple(kept), matched, missing, absent, verdict, probability(log_odds), advice, dropped, suggestions)


def _hit(ranked: Ranked, place: int, verdict: Verdict, explain: bool) -> Hit:
    found = ranked.matched[:, place] > 0
    matched, missing = _shown(ranked.question, found)
    idf = np.array([ranked.question.units[i].idf for i in ranked.question.content])
    coverage = float(found.mean())
    weighted = float(idf[found].sum() / idf.sum()) if idf.sum() > 0 else coverage
    return Hit(
        number=int(ranked.evidence.candidates.rows[place]),
        score=float(ranked.scores[place]),
        matched=matched,
        missing=missing,
        coverage=coverage,
        weighted_coverage=weighted,
        strength=strength_of(verdict, weighted, first=place == ranked.order[0]),
        parts=_parts(ranked, place) if explain else (),
    )


def _without_weak(hits: list[Hit], verdict: Verdict, words: int) -> list[Hit]:
    """Weak hits go beside strong ones; a verdict of none offers nothing; one word is never filtered."""
    if words == 1:
        return hits
    if verdict == "none":
        return []
    if any(hit.strength == "strong" for hit in hits):
        return [hit for hit in hits if hit.strength != "weak"]
    return hits


def _shown(question: Question, found: NDArray[np.bool_]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Matched and missing words as typed; a run counts as matched when most of its n-grams are."""
    shares: dict[str, list[bool]] = {}
    for number, is_found in zip(question.content, found, strict=True):
        shares.setdefault(question.units[number].shown, []).append(bool(is_found))
    matched = tuple(word for word, flags in shares.items() if 2 * sum(flags) > len(flags))
    return matched, tuple(word for word in shares if word not in matched)


def _is_absent(question: Question, word: str) -> bool:
    """Whether the site has nothing of a word; of a run, no more than single n-grams by chance."""
    units = [unit for unit in question.units if unit.shown == word and not unit.stop]
    return 2 * sum(unit.absent for unit in units) > len(units)


def _parts(ranked: Ranked, place: int) -> tuple[TermPart, ...]:
    plain = sum(float(values[:, place].sum()) for _, values in ranked.signals.values())
    factor = float(ranked.scores[place]) / plain if plain else 1.0
    return tuple(
        TermPart(label, name, float(value) * factor)
        for name, (labels, values) in ranked.signals.items()
        for label, value in zip(labels, values[:, place], strict=True)
        if value
    )
