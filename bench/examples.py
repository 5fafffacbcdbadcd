"""Pages as the chooser's training examples, and folds that keep a domain together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.labels import labels
from bench.structure import find_page
from bench.wcxb import Page, words
from sitecrawl.document.chooser import page_runs, run_sizes
from sitecrawl.document.chooser_features import features
from sitecrawl.document.chooser_hints import Hints, read_hints
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.decode import decode_body
from sitecrawl.document.facts import read_entities
from sitecrawl.document.metadata import read_metadata
from sitecrawl.document.tree import parse_page, prepare

_HEAVIEST = 0.5


@dataclass(frozen=True, slots=True)
class Example:
    """A page's runs as feature rows, the share of each run that is content, and its weight."""

    domain: str
    columns: tuple[str, ...]
    rows: Any
    labels: Any
    weights: Any


def read_structure(gold: Path, trees: Path) -> list[Page]:
    """Documentation pages with a known content region, a family as one domain; those not there are left out."""
    pages = []
    for line in gold.read_text("utf-8").splitlines():
        fields = json.loads(line)
        file = find_page(fields, trees, gold.resolve().parents[1])
        if file.is_file():
            url, family = "https://docs.example/" + fields["path"], fields["family"]
            pages.append(Page(fields["path"], url, family, "structure", file.read_bytes(), fields["text"]))
    return pages


def read_page(page: Page) -> tuple[Runs, Hints] | None:
    """A page's runs and hints, read as the product reads them; None when there is no text."""
    tree = parse_page(decode_body(page.body, None), page.url)
    if tree is None:
        return None
    metadata, entities = read_metadata(tree), read_entities(tree.root)
    prepare(tree)
    runs = page_runs(tree)
    return (runs, read_hints(page.url, metadata, entities)) if runs.text else None


def example(page: Page) -> Example | None:
    """A training example; None when the page has no text."""
    found = read_page(page)
    if found is None:
        return None
    runs, hints = found
    columns = features(runs, hints)
    shares = np.array(labels(runs.words, words(page.gold)))
    sizes = run_sizes(runs)
    weights = np.sqrt(np.minimum(sizes / max(float((sizes * shares).sum()), 20.0), _HEAVIEST))
    if page.type == "structure":
        weights /= 2
    return Example(page.domain, tuple(columns.names), columns.matrix(), shares, weights)


def folds(pages: Iterable[Page], count: int = 5, seed: int = 0) -> list[int]:
    """A fold for each page: a domain in one, page types spread alike."""
    found = list(pages)
    kind: dict[str, str] = {}
    for page in found:
        kind.setdefault(page.domain, page.type)
    chance = random.Random(seed)
    fold: dict[str, int] = {}
    for name in sorted(set(kind.values())):
        domains = sorted(domain for domain in kind if kind[domain] == name)
        chance.shuffle(domains)
        offset = chance.randrange(count)
        fold.update({domain: (number + offset) % count for number, domain in enumerate(domains)})
    return [fold[page.domain] for page in found]


def joined(examples: Sequence[Example]) -> tuple[Any, Any, Any]:
    """Rows, labels and weights of examples, one under the other."""
    return (
        np.concatenate([one.rows for one in examples]),
        np.concatenate([one.labels for one in examples]),
        np.concatenate([one.weights for one in examples]),
    )
