"""How a sentence names what its reader can do next: a model with tools, or a person at a terminal."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path

CHECKOUT, INSTALLED = "python -m mcp_server", "site-knowledge"
"""The two ways a person calls the server."""
_CRAWLS = {
    CHECKOUT: ("scrapy crawl site -a url=https://example.com", "-s SITECRAWL_DATA_DIR="),
    INSTALLED: ("site-knowledge crawl https://example.com", "--data "),
}


@dataclass(frozen=True, slots=True)
class Speech:
    """Parts of sentences. `crawl` says how a first site is crawled, `which_site` and `every_site` how one
    or all are named, `damage` where damaged lines are told of, `whole` how a cut passage is read whole,
    `fewer` how to ask for less.
    """

    crawl: str = f"Run: {_CRAWLS[CHECKOUT][0]}"
    which_site: str = "Give site, one of"
    every_site: str = "search_site takes * for all of them."
    damage: str = "list_sites tells more."
    whole: str = "read_section with its id gives all of it."
    fewer: str = "ask with a smaller limit or a path_prefix."


TOOL = Speech()


def to_client(caller: str, data: Path | None = None) -> Speech:
    """To a client of a server that `caller` started, `data` as below."""
    return replace(TOOL, crawl=f"Run: {_crawl(caller, data)}")


def offering_crawls(speech: Speech) -> Speech:
    """To a client that is offered crawl_site."""
    return replace(speech, crawl=speech.crawl.replace("Run:", "Call crawl_site, or run:"))


def to_person(caller: str, data: Path | None = None) -> Speech:
    """To a person who called the terminal's commands; `data` is the data folder where it was named."""
    return Speech(
        crawl=f"Run: {_crawl(caller, data)}",
        which_site="Give --site, one of",
        every_site="--site '*' searches all of them.",
        damage="crawl it again.",
        whole="its address gives all of it.",
        fewer="ask with a smaller --limit or a --path-prefix.",
    )


def _crawl(caller: str, data: Path | None) -> str:
    command, option = _CRAWLS[caller]
    return command + (f" {option}{shlex.quote(str(data))}" if data else "")


def counted(number: int, thing: str) -> str:
    """`1 page`, `2 pages`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
