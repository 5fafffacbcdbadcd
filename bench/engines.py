"""The engines that `bench.speed` compares, each behind build, search, close and reopen."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.passagerows import read_passages

_TOP = 10


class Candidate:
    """An engine over `folder/passages.jsonl`, which keeps its own files in `folder` too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def build(self) -> None: ...

    def search(self, query: str) -> Any: ...

    def close(self) -> None: ...

    def reopen(self) -> None: ...

    def texts(self) -> Iterator[str]:
        for _, title, headings, text in read_passages(self.folder / "passages.jsonl"):
            yield f"{title}\n{' '.join(headings)}\n{text}"


class Tokenized(Candidate):
    """An engine over the references' tokens."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        from bench.referencetokens import tokenizer

        self.tokenize = tokenizer("en")

    def corpus(self) -> Iterator[list[str]]:
        return map(self.tokenize, self.texts())


class Core(Tokenized):
    """Our postings in the neutral configuration, the ten best."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        from mcp_server.index import PostingBM25
        from mcp_server.spool import Spools

        self.kind, self.spools, self.asked = PostingBM25, Spools(folder), 0
        self.model: Any = None

    def build(self) -> None:
        self.model = self.kind(self.corpus(), spools=self.spools)

    def search(self, query: str) -> Any:
        self.asked += 1
        if self.asked % 8 == 0:
            self.spools.forget()
        return self.model.top([self.model.number(term) for term in self.tokenize(query)], _TOP)

    def close(self) -> None:
        (self.folder / "core.pickle").write_bytes(pickle.dumps(self.model, protocol=5))
        self.model = None

    def reopen(self) -> None:
        self.model = pickle.loads((self.folder / "core.pickle").read_bytes())


class Full(Candidate):
    """What `search_site` runs."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import mcp_server.lexical  # noqa: F401 (imported before the clock starts)
        from mcp_server.engine import IndexedPassage, build_engine, open_engine

        self.passage, self.make, self.open = IndexedPassage, build_engine, open_engine
        self.model: Any = None

    def build(self) -> None:
        rows = read_passages(self.folder / "passages.jsonl")
        passages = (self.passage(page, title, headings, text, "en") for page, title, headings, text in rows)
        self.model = self.make(passages, cache=self.folder / "full", digest="bench")

    def search(self, query: str) -> Any:
        return self.model.search(query)

    def close(self) -> None:
        self.model = None

    def reopen(self) -> None:
        self.model = self.open(self.folder / "full", "bench")


class RankBm25(Tokenized):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import numpy
        from rank_bm25 import BM25Okapi

        self.kind, self.numpy = BM25Okapi, numpy
        self.model: Any = None

    def build(self) -> None:
        self.model = self.kind(list(self.corpus()))

    def search(self, query: str) -> Any:
        return self.numpy.argsort(self.model.get_scores(self.tokenize(query)))[::-1][:_TOP]

    def close(self) -> None:
        with (self.folder / "rank_bm25.pickle").open("wb") as file:
            pickle.dump(self.model, file, protocol=5)
        self.model = None

    def reopen(self) -> None:
        with (self.folder / "rank_bm25.pickle").open("rb") as file:
            self.model = pickle.load(file)


class Bm25s(Tokenized):
    backend = "numpy"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import bm25s

        self.library, self.model = bm25s, None

    def build(self) -> None:
        self.model = self.library.BM25(backend=self.backend)
        self.model.index(list(self.corpus()), show_progress=False)

    def search(self, query: str) -> Any:
        known = [term for term in self.tokenize(query) if term in self.model.vocab_dict]
        return self.model.retrieve([known], k=_TOP, show_progress=False) if known else None

    def close(self) -> None:
        self.model.save(self.folder / self.backend)
        self.model = None

    def reopen(self) -> None:
        self.model = self.library.BM25.load(self.folder / self.backend, mmap=True)
        self.model.backend = self.backend


class Bm25sNumba(Bm25s):
    backend = "numba"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        # numba compiles at the first index and query; that is an import's cost in all but name
        small = self.library.BM25(backend="numba")
        small.index([["one", "two"], ["two"]] * _TOP, show_progress=False)
        small.retrieve([["one"]], k=_TOP, show_progress=False)


class Tantivy(Candidate):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import tantivy

        self.library = tantivy
        self.index: Any = None
        self.searcher: Any = None

    def build(self) -> None:
        place = self.folder / "tantivy"
        place.mkdir()
        schema = self.library.SchemaBuilder().add_text_field("text", stored=False, tokenizer_name="en_stem").build()
        self.index = self.library.Index(schema, path=str(place))
        writer = self.index.writer(256_000_000)
        for text in self.texts():
            writer.add_document(self.library.Document(text=text))
        writer.commit()
        writer.wait_merging_threads()
        self._read()

    def search(self, query: str) -> Any:
        return self.searcher.search(self.index.parse_query(query, ["text"]), _TOP).hits

    def close(self) -> None:
        self.index = self.searcher = None

    def reopen(self) -> None:
        self.index = self.library.Index.open(str(self.folder / "tantivy"))
        self._read()

    def _read(self) -> None:
        self.index.reload()
        self.searcher = self.index.searcher()


class Fts5(Candidate):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.base: sqlite3.Connection | None = None

    def build(self) -> None:
        self.base = sqlite3.connect(self.folder / "fts5.sqlite")
        self.base.execute("create virtual table p using fts5(text, content='', tokenize='porter unicode61')")
        self.base.executemany("insert into p(text) values (?)", ((text,) for text in self.texts()))
        self.base.commit()

    def search(self, query: str) -> Any:
        words = " OR ".join(f'"{word}"' for word in query.split())
        return self.base.execute("select rowid from p where p match ? order by rank limit 10", (words,)).fetchall()

    def close(self) -> None:
        self.base.close()

    def reopen(self) -> None:
        self.base = sqlite3.connect(self.folder / "fts5.sqlite")


ENGINES: dict[str, Callable[[Path], Candidate]] = {
    "core": Core, "full": Full, "rank_bm25": RankBm25, "bm25s_numpy": Bm25s, "bm25s_numba": Bm25sNumba,
    "tantivy": Tantivy, "sqlite_fts5": Fts5,
}  # fmt: skip
