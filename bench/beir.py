"""Retrieval sets in BEIR format: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv` in one folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SAMPLE_DOCUMENTS = 20
_SAMPLE_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    title: str
    text: str
    site: str


@dataclass(frozen=True, slots=True)
class Query:
    """`relevant` are the grades above zero by document id."""

    id: str
    text: str
    site: str
    relevant: dict[str, int]


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    name: str
    language: str
    documents: list[Document]
    queries: list[Query]

    def sites(self) -> Iterator[tuple[list[Document], list[Query]]]:
        """Documents with their questions, site by site; a set without sites is one."""
        documents: dict[str, list[Document]] = {}
        queries: dict[str, list[Query]] = {}
        for document in self.documents:
            documents.setdefault(document.site, []).append(document)
        for query in self.queries:
            queries.setdefault(query.site, []).append(query)
        for site, asked in queries.items():
            if site in documents:
                yield documents[site], asked


def find_sets(folder: Path) -> list[Path]:
    """The set that `folder` is, or those in it, by name."""
    if (folder / "corpus.jsonl").is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/corpus.jsonl"))
    if not found:
        raise SystemExit(f"No corpus.jsonl in {folder} or in a folder below it. Name a folder in BEIR format.")
    return found


def read_set(folder: Path) -> RetrievalSet:
    """Read a set; queries that have no relevant document are left out."""
    grades: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").split("\n")[1:]:
        if line.strip():
            query, document, grade = line.split("\t")[:3]
            if int(grade) > 0:
                grades.setdefault(query, {})[document] = int(grade)
    documents = [Document(row["_id"], row.get("title") or "", row["text"], row.get("site") or "")
                 for row in _rows(folder / "corpus.jsonl")]  # fmt: skip
    queries = [Query(row["_id"], row["text"], row.get("site") or "", grades[row["_id"]])
               for row in _rows(folder / "queries.jsonl") if row["_id"] in grades]  # fmt: skip
    return RetrievalSet(folder.name, _language(documents), documents, queries)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _language(documents: list[Document]) -> str:
    # the crawler detects the language of an undeclared page in the same way
    import py3langid

    step = max(1, len(documents) // _SAMPLE_DOCUMENTS)
    sample = " ".join(document.text[:_SAMPLE_CHARACTERS] for document in documents[::step])
    return str(py3langid.classify(sample)[0])
