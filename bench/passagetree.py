"""As many passages as asked for from a tree of HTML pages, repeated with changed words if need be."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from bench.passagerows import Row
from bench.referencetokens import english_stop_words
from sitecrawl.document import read_document
from sitecrawl.passages import split_document

_ENOUGH = 12_000  # distinct passages; more than that only costs time to read
_CHANGED = 0.05  # share of the words that a repetition changes


def write_passages(tree: Path, count: int, path: Path) -> list[str]:
    """Write `count` passages as lines `[page, title, headings, text]`; gives the headings met."""
    rows = list(_read_tree(tree, min(count, _ENOUGH)))
    if not rows:
        raise SystemExit(f"No passage in the HTML files under {tree}. Name a folder of HTML pages.")
    source = random.Random(0)
    pages = rows[-1][0] + 1
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            round_, place = divmod(number, len(rows))
            page, title, headings, text = rows[place]
            if round_:
                text = _changed(text, round_, source)
            file.write(json.dumps([page + round_ * pages, title, headings, text], ensure_ascii=False) + "\n")
    return [heading for _, title, headings, _ in rows for heading in (title, *headings[-1:])]


def draw_queries(headings: list[str], count: int) -> list[str]:
    """`count` queries of 1 to 6 content words of a heading each, with a fixed seed."""
    source = random.Random(1)
    queries: list[str] = []
    while len(queries) < count:
        words = [word for word in re.findall(r"\w+", source.choice(headings)) if _is_content(word)]
        if words:
            size = min(len(words), source.randint(1, 6))
            begin = source.randint(0, len(words) - size)
            queries.append(" ".join(words[begin : begin + size]))
    return queries


def _is_content(word: str) -> bool:
    return word.isalpha() and len(word) > 1 and word.lower() not in english_stop_words()


def _changed(text: str, round_: int, source: random.Random) -> str:
    words = text.split(" ")
    for place in source.sample(range(len(words)), max(1, int(len(words) * _CHANGED))):
        if words[place].isalpha():
            words[place] = f"{words[place]}{'aeiou'[round_ % 5]}{source.choice('bcdfgklmnprst')}"
    return " ".join(words)


def _read_tree(tree: Path, count: int) -> Iterator[Row]:
    made = 0
    for page, file in enumerate(sorted(tree.rglob("*.htm*"))):
        document = read_document(file.read_bytes(), f"https://docs.test/{file.relative_to(tree)}", "text/html")
        for passage in split_document(document, "docs.test"):
            yield page, passage.title, passage.headings, passage.text
            made += 1
            if made == count:
                return
