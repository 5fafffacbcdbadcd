"""What fetch_doc_content replies. Its names are those of the tool it replaces, so they are in camelCase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class CrawlOptions:
    """The options as they were used."""

    sameOrigin: bool
    pathPrefix: str | None
    maxConcurrency: int
    render: Literal["auto", "always", "never"]
    perPageTimeoutMs: int


@dataclass(frozen=True)
class PageLink:
    """A link of a page: `score` is 0 to 100, `internal` whether it leads to the root's host."""

    url: str
    text: str
    score: int
    internal: bool


@dataclass(frozen=True)
class FetchedPage:
    """A page: `depth` is 0 for the root, `contentLength` the length in characters of all its content."""

    url: str
    finalUrl: str
    depth: int
    status: int
    title: str
    description: str | None
    canonicalUrl: str | None
    headings: list[str]
    content: str
    contentLength: int
    truncated: bool
    fetchedWith: Literal["http", "browser"]
    links: list[PageLink]


@dataclass(frozen=True)
class FetchError:
    """A page that gave nothing: `status` is its HTTP status, None where no answer came."""

    url: str
    depth: int
    error: str
    status: int | None


@dataclass(frozen=True)
class FetchReply:
    """The reply of fetch_doc_content; pages and errors in the order in which they were asked for."""

    rootUrl: str
    normalizedRootUrl: str
    explorationDepth: int
    maxPages: int
    pagesExplored: int
    pagesFailed: int
    timedOut: bool
    durationMs: int
    crawl: CrawlOptions
    content: list[FetchedPage]
    errors: list[FetchError]
    sources: list[str]
    notes: list[str]
