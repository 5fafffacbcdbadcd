"""An answer to a row: is it a page, may a model be given its text, what does it say."""

from __future__ import annotations

from typing import Any

from scrapy.http import Response

from sitecrawl.document import is_binary
from sitecrawl.document.model import Document
from sitecrawl.document.pdf import is_pdf
from sitecrawl.documentpool import DocumentPool
from sitecrawl.failures import Refused
from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.content_signal import merge_signals, read_signals
from sitecrawl.frontier.filetype import PDF_READER_MISSING
from sitecrawl.frontier.linkheader import canonical_in
from sitecrawl.frontier.pagerules import page_directives
from sitecrawl.live.exploration import Target
from sitecrawl.live.linkrank import MOST_RANKED, MOST_URL, RankedLink, rank_links
from sitecrawl.live.pagekey import page_key
from sitecrawl.live.pagetext import headings_of, page_markdown
from sitecrawl.live.rows import MOST_CONTENT, MOST_LINKS
from sitecrawl.live.session import LiveSession
from sitecrawl.pagereading import header

_MOST_TITLE = 2_000  # characters
_MOST_HEADINGS = 1_000
_MOST_LABEL = 500  # characters of a heading or of a link's text
_AI_INPUT = "ai-input"


async def read_answer(response: Response, session: LiveSession, pool: DocumentPool) -> Document:
    """The document of an answer. Raises Refused for what is no page, or what its owner keeps from models."""
    content_type = header(response, "Content-Type")
    if is_pdf(response.body):
        if not session.settings.read_pdf:
            raise Refused(PDF_READER_MISSING, status=response.status)
    elif is_binary(response.body, content_type):
        raise Refused("content type", content_type or "binary", response.status)
    if _refuses_ai_input(response, session) and session.settings.content_signal != "report":
        raise Refused("Content-Signal", f"{response.url} says Content-Signal ai-input=no", response.status)
    read = await pool.read(response.body, response.url, content_type, session.settings.region)
    if read.document.unread:
        raise Refused(read.document.unread, status=response.status)
    return read.document


def links_to_follow(response: Response, document: Document, session: LiveSession) -> list[RankedLink]:
    """The ranked links of a page; none of them is to be followed where the page says nofollow."""
    links = rank_links(document, normalize(response.url) or response.url)
    if not _may_follow(response, document, session):
        return [RankedLink(link.url, link.text, link.score, nofollow=True) for link in links]
    return links


def notes_on(response: Response, document: Document, session: LiveSession) -> list[str]:
    """What a reader of this page should know of it, a sentence each."""
    notes = []
    if _refuses_ai_input(response, session):
        notes.append(
            f"{response.url} says Content-Signal ai-input=no; it is only reported (SITECRAWL_CONTENT_SIGNAL=report)."
        )
    if document.remark:
        notes.append(f"{response.url}: {document.remark}.")
    if not _may_follow(response, document, session):
        notes.append(f"{response.url} asks that its links are not followed (nofollow).")
    return notes


def page_row(
    target: Target,
    response: Response,
    document: Document,
    links: list[RankedLink],
    fetched_with: str,
    notes: list[str],
    whole: bool,
) -> dict[str, Any]:
    """The row of a page that was read."""
    content = page_markdown(document)
    canonical = document.canonical or canonical_in(_values(response, "Link"), response.url)
    return {
        "kind": "page",
        "url": target.url,
        "finalUrl": normalize(response.url) or response.url,
        "key": target.key,
        "depth": target.depth,
        "order": target.order,
        "status": response.status,
        "title": document.title[:_MOST_TITLE],
        "description": document.description[:_MOST_TITLE] if document.description else None,
        "canonicalUrl": canonical if canonical and len(canonical) <= MOST_URL else None,
        "headings": [heading[:_MOST_LABEL] for heading in headings_of(document)[:_MOST_HEADINGS]],
        "content": content[:MOST_CONTENT],
        "contentLength": len(content),
        "fetchedWith": fetched_with,
        "shell": bool(document.shell),
        "links": [
            {"url": link.url, "text": link.text[:_MOST_LABEL], "score": link.score, "nofollow": link.nofollow}
            for link in links[:MOST_LINKS]
        ],
        "linksLeftOut": max(0, len(links) - MOST_LINKS) + max(0, len(document.links) - MOST_RANKED),
        "whole": whole,
        "notes": notes,
    }


def moves_to(document: Document, url: str) -> str | None:
    """The page that a meta refresh leads to, or None."""
    target = document.refresh
    return target if target and page_key(target) != page_key(url) else None


def _may_follow(response: Response, document: Document, session: LiveSession) -> bool:
    return page_directives(document.robots, _values(response, "X-Robots-Tag"), [], session.settings.token).follow


def _refuses_ai_input(response: Response, session: LiveSession) -> bool:
    said = [read_signals(value) for value in _values(response, "Content-Signal")]
    return merge_signals([*said, session.signals_of(response.url)]).get(_AI_INPUT) is False


def _values(response: Response, name: str) -> list[str]:
    return [value.decode("utf-8", "replace") for value in response.headers.getlist(name)]
