"""Questions that a site's own headings pose."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sitecrawl import passagefile

LEAST_WORDS, MOST_WORDS = 2, 9


def questions_from(file: Path, count: int = 3) -> list[str]:
    """`count` headings of a passage file that stand on one page only, spread over its pages.

    Headings that end in a question mark come first.
    """
    heads: dict[str, list[str]] = {}
    for entry in passagefile.read_pages(file, on_damage=lambda _: None):
        for passage in entry.passages:
            if passage.headings:
                heads.setdefault(passage.headings[-1], []).append(entry.page.url)
    pages_of = {name: set(urls) for name, urls in heads.items() if _could_be_asked(name)}
    alone = [(name, urls.pop()) for name, urls in pages_of.items() if len(urls) == 1]
    alone.sort(key=lambda row: not row[0].endswith("?"))
    taken: Counter[str] = Counter()
    first_of_pages = []
    for name, url in alone:
        if not taken[url]:
            first_of_pages.append(name)
        taken[url] += 1
    asked = [name for name in first_of_pages if name.endswith("?")][:count]
    others = [name for name in first_of_pages if name not in asked]
    missing = count - len(asked)
    step = max(1, len(others) // missing) if missing else 1
    return asked + others[::step][:missing]


def _could_be_asked(heading: str) -> bool:
    return LEAST_WORDS <= len(heading.split()) <= MOST_WORDS and any(letter.isalpha() for letter in heading)
