"""From gathered rows to the reply: cut to the content limit, with what a reader should know as notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mcp_server.live.gathering import Gathered
from mcp_server.live.question import LiveQuestion
from mcp_server.live.results import CrawlOptions, FetchedPage, FetchError, FetchReply, PageLink
from mcp_server.sections import with_closed_fence
from mcp_server.visible import one_line, visible
from sitecrawl.passagefile import site_name

_LONGEST_TITLE = 1_000
_LONGEST_URL = 4_000
_FELT_SECONDS = 1.0


def live_reply(asked: LiveQuestion, gathered: Gathered, *, timed_out: bool, duration_ms: int) -> FetchReply:
    """The reply for what has been gathered."""
    root = gathered.normalized or asked.url
    first = gathered.pages.get(0)
    # the root may answer under another spelling of its host, such as www.
    homes = {site_name(root), *([site_name(first["finalUrl"])] if first else [])}
    pages = [_page(row, asked, homes) for _, row in sorted(gathered.pages.items())]
    errors = [_error(row) for _, row in sorted(gathered.errors.items())]
    return FetchReply(
        rootUrl=visible(asked.url),
        normalizedRootUrl=visible(root),
        explorationDepth=asked.depth,
        maxPages=asked.max_pages,
        pagesExplored=len(pages),
        pagesFailed=len(errors),
        timedOut=timed_out,
        durationMs=duration_ms,
        crawl=CrawlOptions(
            asked.same_origin, asked.path_prefix, asked.max_concurrency, asked.render, asked.per_page_timeout_ms
        ),
        content=pages,
        errors=errors,
        sources=list(dict.fromkeys(page.finalUrl for page in pages)),
        notes=list(_notes(asked, gathered, timed_out)),
    )


def cut_markdown(text: str, most: int) -> str:
    """The beginning of a Markdown text: at most `most` characters, to the end of a line where one is near,
    a fence that is cut closed again.
    """
    if len(text) <= most:
        return text
    line = text.rfind("\n", most * 3 // 4, most)
    if line > 0:
        for end in (line, text.rfind("\n", most // 2, most - 20)):
            closed = with_closed_fence(text[:end]) if end > 0 else ""
            if 0 < len(closed) <= most:
                return closed
    return text[:most]


def _page(row: dict[str, Any], asked: LiveQuestion, homes: set[str]) -> FetchedPage:
    content = visible(row["content"])
    # what the crawl cut off already still counts
    length = len(content) + max(0, row["contentLength"] - len(row["content"]))
    return FetchedPage(
        url=_url(row["url"]),
        finalUrl=_url(row["finalUrl"]),
        depth=row["depth"],
        status=row["status"],
        title=one_line(row["title"], _LONGEST_TITLE),
        description=None if row["description"] is None else one_line(row["description"], _LONGEST_TITLE),
        canonicalUrl=None if row["canonicalUrl"] is None else _url(row["canonicalUrl"]),
        headings=[one_line(heading, _LONGEST_TITLE) for heading in row["headings"]],
        content=cut_markdown(content, asked.content_limit),
        contentLength=length,
        truncated=length > asked.content_limit,
        fetchedWith=row["fetchedWith"],
        links=[
            PageLink(_url(link["url"]), one_line(link["text"]), link["score"], site_name(link["url"]) in homes)
            for link in (row["links"] if asked.include_links else ())
        ],
    )


def _error(row: dict[str, Any]) -> FetchError:
    return FetchError(_url(row["url"]), row["depth"], one_line(row["error"], _LONGEST_TITLE), row["status"])


def _url(url: str) -> str:
    return one_line(url, _LONGEST_URL)


def _notes(asked: LiveQuestion, gathered: Gathered, timed_out: bool) -> Iterator[str]:
    pages = [row for _, row in sorted(gathered.pages.items())]
    if timed_out:
        yield f"timeoutMs={asked.timeout_ms} ran out: this is what was read until then."
    if gathered.waiting.seconds >= _FELT_SECONDS:
        yield f"It waited {gathered.waiting.seconds:.1f} s for other calls to end; timeoutMs counts them."
    if any(row["finalUrl"].startswith("http://") for row in pages if row["depth"] == 0):
        yield f"{site_name(gathered.root_url)} was read over http: it gave no page over https."
    if gathered.why_http_only:
        yield f"Pages were read over HTTP only (render=auto), without a browser: {gathered.why_http_only}"
    for row in pages:
        if row["shell"] and row["fetchedWith"] == "http":
            yield f"{_url(row['url'])} holds hardly any text over HTTP: a browser would have to assemble it."
        if row["linksLeftOut"] and asked.include_links:
            total = len(row["links"]) + row["linksLeftOut"]
            yield f"{_url(row['url'])} has {total} links; the {len(row['links'])} best are listed."
        yield from (one_line(note, _LONGEST_TITLE) for note in row["notes"])
    if gathered.from_cache:
        yield f"{len(gathered.from_cache)} of {len(pages)} pages were read a short while ago and not asked for again."
    if gathered.left_out:
        yield f"{gathered.left_out} more linked pages were found and not asked for (maxPages={asked.max_pages})."
    if gathered.refusals:
        yield f"{gathered.refusals} more linked pages may not be fetched (robots.txt or private addresses)."
    yield from (one_line(note, _LONGEST_TITLE) for note in gathered.notes)
