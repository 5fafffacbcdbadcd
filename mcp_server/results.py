"""What the tools reply: one frozen type per tool, from which its output schema is made.

Every reply has `sources`, the addresses it rests on, each once, and `notes`, what a reader should
know about how it was made. Times are UTC ISO 8601.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Strength = Literal["strong", "partial", "weak"]
Verdict = Literal["strong", "partial", "weak", "none"]


@dataclass(frozen=True)
class SiteRow:
    """A site: `age` is how long ago it was crawled, in words."""

    host: str
    start_url: str | None
    pages: int
    passages: int
    languages: list[str]
    crawled_at: str | None
    age: str
    warnings: list[str]


@dataclass(frozen=True)
class SitesReply:
    """The reply of list_sites."""

    sites: list[SiteRow]
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class PageRow:
    """A page in a listing: `sections` counts its sections."""

    url: str
    title: str
    description: str | None
    sections: int
    lang: str | None
    fetched_at: str


@dataclass(frozen=True)
class PagesReply:
    """The reply of list_pages: `total` counts all pages of the listing."""

    site: str
    pages: list[PageRow]
    next_cursor: str | None
    total: int
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class Terms:
    """The query's content words: in some result, in none, in no passage of the site."""

    matched: list[str]
    missing: list[str]
    absent: list[str]


@dataclass(frozen=True)
class Found:
    """A passage found. `url` opens at the passage; coverage values lie in 0 … 1."""

    rank: int
    id: str
    site: str
    url: str
    page_url: str
    title: str
    headings: list[str]
    text: str
    score: float
    matched_terms: list[str]
    missing_terms: list[str]
    coverage: float
    weighted_coverage: float
    strength: Strength
    lang: str | None
    fetched_at: str
    stale: bool


@dataclass(frozen=True)
class SearchReply:
    """The reply of search_site. `confidence` is the probability that the results hold the answer."""

    query: str
    site: str
    verdict: Verdict
    confidence: float
    advice: str
    terms: Terms
    results: list[Found]
    dropped_weak: int
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class Heading:
    """A heading of a page; `id` is the section that read_section takes."""

    level: int
    text: str
    id: str


@dataclass(frozen=True)
class PageReply:
    """The reply of read_page: `markdown` is the page from the offset on; `facts` its JSON-LD."""

    url: str
    site: str
    title: str
    description: str | None
    headings: list[Heading]
    markdown: str
    facts: list[dict[str, Any]]
    fetched_at: str
    stale: bool
    next_offset: int | None
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class SectionReply:
    """The reply of read_section; `previous` and `next` are the ids of the neighbouring sections."""

    id: str
    site: str
    url: str
    page_url: str
    title: str
    headings: list[str]
    text: str
    previous: str | None
    next: str | None
    fetched_at: str
    stale: bool
    next_offset: int | None
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class ContextPassage:
    """A numbered passage; `cite` is how an answer cites it."""

    number: int
    cite: str
    url: str
    title: str
    headings: list[str]
    text: str


@dataclass(frozen=True)
class Citation:
    """Where a numbered passage stands."""

    number: int
    cite: str
    id: str
    url: str
    title: str
    headings: list[str]
    strength: Strength
    fetched_at: str


@dataclass(frozen=True)
class AnswerReply:
    """The reply of answer_question; `answer` is None where no model wrote one."""

    question: str
    site: str
    verdict: Verdict
    confidence: float
    advice: str
    answer: str | None
    context: list[ContextPassage]
    citations: list[Citation]
    sources: list[str]
    notes: list[str]


@dataclass(frozen=True)
class CrawlReply:
    """The reply of crawl_site, crawl_status and cancel_crawl.

    `counts` holds `fetched` while the crawl runs and the report's counts when it is done; `report`
    is then its summary.
    """

    job_id: str
    state: Literal["running", "published", "failed", "cancelled"]
    url: str
    message: str
    seconds: float
    counts: dict[str, int]
    exit_code: int | None
    report: dict[str, Any] | None
    sources: list[str]
    notes: list[str]
