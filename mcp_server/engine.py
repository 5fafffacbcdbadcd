"""The one interface through which everything searches; another engine can take its place.

An engine numbers passages from 0 in the order it was given them and keeps arrays, not texts.
Importing this module is cheap: numpy and rank-bm25 are imported when an engine is built or opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

Strength = Literal["strong", "partial", "weak"]
Verdict = Literal["strong", "partial", "weak", "none"]


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """What an engine reads of one passage.

    `page` numbers the page it stands on (passages of a page follow each other);
    `headings` runs from the outermost to the innermost; `lang` is the page's BCP 47 tag, if known.
    """

    page: int
    title: str
    headings: Sequence[str]
    text: str
    lang: str | None = None
    anchor: str | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class TermPart:
    """A term's part of a score: `signal` names what was compared (body, title, grams, pairs …)."""

    term: str
    signal: str
    value: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found. `coverage` and `weighted_coverage` (by rarity) lie in 0 … 1.

    `matched` and `missing` are the question's content words as typed; `parts` is filled for
    `explain` alone and sums to `score`.
    """

    number: int
    score: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    coverage: float
    weighted_coverage: float
    strength: Strength
    parts: tuple[TermPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer to one question.

    `matched` are the content words that some hit holds, `missing` those that none holds, `absent`
    those that no passage of the site holds (a part of `missing`). `confidence` is the estimated
    probability that the hits hold the answer. `dropped_weak` counts weak hits left out beside
    strong ones; `suggestions` are words of the site that look like an absent one mistyped.
    """

    hits: tuple[Hit, ...]
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    absent: tuple[str, ...]
    verdict: Verdict
    confidence: float
    advice: str
    dropped_weak: int = 0
    suggestions: Mapping[str, Sequence[str]] = field(default_factory=dict)


class Engine(Protocol):
    """Something that ranks passages. Safe to call from several threads."""

    @property
    def passages(self) -> int:
        """How many passages are indexed."""

    def search(
        self,
        question: str,
        *,
        limit: int = 5,
        per_page: int = 2,
        admits: Callable[[int], bool] | None = None,
        explain: bool = False,
    ) -> Ranking:
        """Rank passages for `question`, the best `limit`, at most `per_page` of one page.

        `admits` is asked with a passage number whether it may be a hit. Equal scores stand in
        passage order. Nothing found is a ranking without hits.
        """


def build_engine(passages: Iterable[IndexedPassage], *, cache: Path | None = None, digest: str = "") -> Engine:
    """Index `passages`, taken once.

    With `cache` (a folder, made when needed) the arrays are also written there for
    `open_engine`; what stands there for another digest serves to skip the analysis of passages
    that have not changed. A cache that cannot be written is no failure.
    """
    from mcp_server.lexical import build_lexical_engine

    return build_lexical_engine(passages, cache=cache, digest=digest)


def open_engine(cache: Path, digest: str) -> Engine | None:
    """The engine kept in `cache`, mapped into memory, or None.

    None when nothing is there, when it was made of data with another digest or by another
    version of this code, or when it is damaged: build it again.
    """
    from mcp_server.lexical import open_lexical_engine

    return open_lexical_engine(cache, digest)
