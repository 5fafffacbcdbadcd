"""What fetch_doc_content was asked, and the bounds of what it may be asked: they stand here once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Render = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most a number may be, and what it is when it is left out."""

    least: int
    most: int
    default: int


DEPTH = Bounds(1, 5, 1)
MAX_PAGES = Bounds(1, 50, 10)
MAX_CONCURRENCY = Bounds(1, 8, 3)
TIMEOUT_MS = Bounds(5_000, 120_000, 45_000)
PER_PAGE_TIMEOUT_MS = Bounds(1_000, 60_000, 10_000)
CONTENT_LIMIT = Bounds(1_000, 50_000, 12_000)


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """One call of fetch_doc_content."""

    url: str
    depth: int = DEPTH.default
    max_pages: int = MAX_PAGES.default
    max_concurrency: int = MAX_CONCURRENCY.default
    timeout_ms: int = TIMEOUT_MS.default
    per_page_timeout_ms: int = PER_PAGE_TIMEOUT_MS.default
    render: Render = "auto"
    same_origin: bool = True
    path_prefix: str | None = None
    content_limit: int = CONTENT_LIMIT.default
    include_links: bool = True

    def as_job(self, allow_private: bool, known: list[dict[str, Any]], settled: str | None = None) -> dict[str, Any]:
        """The job as the child process takes it; `settled` is the root's address where that is known already."""
        return {
            "url": settled or self.url,
            "settled": settled is not None,
            "depth": self.depth,
            "max_pages": self.max_pages,
            "max_concurrency": self.max_concurrency,
            "seconds": self.timeout_ms / 1000,
            "page_seconds": self.per_page_timeout_ms / 1000,
            "render": self.render,
            "same_origin": self.same_origin,
            "path_prefix": self.path_prefix,
            "allow_private": allow_private,
            "known": known,
        }
