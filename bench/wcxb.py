"""Pages with their main content as people marked it, and the measure of an extraction (word F1, snippets)."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

_WORD = re.compile(r"\w+")
_IMAGE = re.compile(r"!\[(?:[^\]\\]|\\.)*\]\((?:[^()\s]|\([^()\s]*\))*\)")
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)")
_FENCE = re.compile(r"^\s*(?:`{3,}|~{3,}).*$", re.M)
_NUMBER = re.compile(r"^\s*\d+\. ", re.M)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_CUT_CHARACTERS = 80
_BREAK = re.compile(r"<br ?/?>")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its body as served, the main content marked in it, snippets that must and must not come out."""

    id: str
    url: str
    domain: str
    type: str
    body: bytes
    gold: str
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Word precision, recall and F1 of a page, and its snippets found and kept out."""

    precision: float
    recall: float
    f1: float
    found: int
    wanted: int
    kept_out: int
    unwanted: int


def read_pages(folder: Path) -> list[Page]:
    """Pages of a folder with `pages.jsonl` and `html/<id>.html.gz`."""
    with (folder / "pages.jsonl").open(encoding="utf-8") as file:
        return [_page(folder, json.loads(line)) for line in file]


def _page(folder: Path, fields: dict[str, object]) -> Page:
    def strings(name: str) -> tuple[str, ...]:
        found = fields.get(name) or ()
        return tuple(map(str, found)) if isinstance(found, list) else ()

    body = gzip.decompress((folder / "html" / f"{fields['id']}.html.gz").read_bytes())
    url, gold = str(fields["url"]), str(fields.get("main_content") or "")
    domain, kind = str(fields.get("domain") or url), str(fields.get("page_type") or "article")
    return Page(str(fields["id"]), url, domain, kind, body, gold, strings("with"), strings("without"))


def words(text: str) -> list[str]:
    """The words that the measure counts."""
    return _WORD.findall(text.lower())


def plain(markdown: str) -> str:
    """Markdown without images, link targets, fences, list numbers, escapes and marks."""
    text = _TARGET.sub("] ", _IMAGE.sub(" ", _FENCE.sub(" ", markdown)))
    text = _NUMBER.sub("", _BREAK.sub(" ", text))
    # a mark within a word stands for no space: **H**ello
    return _ESCAPE.sub(r"\1", text).replace("`", " ").replace("*", "")


def score(text: str, page: Page) -> Score:
    """Measure a text against what was marked on the page."""
    ours, gold = words(text), words(page.gold)
    common = sum((Counter(ours) & Counter(gold)).values())
    precision = common / len(ours) if ours else float(not gold)
    recall = common / len(gold) if gold else float(not ours)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    line = f" {' '.join(ours)} "
    found = sum(_holds(line, snippet) for snippet in page.wanted)
    kept_out = sum(not _holds(line, snippet) for snippet in page.unwanted)
    return Score(precision, recall, f1, found, len(page.wanted), kept_out, len(page.unwanted))


def _holds(line: str, snippet: str) -> bool:
    # many snippets were cut after 80 characters, often within a word
    end = "" if len(snippet) >= _CUT_CHARACTERS else " "
    return f" {' '.join(words(snippet))}{end}" in line


def summary(scores: Iterable[Score]) -> dict[str, float]:
    """Means over pages, shares over snippets."""
    found = list(scores)
    wanted, unwanted = sum(one.wanted for one in found), sum(one.unwanted for one in found)
    return {
        "f1": fmean(one.f1 for one in found) if found else 0.0,
        "precision": fmean(one.precision for one in found) if found else 0.0,
        "recall": fmean(one.recall for one in found) if found else 0.0,
        "with": sum(one.found for one in found) / wanted if wanted else 1.0,
        "without": sum(one.kept_out for one in found) / unwanted if unwanted else 1.0,
    }


def by_type(pages: Iterable[Page], scores: Iterable[Score]) -> dict[str, float]:
    """Mean F1 of each page type."""
    kinds: dict[str, list[float]] = {}
    for page, one in zip(pages, scores, strict=True):
        kinds.setdefault(page.type, []).append(one.f1)
    return {kind: fmean(values) for kind, values in sorted(kinds.items())}
