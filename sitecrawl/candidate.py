"""What is kept in memory of each page while the pages of a site are compared."""

from __future__ import annotations

from dataclasses import dataclass

from sitecrawl.journal import PageEvent


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is kept in memory of a page while the site is put together; `words` measures its text.

    Of a page with a Markdown form it is the page's own text that is compared with other pages; `shown`
    is the key of the text that is published.
    """

    url: str
    offset: int
    depth: int
    text: str
    near: int
    words: int
    canonical: str | None
    not_modified: bool
    twin: str | None
    shown: str


def candidate_of(own: PageEvent, shown: PageEvent, offset: int) -> Candidate:
    """A page of the journal at `offset`: as its own answer says it, and as it is shown."""
    return Candidate(
        own.url,
        offset,
        own.depth,
        own.text_key,
        own.near_key,
        own.words,
        own.document.canonical,
        shown.not_modified,
        shown.twin,
        shown.text_key,
    )


def holds_as_much(better: Candidate, page: Candidate) -> bool:
    """Whether the page that another names as its canonical one has its text."""
    return better.text == page.text or (better.words >= page.words and _near(better.near, page.near))


def _near(one: int, other: int) -> bool:
    return (one ^ other).bit_count() <= 12
