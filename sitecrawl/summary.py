"""The summary at the end of a crawl and its very last line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sitecrawl.report import Report

EXAMPLES = 3
_PACE = 1.0  # seconds a page when no delay is known: the throttle's start
_LEAST_DELAY = 0.5
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the summary: what it is about, how many, and words or examples."""

    what: str
    count: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the last line may name: site (`host` or `host:port`), file, numbers, and why (`reason`).

    `earlier` tells whether an earlier file is there; `advice` is the next step when the usual one
    for the exit code does not fit; `data` is the data folder where the next command has to name it.
    """

    site: str
    file: str
    reason: str = ""
    pages: int = 0
    passages: int = 0
    earlier: bool = False
    withdrawn: bool = False
    advice: str = ""
    data: str = ""


def summary_lines(report: Report, passages: int | None = None) -> list[Line]:
    """The summary of a report, in reading order; `passages` is the number in the published file."""
    lines = [_indexed(report)]
    if passages is not None:
        lines.append(Line("passages", str(passages)))
    lines += [
        Line(f"skipped: {rule}", str(entry.get("count", 0)), _examples(entry.get("urls", ())))
        for rule, entry in report.skipped.items()
    ]
    if report.failed:
        lines.append(Line("failed", str(len(report.failed)), _examples(map(_failure, report.failed))))
    if not _of_folder(report):
        lines.append(Line("robots.txt", "", (_robots(report.robots),)))
    lines += [_listing("sitemap", entry) for entry in report.sitemaps]
    # most sites have none: an address where nothing is says nothing
    lines += [_listing("llms.txt", entry) for entry in report.llms if entry.get("status") not in (404, 410)]
    lines += [Line("warning", "", (sentence,)) for sentence in report.warnings]
    lines.append(Line("time", "", (_time(report),)))
    return lines


def print_summary(report: Report, file: TextIO, passages: int | None = None, say: Callable[[str], str] = str) -> None:
    """Write the summary, a table on a terminal, plain lines elsewhere; `say` puts it in the reader's words."""
    lines = [replace(line, words=tuple(map(say, line.words))) for line in summary_lines(report, passages)]
    if not file.isatty():
        for line in lines:
            file.write(_plain(line) + "\n")
        return
    place = str(report.arguments.get("path") or report.start_url)
    table = Table(box=SIMPLE_HEAD, title=Text(f"Crawl of {printable(place)}"), title_justify="left")
    table.add_column("")
    table.add_column("pages", justify="right")
    table.add_column("", overflow="fold")
    for line in lines:
        table.add_row(Text(printable(line.what)), line.count, Text("\n".join(map(printable, line.words))))
    Console(file=file).print(table)


def last_line(exit_code: int, facts: Facts) -> str:
    """One sentence, on one line: which exit code it was, why, and the next step."""
    parts = [_meaning(exit_code, facts), facts.reason, facts.advice or _next_step(exit_code, facts)]
    return printable(" ".join(part.strip() for part in parts if part.strip()))


def printable(text: str) -> str:
    """Text on one line, without the control and direction characters that could steer a terminal."""
    return " ".join(_CONTROLS.sub(" ", text).split())


def duration(seconds: float) -> str:
    """Seconds in words: `0.4 s`, `42 s`, `3 min 5 s`, `2 h 10 min`."""
    if seconds < 1:
        return f"{max(seconds, 0):.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def known_pages(report: Report) -> int:
    """Pages that are known to be there: answered, failed, left out by a budget, or kept from the earlier file.

    A kept page may be one that the budget left out, a failed one may stand in the file as stale: the report
    tells how many of each, not which, so the larger number is taken.
    """
    beyond = sum(
        int(entry.get("count", 0)) for rule, entry in report.skipped.items() if "max_pages" in rule or "budget" in rule
    )
    answered = sum(report.counts.get(name, 0) for name in ("new", "changed", "unchanged"))
    return answered + max(report.counts.get("indexed", 0) - answered, report.counts.get("failed", 0) + beyond)


def polite_seconds(report: Report) -> float:
    """How long a polite crawl of all known pages would take, one at a time with the delay applied."""
    applied = (report.robots.get("crawl_delay") or {}).get("applied")
    return known_pages(report) * (max(float(applied), _LEAST_DELAY) if applied else _PACE)


def _indexed(report: Report) -> Line:
    counts = report.counts
    parts = [f"{counts.get(name, 0)} {name}" for name in ("new", "changed", "unchanged", "gone", "stale")]
    return Line("indexed" if report.published else "not published", str(counts.get("indexed", 0)), (", ".join(parts),))


def _examples(entries: Iterable[Any]) -> tuple[str, ...]:
    listed = list(entries)
    return tuple(_spoken(entry) for entry in listed[:EXAMPLES])


def _spoken(entry: Any) -> str:
    if not isinstance(entry, dict):
        return str(entry)
    equals = f" equals {entry['equals']}" if entry.get("equals") else ""
    detail = f" ({entry['detail']})" if entry.get("detail") else ""
    return f"{entry.get('url', '')}{equals}{detail}"


def _failure(entry: dict[str, Any]) -> str:
    status = f"{entry['status']} " if entry.get("status") else ""
    return f"{entry.get('url', '')} ({status}{entry.get('reason', '')})"


def _robots(robots: dict[str, Any]) -> str:
    if not robots:
        return "not asked for"
    delay = robots.get("crawl_delay") or {}
    asked = (
        f"; Crawl-delay {delay['asked']:g} s asked, {delay.get('applied') or 0:g} s applied"
        if delay.get("asked")
        else ""
    )
    return f"{robots.get('outcome', '')}{asked}"


def _listing(what: str, entry: dict[str, Any]) -> Line:
    problems: Sequence[str] = entry.get("problems") or ()
    status = f" ({entry['status']})" if entry.get("status") not in (None, 200) else ""
    return Line(what, str(entry.get("entries", 0)), (f"{entry.get('url', '')}{status}", *problems[:EXAMPLES]))


def _of_folder(report: Report) -> bool:
    return "path" in report.arguments


def _time(report: Report) -> str:
    if _of_folder(report):
        return f"took {duration(report.seconds)}"
    known = known_pages(report)
    if not known:
        return f"took {duration(report.seconds)}"
    return (
        f"took {duration(report.seconds)}; a polite crawl of all {known} known pages "
        f"would take about {duration(polite_seconds(report))}"
    )


def _plain(line: Line) -> str:
    head = " ".join(part for part in (printable(line.what), line.count) if part)
    words = "; ".join(map(printable, line.words))
    return f"{head}: {words}" if words else head


def _meaning(exit_code: int, facts: Facts) -> str:
    if exit_code == 0:
        return f"{facts.site}: {facts.pages} pages with {facts.passages} passages are published in {facts.file}."
    if exit_code == 3 and facts.withdrawn:
        return f"{facts.site}: the file {facts.file} is withdrawn and no longer served (exit 3)."
    return {
        1: f"{facts.site}: stopped by a bug (exit 1).",
        2: "",
        3: f"{facts.site}: refused by its owner or its robots.txt (exit 3).",
        4: f"{facts.site}: nothing to index (exit 4).",
        5: f"{facts.site}: not published (exit 5), "
        + ("the earlier file is untouched." if facts.earlier else "no file was written."),
    }.get(exit_code, f"{facts.site}: ended with exit code {exit_code}.")


def _next_step(exit_code: int, facts: Facts) -> str:
    if exit_code == 0:
        data = f" --data {facts.data}" if facts.data else ""
        return f'Ask it: python -m mcp_server search "YOUR QUESTION" --site {facts.site}{data}'
    if "scrapy crawl" in facts.reason:
        return ""  # the reason names the command that helps
    return {
        1: "Please report it with the traceback above.",
        3: "Ask the site's owner, or crawl again later.",
        4: "Check the address in a browser and crawl again.",
        5: "Once the cause is mended, give the same command again.",
    }.get(exit_code, "")
