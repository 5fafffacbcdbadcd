"""An evaluation as a person reads it: what to mend first, then the figures."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcp_server.evaluation import Figures, Outcome, figures_of

_VERDICTS = ("strong", "partial", "weak", "none")
_WORDS = {
    "success1": "right result first",
    "success5": "right result among the first five",
    "mrr10": "mean of 1/rank of the right result",
    "said_strong": "answerable, verdict strong",
    "said_none": "answerable, verdict none",
    "strong_right": "verdict strong, right result among the first three",
    "strong_on_unanswerable": "unanswerable, verdict strong",
    "abstained": "unanswerable, verdict weak or none",
}


def print_evaluation(outcomes: Sequence[Outcome], console: Console) -> None:
    """Write addresses that the site does not have, questions that went wrong, and the figures."""
    for title, lines in (
        ("Not on the site: these addresses can never be found", _unknown(outcomes)),
        ("Not first", _missed(outcomes)),
        ("Unanswerable, but not said so", _overrated(outcomes)),
    ):
        if lines:
            console.print(Text(title, style="bold"))
            for line in lines:
                console.print(Text(f"  {line}"), soft_wrap=True)  # addresses stay whole
            console.print()
    figures = figures_of(outcomes)
    console.print(_shares(figures))
    console.print()
    console.print(_verdicts(figures))


def _unknown(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"{unknown.url}  ({outcome.query}); nearest: {unknown.nearest or 'none'}"
        for outcome in outcomes
        for unknown in outcome.unknown
    ]


def _missed(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"{f'rank {outcome.rank}' if outcome.rank else 'not found'}, {outcome.verdict}: {outcome.query}; "
        f"first was {outcome.first or 'nothing'}"
        for outcome in outcomes
        if outcome.answerable and outcome.rank != 1 and not outcome.hopeless
    ]


def _overrated(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"{outcome.verdict}: {outcome.query}; first was {outcome.first or 'nothing'}"
        for outcome in outcomes
        if not outcome.answerable and outcome.verdict in ("strong", "partial")
    ]


def _shares(figures: Figures) -> Table:
    title = f"{figures.questions} questions, {figures.answerable} answerable, {figures.unanswerable} not"
    if figures.hopeless:
        title += f"; {figures.hopeless} cannot succeed: no right address is on the site"
    table = _table(title, "figure", "", "share")
    table.columns[2].justify = "right"
    for name, words in _WORDS.items():
        value: float | None = getattr(figures, name)
        table.add_row(name, words, "–" if value is None else f"{value:.3f}")
    return table


def _verdicts(figures: Figures) -> Table:
    table = _table("Verdicts", "", *_VERDICTS)
    for group, counts in figures.verdicts.items():
        table.add_row(group, *(str(counts.get(verdict, 0)) for verdict in _VERDICTS))
    return table


def _table(title: str, *heads: str) -> Table:
    table = Table(title=Text(title, style="bold"), title_justify="left", box=None)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table
