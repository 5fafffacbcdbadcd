"""Markdown twins and their pages put together: the twin's text, the page's address and anchors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from sitecrawl.document.reading import is_markdown
from sitecrawl.document.twin import is_same_page, with_anchors
from sitecrawl.journal import NO_TEXT, SHELL, PageEvent

_NO_TEXT = frozenset({SHELL, NO_TEXT})
_OWNERS_WORD = ("meta robots", "X-Robots-Tag", "Content-Signal", "robots.txt")


@dataclass(frozen=True, slots=True)
class Pairing:
    """What becomes of a Markdown file: the page it is the twin of, or the owner's rule on that page (`rule`)."""

    page: str
    rule: str | None = None


def pair(twin: PageEvent, pages: Iterable[tuple[PageEvent, bool]], forbidden: Mapping[str, str]) -> Pairing | None:
    """The page of a Markdown file, or None: it stands by itself.

    `pages` are those that may be it, the likeliest first, each with whether either side declares
    it (a link of type text/markdown, a canonical link); `forbidden` are addresses that may be it
    and that the owner keeps out, with the rule. A page that is named in its Markdown file's stead
    has the last word: what it refuses, its twin refuses.
    """
    for page, declared in pages:
        if is_markdown(page.content_type, page.url):
            continue
        if page.rule is not None and page.rule.startswith(_OWNERS_WORD):
            if declared or is_same_page(twin.document.blocks, page.document.blocks):
                return Pairing(page.url, page.rule)
        elif page.rule in _NO_TEXT:
            if declared:
                return Pairing(page.url)
        elif page.rule is None and is_same_page(twin.document.blocks, page.document.blocks):
            return Pairing(page.url)
    return next((Pairing(url, rule) for url, rule in forbidden.items()), None)


def joined(page: PageEvent, twin: PageEvent) -> PageEvent:
    """The page as it is published: its own address, title and facts with its twin's text."""
    blocks = with_anchors(twin.document.blocks, page.document.blocks)
    document = replace(
        page.document,
        blocks=blocks,
        lang=page.document.lang or twin.document.lang,
        description=page.document.description or twin.document.description,
        hidden_words=0,
    )
    return replace(
        page,
        document=document,
        text_key=twin.text_key,
        near_key=twin.near_key,
        words=twin.words,
        not_modified=page.not_modified and twin.not_modified,
        modified_at=page.modified_at or twin.modified_at,
        twin=twin.url,
    )


def resolved(url: str, moved: Callable[[str], str | None]) -> str:
    """Where an address ends when its redirects are followed; `moved` gives the next one or None."""
    seen = {url}
    while (target := moved(url)) is not None and target not in seen:
        seen.add(target)
        url = target
    return url
