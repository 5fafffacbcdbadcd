"""The rows of one live crawl, gathered: pages, failures, and what was still waited for at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mcp_server.live.turns import Waiting
from mcp_server.refusals import RefusalError

Row = dict[str, Any]


@dataclass
class Gathered:
    """What has been streamed so far.

    `pages` and `errors` are by their place in the reply; `asked` are pages without an answer yet,
    `so_far` what HTTP gave of them where the browser is asked;
    `from_cache` are the places of pages that were known before; `why_http_only` says why no browser is used;
    `waiting` is how long the call waited for its turn.
    """

    normalized: str = ""
    root_url: str = ""
    pages: dict[int, Row] = field(default_factory=dict)
    errors: dict[int, Row] = field(default_factory=dict)
    asked: dict[int, Row] = field(default_factory=dict)
    so_far: dict[int, Row] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    from_cache: set[int] = field(default_factory=set)
    left_out: int = 0
    refusals: int = 0
    why_http_only: str | None = None
    waiting: Waiting = field(default_factory=Waiting)
    ended: bool = False

    def take(self, row: Row, known: dict[str, Row]) -> None:
        """Take one row; `known` are the pages that the crawl did not ask for. Raises RefusalError for a refused job."""
        kind = row["kind"]
        if kind == "refused":
            raise RefusalError(row["error"])
        if kind == "root":
            self.root_url, self.normalized = row["url"], row["normalized"]
        elif kind == "note":
            self.notes.append(row["text"])
        elif kind == "http_only":
            self.why_http_only = row["why"]
        elif kind == "end":
            self.ended = True
            self.left_out, self.refusals = row["left_out"], row["refusals"]
        else:
            self._take_page(kind, row, known)

    def _take_page(self, kind: str, row: Row, known: dict[str, Row]) -> None:
        order = row["order"]
        if kind in ("asked", "so_far"):
            (self.asked if kind == "asked" else self.so_far)[order] = row
            return
        self.asked.pop(order, None)
        if kind == "error":
            self.errors[order] = row
        elif kind == "page":
            self.pages[order] = row
        elif kind == "known":
            self.pages[order] = {**known[row["key"]], "url": row["url"], "depth": row["depth"]}
            self.from_cache.add(order)

    def give_up(self, sentence: str) -> None:
        """What was asked for and not answered has failed, for this reason; of some pages HTTP gave something."""
        for order, row in self.asked.items():
            if order in self.so_far:
                self.pages[order] = self.so_far[order]
                self.notes.append(f"{row['url']} was not rendered, this is what it says over HTTP. {sentence}")
            else:
                self.errors[order] = {**row, "error": sentence, "status": None}
        self.asked.clear()
