"""A user's own questions measured on the user's own site, through the search that the tools run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mcp_server.library import Library
from mcp_server.refusals import RefusalError
from mcp_server.results import SearchReply
from mcp_server.rightaddress import Unknown, is_right, unknown_addresses
from mcp_server.searching import QUERY_CHARACTERS, Question, search_sites

DEPTH = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the URLs that answer it; none means the site cannot answer."""

    query: str
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a question: `rank` of the first right result, from 1, or None; `first` is the address
    of the first result. `unknown` are the right addresses that the site does not have; `hopeless` says
    that these are all of them, so that no result can be right.
    """

    query: str
    answerable: bool
    verdict: str
    confidence: float
    rank: int | None
    first: str | None = None
    unknown: tuple[Unknown, ...] = ()
    hopeless: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares, 0 to 1; None where there is nothing to take a share of.

    Of the answerable questions: `success1`, `success5`, `mrr10`, `said_strong`, `said_none`;
    of the strong verdicts: `strong_right`, with a right result among the first three; of the
    unanswerable questions: `strong_on_unanswerable`, `abstained` (a verdict of weak or none).
    `hopeless` counts the answerable ones none of whose right addresses is on the site.
    """

    questions: int
    answerable: int
    unanswerable: int
    hopeless: int
    success1: float | None
    success5: float | None
    mrr10: float | None
    said_strong: float | None
    said_none: float | None
    strong_right: float | None
    strong_on_unanswerable: float | None
    abstained: float | None
    verdicts: dict[str, dict[str, int]]


def read_questions(file: Path) -> list[Asked]:
    """The questions of a file, one JSON object a line. Raises RefusalError with file and line."""
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise RefusalError(f"{file} cannot be read: {error.strerror or error}.") from None
    questions = [_asked(line, f"{file}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not questions:
        raise RefusalError(f'{file} holds no question. Write one {{"query": "…", "urls": ["…"]}} a line.')
    return questions


def ask_all(library: Library, site: str | None, questions: Sequence[Asked]) -> list[Outcome]:
    """Ask every question. Raises RefusalError as the search does."""
    return [_outcome(library, site, asked) for asked in questions]


def figures_of(outcomes: Sequence[Outcome]) -> Figures:
    """The figures over all questions."""
    yes = [outcome for outcome in outcomes if outcome.answerable]
    no = [outcome for outcome in outcomes if not outcome.answerable]
    strong = [outcome for outcome in outcomes if outcome.verdict == "strong"]
    return Figures(
        questions=len(outcomes),
        answerable=len(yes),
        unanswerable=len(no),
        hopeless=sum(outcome.hopeless for outcome in yes),
        success1=_share([outcome.rank == 1 for outcome in yes]),
        success5=_share([(outcome.rank or DEPTH) <= 5 for outcome in yes]),
        mrr10=_share([1 / outcome.rank if outcome.rank else 0 for outcome in yes]),
        said_strong=_share([outcome.verdict == "strong" for outcome in yes]),
        said_none=_share([outcome.verdict == "none" for outcome in yes]),
        strong_right=_share([(outcome.rank or DEPTH) <= 3 for outcome in strong]),
        strong_on_unanswerable=_share([outcome.verdict == "strong" for outcome in no]),
        abstained=_share([outcome.verdict in ("weak", "none") for outcome in no]),
        verdicts={
            name: dict(Counter(outcome.verdict for outcome in group))
            for name, group in (("answerable", yes), ("unanswerable", no))
        },
    )


def outcomes_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Figures and single outcomes for a program."""
    return {**asdict(figures_of(outcomes)), "outcomes": [asdict(outcome) for outcome in outcomes]}


def _asked(line: bytes, where: str) -> Asked:
    try:
        row = json.loads(line)
        query, urls = row["query"], row["urls"]
    except (ValueError, KeyError, TypeError):
        raise RefusalError(f'{where}: not a JSON object with "query" and "urls".') from None
    if not isinstance(query, str) or not 1 <= len(query.strip()) <= QUERY_CHARACTERS:
        raise RefusalError(f"{where}: query must be text of 1 to {QUERY_CHARACTERS} characters.")
    if not isinstance(urls, list) or not all(isinstance(url, str) for url in urls):
        raise RefusalError(f"{where}: urls must be a list of addresses; an empty one means that nothing answers.")
    return Asked(query, tuple(urls))


def _search(library: Library, site: str | None, asked: Asked) -> SearchReply:
    return search_sites(library, Question(asked.query, site, limit=DEPTH)).reply


def _outcome(library: Library, site: str | None, asked: Asked) -> Outcome:
    reply = _search(library, site, asked)
    ranks = [result.rank for result in reply.results if is_right(result.url, result.page_url, asked.urls)]
    unknown = tuple(unknown_addresses(library, site, asked.urls))
    return Outcome(
        query=asked.query,
        answerable=bool(asked.urls),
        verdict=reply.verdict,
        confidence=reply.confidence,
        rank=min(ranks, default=None),
        first=reply.results[0].url if reply.results else None,
        unknown=unknown,
        hopeless=0 < len(asked.urls) == len(unknown),
    )


def _share(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
