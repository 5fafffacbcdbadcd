"""The page line of the file: what a page's event and its passages say of it."""

from __future__ import annotations

import hashlib

from sitecrawl.journal import PageEvent
from sitecrawl.passagefile import Page, Passage


def page_line(event: PageEvent, passages: list[Passage], group: str | None) -> Page:
    """The page line of a page with these passages; `group` names its near duplicates."""
    document = event.document
    return Page(
        url=event.url,
        title=document.title,
        description=document.description,
        lang=document.lang,
        content_type=event.content_type,
        fetched_at=event.fetched_at,
        modified_at=event.modified_at,
        etag=event.etag,
        last_modified=event.last_modified,
        hash=content_hash(document.title, passages),
        depth=event.depth,
        source=event.source,
        fetched_with=event.fetched_with,
        facts=list(document.facts),
        passages=len(passages),
        stale=False,
        near_group=group,
        twin_url=event.twin,
    )


def content_hash(title: str, passages: list[Passage]) -> str:
    """SHA-256 over title, heading paths, anchors and texts: equal as long as what is published is equal."""
    digest = hashlib.sha256(title.encode("utf-8"))
    for passage in passages:
        for part in (*passage.headings, passage.anchor or "", passage.text):
            digest.update(b"\0" + part.encode("utf-8"))
    return f"sha256:{digest.hexdigest()}"
