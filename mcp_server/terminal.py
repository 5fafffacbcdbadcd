"""The search and the evaluation in a terminal, for a person or, with --json, for a program."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mcp_server.engine import TermPart
from mcp_server.evaluation import ask_all, outcomes_json, read_questions
from mcp_server.evaluationtable import print_evaluation
from mcp_server.excerpt import excerpt_of
from mcp_server.filters import NOTHING_ASKED
from mcp_server.library import EVERY_SITE, Library
from mcp_server.querylog import read_gaps
from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.results import Found, SearchReply
from mcp_server.searching import MOST_RESULTS, QUERY_CHARACTERS, Question, Search, search_sites
from mcp_server.speech import counted

SHOWN_LINES = 12
_COLOURS = {"strong": "green", "partial": "yellow", "weak": "red", "none": "red"}

T = TypeVar("T")


def search(library: Library, question: Question, *, as_json: bool) -> int:
    """Ask and print; 0, also when nothing is found. Raises RefusalError for what the tool refuses."""
    if len(question.query) > QUERY_CHARACTERS:
        raise RefusalError(f"The question has {len(question.query)} characters; at most {QUERY_CHARACTERS} are taken.")
    if not 1 <= question.limit <= MOST_RESULTS:
        raise RefusalError(f"--limit {question.limit}: give a number from 1 to {MOST_RESULTS}.")
    found = _consistently(lambda: search_sites(library, question))
    if as_json:
        print(json.dumps(_search_json(found, question.explain), ensure_ascii=False, indent=1))
    else:
        _print_search(found, question.explain, Console(highlight=False))
    return 0


def evaluate(library: Library, file: Path, site: str | None, *, as_json: bool) -> int:
    """Measure a file of questions and print the figures; raises RefusalError."""
    questions = read_questions(file)
    outcomes = _consistently(lambda: ask_all(library, site, questions))
    if as_json:
        print(json.dumps(outcomes_json(outcomes), ensure_ascii=False, indent=1))
    else:
        print_evaluation(outcomes, Console(highlight=False))
    return 0


def gaps(log: Path, *, as_json: bool) -> int:
    """Print what people asked and the sites do not answer; raises RefusalError without a log."""
    found = read_gaps(log)
    if as_json:
        print(json.dumps([asdict(gap) for gap in found], ensure_ascii=False, indent=1))
    else:
        table = Table("asked", "question", "site", "nowhere on it", "last", box=None)
        for gap in found:
            table.add_row(
                str(gap.asked),
                Text(gap.query),
                Text(", ".join(gap.sites)),
                Text(", ".join(gap.absent)),
                gap.last[:16].replace("T", " "),
            )
        Console(highlight=False).print(table if found else "Every question in the log was answered.")
    return 0


def _consistently(ask: Callable[[], T]) -> T:
    try:
        return ask()
    except SiteChangedError:  # replaced by a crawl that ended just now
        return ask()


def _search_json(found: Search, explain: bool) -> dict[str, object]:
    reply = asdict(found.reply)
    if explain:
        for result, parts in zip(reply["results"], found.parts, strict=False):
            result["parts"] = [asdict(part) for part in parts]
    return reply


def _print_search(found: Search, explain: bool, console: Console) -> None:
    reply = found.reply
    console.print(_verdict_line(reply))
    console.print(Text(found.told))
    missing = [term for term in reply.terms.missing if term not in reply.terms.absent]
    if found.told == NOTHING_ASKED:
        missing = []
    for label, terms in (("Nowhere on the site", reply.terms.absent), ("In no result", missing)):
        if terms:
            console.print(Text(f"{label}: {', '.join(terms)}", style="dim"))
    for number, result in enumerate(reply.results):
        _print_result(reply.query, result, console)
        if explain:
            console.print(Padding(_parts_table(found.parts[number]), (0, 0, 0, 3)))
    for note in reply.notes:
        console.print(Text(f"Note: {note}", style="dim"))


def _verdict_line(reply: SearchReply) -> Text:
    line = Text(f"\n{reply.verdict}", style=f"bold {_COLOURS[reply.verdict]}")
    left_out = f", {reply.dropped_weak} weak left out" if reply.dropped_weak else ""
    place = "all sites" if reply.site == EVERY_SITE else reply.site
    return line.append(
        f"  confidence {reply.confidence:.2f}, {counted(len(reply.results), 'result')} on {place}{left_out}",
        style="default",
    )


def _print_result(question: str, result: Found, console: Console) -> None:
    path = " › ".join([result.title, *(heading for heading in result.headings if heading != result.title)])
    head = Text(f"\n{result.rank}. {path}", style="bold")
    console.print(head.append(f"  {result.strength}", style=_COLOURS[result.strength]))
    console.print(Text(f"   {result.url}", style="blue"), soft_wrap=True)
    lines = excerpt_of(result.text, question, result.lang, (result.title, *result.headings), most=SHOWN_LINES)
    console.print(Padding(Text("\n".join(lines)), (0, 0, 0, 3)))
    lacks = f"; lacks {', '.join(result.missing_terms)}" if result.missing_terms else ""
    stale = ", stale" if result.stale else ""
    told = f"   score {result.score:.2f}, holds {', '.join(result.matched_terms) or 'no word'}{lacks}; "
    console.print(Text(f"{told}fetched {result.fetched_at or 'at an unknown time'}{stale}", style="dim"))


def _parts_table(parts: tuple[TermPart, ...]) -> Table:
    table = Table("term", "signal", "part", box=None, header_style="dim")
    for part in sorted(parts, key=lambda part: -part.value):
        table.add_row(Text(part.term), Text(part.signal), f"{part.value:.3f}")
    return table
