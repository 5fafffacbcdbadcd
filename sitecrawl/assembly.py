"""From the pages a crawl met to the pages of the file: merged, cleaned of boilerplate, chunked."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from sitecrawl.journal import PageEvent, page_of, read_row
from sitecrawl.ledger import Ledger
from sitecrawl.passagefile import Page, PageRecords, Passage, decode, encode
from sitecrawl.passages.boilerplate import Boilerplate
from sitecrawl.passages.duplicates import near_groups
from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.splitter import split_document
from sitecrawl.refresh import Answer, Outcome

_THIN_WORDS = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is kept in memory of a page while the site is put together; `words` measures its text."""

    url: str
    offset: int
    depth: int
    text: str
    near: int
    words: int
    canonical: str | None
    not_modified: bool


class Assembly:
    """The pages of one crawl, read from its journal one at a time.

    `met` is what each address answered; merging adds duplicates to it. `wanted(event)` names the
    rule that leaves a page out (language, unlisted), or None. `standing` are the pages of the
    earlier file: one of them that is not modified keeps its passages. `base` is what passage ids
    leave out of the pages' addresses, the origin unless given.
    """

    def __init__(
        self,
        journal: Path,
        offsets: dict[str, int],
        met: dict[str, Outcome],
        ledger: Ledger,
        sizes: Sizes,
        site: str,
        start_url: str,
        wanted: Callable[[PageEvent], str | None],
        standing: Container[str] = (),
        base: str | None = None,
    ) -> None:
        self.met = dict(met)
        self._journal: BinaryIO = journal.open("rb")
        self._offsets = offsets
        self._ledger = ledger
        self._sizes = sizes
        self._site = site
        self._wanted = wanted
        self._standing = standing
        self._base = base
        self._boilerplate = Boilerplate(start_url)
        self._groups: dict[str, str] = {}
        self.pages: dict[str, Candidate] = {}
        # chunked pages wait on disk for the verdict: memory stays flat, and no page is chunked twice
        self._chunked: BinaryIO = tempfile.TemporaryFile(dir=journal.parent)  # noqa: SIM115  # lives as long as the assembly
        self._chunks: dict[str, tuple[int, int]] = {}

    def close(self) -> None:
        """Close the files."""
        self._journal.close()
        self._chunked.close()

    def gather(self) -> None:
        """First pass: know every page, count its blocks, merge what is one page."""
        for url in sorted(self._offsets):
            event = self._event(url)
            rule = self._wanted(event)
            if rule is not None:
                self._ledger.skip(rule, url)
                self.met[url] = Outcome(Answer.NOT_ASKED)
                continue
            self.pages[url] = _candidate(event, self._offsets[url])
        self._merge_canonical()
        self._merge_equal()
        hidden = 0
        for url in self.pages:
            # only what will stand in the file counts: a dropped copy must not be the home of a footer
            document = self._event(url).document
            hidden += document.hidden_words
            self._boilerplate.add(document.blocks, url)
        if hidden:
            self._ledger.warn(f"{hidden} words that no visitor can see were left out (hidden text).")
        self._groups = near_groups([(page.url, page.near) for page in self.pages.values()])
        self._chunk_all()

    def records(self, url: str) -> PageRecords:
        """One page, chunked, as `gather` left it."""
        offset, count = self._chunks[url]
        self._chunked.seek(offset)
        passages = [decode(self._chunked.readline(), url) for _ in range(count)]
        kept = [passage for passage in passages if isinstance(passage, Passage)]
        return PageRecords(_page(self._event(url), kept, self._groups.get(url)), kept)

    def _chunk(self, url: str) -> list[Passage]:
        event = self._event(url)
        document = replace(event.document, blocks=self._boilerplate.strip(event.document.blocks, url))
        passages = split_document(document, self._site, self._sizes, self._base)
        self._chunks[url] = (self._chunked.seek(0, os.SEEK_END), len(passages))
        for passage in passages:
            self._chunked.write(encode(passage))
        return passages

    def event_of(self, url: str) -> PageEvent:
        """The page as this crawl met it."""
        return self._event(url)

    def group_of(self, url: str) -> str | None:
        """The near-duplicate group of a page, or None."""
        return self._groups.get(url)

    def _event(self, url: str) -> PageEvent:
        return page_of(read_row(self._journal, self._offsets[url]))

    def _chunk_all(self) -> None:
        thin = []
        for url in list(self.pages):
            if self.pages[url].not_modified and url in self._standing:
                continue
            passages = self._chunk(url)
            if not passages:
                self._ledger.skip("no text", url, "nothing but repeated blocks")
                self.met[url] = Outcome(Answer.UNREADABLE)
                del self.pages[url]
                continue
            self.met[url] = Outcome(Answer.OK, hash=content_hash(passages[0].title, passages))
            if sum(len(passage.text.split()) for passage in passages) < _THIN_WORDS:
                thin.append(url)
        if thin:
            self._ledger.warn(
                f"{len(thin)} pages hold fewer than {_THIN_WORDS} words of their own: {', '.join(thin[:3])}"
            )

    def _merge_canonical(self) -> None:
        for url, page in sorted(self.pages.items()):
            target = page.canonical
            if target is None or target == url:
                continue
            better = self.pages.get(target)
            if better is None or not _holds_as_much(better, page):
                self._ledger.warn(
                    f"{url} names {target} as canonical, which is not a page of this crawl with its text; ignored."
                )
                continue
            if better.canonical not in {None, target}:
                continue
            self._drop(url, "canonical", target)

    def _merge_equal(self) -> None:
        first: dict[str, Candidate] = {}
        for page in sorted(self.pages.values(), key=lambda page: (page.depth, page.url)):
            kept = first.setdefault(page.text, page)
            if kept is not page:
                self._drop(page.url, "duplicate", kept.url)

    def _drop(self, url: str, rule: str, target: str) -> None:
        self._ledger.skip(rule, url, equals=target)
        self.met[url] = Outcome(Answer.DUPLICATE, target=target)
        del self.pages[url]


def _candidate(event: PageEvent, offset: int) -> Candidate:
    canonical = event.document.canonical
    return Candidate(
        event.url, offset, event.depth, event.text_key, event.near_key, event.words, canonical, event.not_modified
    )


def _holds_as_much(better: Candidate, page: Candidate) -> bool:
    return better.text == page.text or (better.words >= page.words and _near(better.near, page.near))


def _near(one: int, other: int) -> bool:
    return (one ^ other).bit_count() <= 12


def _page(event: PageEvent, passages: list[Passage], group: str | None) -> Page:
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
    )


def content_hash(title: str, passages: list[Passage]) -> str:
    """SHA-256 over title, heading paths, anchors and texts: equal as long as what is published is equal."""
    digest = hashlib.sha256(title.encode("utf-8"))
    for passage in passages:
        for part in (*passage.headings, passage.anchor or "", passage.text):
            digest.update(b"\0" + part.encode("utf-8"))
    return f"sha256:{digest.hexdigest()}"
