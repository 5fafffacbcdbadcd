"""A made-up site of any number of passages, written as a passage file: words with Zipf's frequencies."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

from sitecrawl import passagefile
from sitecrawl.passagefile import Page, PageRecords, Passage

SITE = "made.example"
_WORDS = 30_000
_PER_PAGE = 5
_PASSAGE_WORDS = 80
_CUMULATIVE = list(itertools.accumulate(1 / (rank + 5) for rank in range(_WORDS)))
_VOCABULARY = [f"word{rank}" for rank in range(_WORDS)]


def write_made_site(folder: Path, passages: int, seed: int = 1) -> Path:
    """Write `passages` passages, five a page; the same seed gives the same file."""
    file = folder / f"{SITE}.jsonl"
    passagefile.write(file, _pages(random.Random(seed), passages))
    return file


def made_queries(count: int, seed: int = 2) -> list[str]:
    """Queries of one to six words as frequent as in the passages."""
    chance = random.Random(seed)
    return [" ".join(_words(chance, chance.randint(1, 6))) for _ in range(count)]


def _words(chance: random.Random, count: int) -> list[str]:
    return chance.choices(_VOCABULARY, cum_weights=_CUMULATIVE, k=count)


def _pages(chance: random.Random, passages: int) -> Iterator[PageRecords]:
    for number in range(-(-passages // _PER_PAGE)):
        url = f"https://{SITE}/page-{number:06}"
        title = " ".join(_words(chance, 3))
        here = min(_PER_PAGE, passages - number * _PER_PAGE)
        page = Page(
            url, title, None, "en", "text/html", "2026-01-01T00:00:00+00:00", None, None, None, str(number), 1, "link",
            "http", [], here, False,
        )  # fmt: skip
        yield PageRecords(page, [_passage(chance, url, title, position) for position in range(here)])


def _passage(chance: random.Random, url: str, title: str, position: int) -> Passage:
    heading = " ".join(_words(chance, 2))
    text = " ".join(_words(chance, _PASSAGE_WORDS))
    identity = f"{url.partition('://')[2]}#s{position}"
    return Passage(identity, url, f"s{position}", title, [heading], [2], text, position, 0)
