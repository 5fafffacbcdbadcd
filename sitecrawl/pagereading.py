"""A response to a page event: is it a page, may it be indexed, what does it say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from scrapy.http import Response

from sitecrawl.browser import is_rendered, is_unsettled
from sitecrawl.document import is_binary
from sitecrawl.document.jsonoutline import is_json, json_outline
from sitecrawl.document.metadata import refresh_target
from sitecrawl.document.model import Document, Link
from sitecrawl.document.pdf import is_pdf
from sitecrawl.document.shell import still_empty
from sitecrawl.document.titles import name_from_url
from sitecrawl.documentpool import DocumentPool, ReadPage
from sitecrawl.failures import Refused
from sitecrawl.frontier.canonical import identity, normalize, without_tracking
from sitecrawl.frontier.filetype import PDF_ADVICE, PDF_READER_MISSING
from sitecrawl.frontier.linkheader import canonical_in, markdown_in
from sitecrawl.frontier.pagerules import Directives, page_directives
from sitecrawl.frontier.soft404 import says_not_found
from sitecrawl.journal import NO_TEXT, SHELL, PageEvent
from sitecrawl.passagefile import site_name
from sitecrawl.session import CrawlSession
from sitecrawl.visits import Visits

_HEADER_RULES = ("X-Robots-Tag", "Content-Signal")


async def read_page(response: Response, session: CrawlSession, visits: Visits, pool: DocumentPool) -> PageEvent | None:
    """Read a page's answer and journal what it is; None when it is no page."""
    if response.status == 304:
        return _unchanged(response, session, visits)
    assert response.request is not None
    content_type = header(response, "Content-Type")
    body, kind = readable_form(response, content_type)
    if is_pdf(body):
        if not session.settings.read_pdf:
            visits.refused(response.request, Refused(PDF_READER_MISSING))
            session.ledger.warn(PDF_ADVICE)
            return None
    elif is_binary(body, kind):
        visits.refused(response.request, Refused("content type", content_type or "binary"))
        return None
    read = await pool.read(body, response.url, kind, session.settings.region)
    return _event(response, session, read, content_type)


def readable_form(response: Response, content_type: str | None) -> tuple[bytes, str | None]:
    """The body as it is read, with its type: JSON that an llms.txt links is read as an outline."""
    if response.meta.get("source") == "llms" and (is_json(content_type) or response.body.lstrip()[:1] in b"{["):
        outline = json_outline(response.body, name_from_url(response.url))
        if outline is not None:
            return outline.encode("utf-8"), "text/markdown; charset=utf-8"
    return response.body, content_type


def indexing_rule(response: Response, session: CrawlSession) -> str | None:
    """The owner's word, in the headers or in robots.txt, against indexing an answer's text; None without one."""
    found = _header_directives(response, session)
    return session.refused_signal(response.url) if found.index else found.rule


def name_of(url: str, canonical: str | None) -> str:
    """The address a page is cited by: as its canonical link spells it, when that is the same page, else the
    one that answered without what tracks a visitor.
    """
    address = normalize(url) or url
    if canonical is not None and identity(canonical) == identity(address):
        return normalize(canonical) or address
    return without_tracking(address)


def distinct_links(links: Iterable[Link]) -> tuple[Link, ...]:
    """Each address once, normalized; one link without nofollow is enough to follow it.

    What is no address (`http://`, a port that is no number) is left out: Scrapy would stop at it.
    """
    found: dict[str, Link] = {}
    for link in links:
        url = _address(link.url)
        if url is None:
            continue
        known = found.get(url)
        if known is None or (known.nofollow and not link.nofollow):
            found[url] = Link(url, link.text, link.nofollow)
    return tuple(found.values())


@lru_cache(maxsize=20_000)
def _address(url: str) -> str | None:
    # the same navigation stands on every page
    return normalize(url)


def leads_of(event: PageEvent) -> Iterable[str]:
    """Addresses that a page names as its better self: a meta refresh's target, the canonical one."""
    for target in (event.document.refresh, event.document.canonical):
        if target and target != event.url:
            yield target


def header(response: Response, name: str) -> str | None:
    """A header's value as text, or None."""
    value = response.headers.get(name)
    return value.decode("utf-8", "replace").strip() if value else None


def redirects_of(response: Response) -> list[tuple[str, int]]:
    """The hops that led here: address and status of each."""
    urls: list[str] = response.meta.get("redirect_urls", [])
    return [
        (normalize(url) or url, int(reason))
        for url, reason in zip(urls, response.meta.get("redirect_reasons", []), strict=False)
    ]


def _event(response: Response, session: CrawlSession, read: ReadPage, content_type: str | None) -> PageEvent:
    canonical = read.document.canonical or canonical_in(_values(response, "Link"), response.url)
    document = replace(
        read.document,
        url=name_of(response.url, canonical),
        markdown=read.document.markdown or markdown_in(_values(response, "Link"), response.url),
        canonical=canonical,
        refresh=read.document.refresh or _header_refresh(response),
        links=distinct_links(read.document.links),
        resources=tuple(url for url in read.document.resources if site_name(url) == session.site),
    )
    directives = _directives(response, session, document)
    rendered = is_rendered(response)
    if rendered:
        document = replace(document, shell=still_empty(document.shell))
    rule = _rule(document, directives, response.url, session)
    if is_unsettled(response) and rule is None:
        session.ledger.warn(f"{document.url} was still being loaded when its time was over: it may say more.")
    return PageEvent(
        asked=response.meta.get("redirect_urls", [response.url])[0],
        url=document.url,
        status=response.status,
        depth=response.meta.get("depth_found", 0),
        source=response.meta.get("source", "link"),
        content_type=(content_type or "text/html").split(";")[0].strip().lower(),
        fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
        fetched_with="browser" if rendered else "http",
        # of a rendered page they are the shell's, which stays the same when the data in it changes
        etag=None if rendered else header(response, "ETag"),
        last_modified=None if rendered else header(response, "Last-Modified"),
        document=document,
        index=rule is None,
        # an error page's links lead to more error pages
        follow=directives.follow and rule != "soft 404",
        rule=rule,
        parent=response.meta.get("parent"),
        text_key=read.text_key,
        near_key=read.near_key,
        words=read.words,
        modified_at=document.modified_at,
    )


def _header_refresh(response: Response) -> str | None:
    value = header(response, "Refresh")
    return refresh_target(value, lambda target: normalize(target, response.url)) if value else None


def _values(response: Response, name: str) -> list[str]:
    return [value.decode("utf-8", "replace") for value in response.headers.getlist(name)]


def _directives(response: Response, session: CrawlSession, document: Document) -> Directives:
    found = _header_directives(response, session, document.robots)
    if found.signal and session.settings.content_signal == "report":
        session.ledger.warn(
            f"{response.url} says {found.signal}; it is only reported (SITECRAWL_CONTENT_SIGNAL=report)."
        )
    return found


def _header_directives(response: Response, session: CrawlSession, robots: Iterable[tuple[str, str]] = ()) -> Directives:
    return page_directives(
        robots,
        _values(response, "X-Robots-Tag"),
        _values(response, "Content-Signal"),
        session.settings.token,
        session.settings.content_signal != "report",
    )


def _rule(document: Document, directives: Directives, url: str, session: CrawlSession) -> str | None:
    """The rule that keeps a page that was read out of the file, or None."""
    if not directives.index:
        return directives.rule or "meta robots noindex"
    if document.refresh and normalize(document.refresh) != normalize(url):
        return "meta refresh"
    if document.unread:
        return document.unread
    if document.shell:
        return SHELL
    if not document.blocks:
        return NO_TEXT
    if url != session.start_url and says_not_found(document):
        return "soft 404"
    own = session.start_refusal() if url == session.start_url else None
    return session.refused_signal(url) or own


def _unchanged(response: Response, session: CrawlSession, visits: Visits) -> PageEvent | None:
    url = normalize(response.url) or response.url
    before = visits.remembered(url)
    if before is None:
        assert response.request is not None
        visits.refused(response.request, Refused("content type", "304 without a copy"))
        return None
    directives = _directives(response, session, before.document)
    rule = _rule(before.document, directives, url, session)
    if rule is None and before.rule is not None and before.rule.startswith(_HEADER_RULES):
        # a 304 need not repeat the header that said so (RFC 9110, section 15.4.5)
        rule = before.rule
    return replace(
        before,
        asked=url,
        status=304,
        depth=response.meta.get("depth_found", before.depth),
        source=response.meta.get("source", before.source),
        fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
        not_modified=True,
        index=rule is None,
        rule=rule,
        follow=before.follow and directives.follow,
    )
