"""Questions whose page is known, through the whole chain: serve, crawl, index, ask through the tool.

    python -m bench.known_item --tree DIR --questions FILE [--json FILE]

FILE has a line for each question: `query` and `targets` (`path` below DIR and `fragment`). A question
is found at k when one of the first k different pages cited is a target; its fragment is held when, of
those found first, the cited section is the target's or has it among its anchors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
from collections.abc import Sequence
from email.message import Message
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

from mcp import Client

from bench.crawlrun import crawl
from bench.localsite import Reply, serve
from bench.report import finish
from mcp_server.library import Library
from mcp_server.server import build_server
from sitecrawl.passagefile import site_name

_NOT_SCORED = {"bookindex.html"}
_DEPTHS = (1, 5, 10)
_MARKUP = re.compile(
    r"<(?:script|style)\b.*?</(?:script|style)>|<!--.*?-->|(?P<tag><[^>]*>)|(?P<text>[^<]+)", re.S | re.I
)
_HEADING = re.compile(r"<h[1-6][\s>]", re.I)
_IDENTIFIER = re.compile(r"\b(?:id|name)=\"([^\"]+)\"")
_ASKED = 25


class Tree:
    """A folder of files as a site."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def answer(self, target: str, headers: Message) -> Reply:
        """The file at the path, `index.html` for a folder."""
        file = (self._folder / unquote(urlsplit(target).path).lstrip("/")).resolve()
        if file.is_dir():
            file = file / "index.html"
        if not file.is_relative_to(self._folder) or not file.is_file():
            return Reply(404)
        kind = guess_type(file.name)[0] or "application/octet-stream"
        return Reply(200, file.read_bytes(), {"Content-Type": kind})


def section_ids(html: str, fragment: str) -> set[str]:
    """The fragment and the ids of the section it stands in: a heading, what precedes it without a word
    between (the division that it opens), and everything up to the next heading's.
    """
    sections: list[set[str]] = [set()]
    waiting: set[str] = set()
    for match in _MARKUP.finditer(html):
        tag, text = match.group("tag", "text")
        if tag and _HEADING.match(tag):
            sections.append(waiting)
            waiting = set()
        if tag and (found := _IDENTIFIER.search(tag)):
            waiting.add(found[1])
        elif text and not text.isspace():
            sections[-1] |= waiting
            waiting = set()
    sections[-1] |= waiting
    return {fragment}.union(*(names for names in sections if fragment in names))


async def ask(folder: Path, site: str, queries: Sequence[str]) -> list[list[str]]:
    """The cited URLs for each query, best first, through the search tool of an in-memory client."""
    async with Client(build_server(Library(folder))) as client:
        answers = []
        for query in queries:
            result = await client.call_tool("search_site", {"query": query[:500], "site": site, "limit": _ASKED})
            assert result.structured_content is not None
            answers.append([row["url"] for row in result.structured_content["results"]])
    return answers


def score(questions: Sequence[dict[str, Any]], answers: Sequence[Sequence[str]], tree: Path) -> dict[str, float]:
    """Shares of the questions found at 1, 5 and 10, and of those found first whose section was cited."""
    found = dict.fromkeys(_DEPTHS, 0)
    held = 0
    pages: dict[str, str] = {}
    for question, urls in zip(questions, answers, strict=True):
        targets = {target["path"]: target["fragment"] for target in question["targets"]}
        cited = [(urlsplit(page).path.lstrip("/"), fragment) for page, fragment in map(urldefrag, urls)]
        cited = [(path, fragment) for path, fragment in cited if path not in _NOT_SCORED]
        order = list(dict.fromkeys(path for path, _ in cited))
        for depth in _DEPTHS:
            found[depth] += any(path in targets for path in order[:depth])
        if cited and cited[0][0] in targets:
            path, fragment = cited[0]
            if path not in pages:
                pages[path] = (tree / path).read_text("utf-8", "replace")
            wanted = [t["fragment"] for t in question["targets"] if t["path"] == path]
            held += any(not each or fragment in section_ids(pages[path], each) for each in wanted)
    total = len(questions)
    return {**{f"found{k}": n / total for k, n in found.items()}, "fragment_held": held / max(found[1], 1)}


def main() -> None:
    """Run the chain once, print the shares, end with one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    questions = [json.loads(line) for line in options.questions.read_text("utf-8").split("\n") if line]
    with tempfile.TemporaryDirectory() as folder, serve(Tree(options.tree)) as served:
        ran = crawl(served.base, Path(folder), max_pages=1_000_000, max_depth=100)
        if ran.code != 0:
            raise SystemExit(ran.last_line)
        print(ran.last_line)
        answers = asyncio.run(ask(Path(folder), site_name(served.base), [q["query"] for q in questions]))
    figures = score(questions, answers, options.tree)
    for name, value in figures.items():
        print(f"{name:14} {value:.3f}")
    finish(figures, options.json)


if __name__ == "__main__":
    main()
