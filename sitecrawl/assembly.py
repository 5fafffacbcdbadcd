"""From the pages a crawl met to the pages of the file: merged, cleaned of boilerplate, chunked."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from sitecrawl.candidate import Candidate, candidate_of, holds_as_much
from sitecrawl.journal import PageEvent, page_of, read_row
from sitecrawl.ledger import Ledger
from sitecrawl.linkdepths import LinkDepths
from sitecrawl.llms.pairs import joined
from sitecrawl.pageline import content_hash, page_line
from sitecrawl.passagefile import PageRecords, Passage, decode, encode
from sitecrawl.passages.boilerplate import Boilerplate
from sitecrawl.passages.duplicates import near_groups
from sitecrawl.passages.sizes import Sizes
from sitecrawl.passages.splitter import split_document
from sitecrawl.passages.words import count_words
from sitecrawl.refresh import Answer, OldPage, Outcome

_THIN_WORDS = 10
_NAMED = 5
_UNASKED = Outcome(Answer.NOT_ASKED)


class Assembly:
    """The pages of one crawl, read from its journal one at a time.

    `met` is what each address answered; merging adds duplicates to it. `wanted(event)` names the
    rule that leaves a page out (language, unlisted), or None. `standing` are the pages of the
    earlier file: one of them that is not modified keeps its passages. `base` is what passage ids
    leave out of the pages' addresses, the origin unless given. `twins` are the pages whose text is
    that of their Markdown form, with its offset in the journal; `events` are all pages that were read.
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
        standing: Mapping[str, OldPage] = MappingProxyType({}),
        base: str | None = None,
        twins: Mapping[str, int] = MappingProxyType({}),
        events: Mapping[str, int] = MappingProxyType({}),
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
        self._twins = twins
        self._events = events
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
        links = LinkDepths(self._offsets.keys() | self._events.keys() | self.met.keys())
        for url in sorted(self._offsets):
            own = page_of(read_row(self._journal, self._offsets[url]))
            links.add(own)
            event = self._with_twin(own)
            rule = self._wanted(event)
            if rule is not None:
                self._ledger.skip(rule, url)
                self.met[url] = Outcome(Answer.NOT_ASKED)
                continue
            self.pages[url] = candidate_of(own if own.words else event, event, self._offsets[url])
        self._settle_depths(links)
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

    def _settle_depths(self, links: LinkDepths) -> None:
        for url, offset in self._events.items():
            if url not in self._offsets:
                links.add(page_of(read_row(self._journal, offset)))
        depths = links.settle()
        self.pages = {url: replace(page, depth=depths[url]) for url, page in self.pages.items()}

    def records(self, url: str) -> PageRecords:
        """One page, chunked, as `gather` left it."""
        offset, count = self._chunks[url]
        self._chunked.seek(offset)
        passages = [decode(self._chunked.readline(), url) for _ in range(count)]
        kept = [passage for passage in passages if isinstance(passage, Passage)]
        return PageRecords(page_line(self._event(url), kept, self._groups.get(url)), kept)

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

    def twin_of(self, url: str) -> str | None:
        """Where the text of a page was read when that is not the page itself."""
        return self._standing[url].twin if self._stands(url) else self.pages[url].twin

    def group_of(self, url: str) -> str | None:
        """The near-duplicate group of a page, or None."""
        return self._groups.get(url)

    def _event(self, url: str) -> PageEvent:
        event = self._with_twin(page_of(read_row(self._journal, self._offsets[url])))
        return replace(event, depth=self.pages[url].depth)

    def _with_twin(self, event: PageEvent) -> PageEvent:
        twin = self._twins.get(event.url)
        return event if twin is None else joined(event, page_of(read_row(self._journal, twin)))

    def _stands(self, url: str) -> bool:
        """Whether the earlier file's passages are the page's: not modified, and read from the same place."""
        old = self._standing.get(url)
        if old is None or not self.pages[url].not_modified:
            return False
        if self.pages[url].twin == old.twin:
            return True
        # a Markdown form that was not asked for, or did not answer, takes nothing away
        missed = self.met.get(old.twin or "", _UNASKED).answer
        return self.pages[url].twin is None and missed in {Answer.NOT_ASKED, Answer.FAILED}

    def _chunk_all(self) -> None:
        thin = []
        for url in list(self.pages):
            if self._stands(url):
                continue
            passages = self._chunk(url)
            if not passages:
                self._ledger.skip("no text", url, "nothing but repeated blocks")
                self.met[url] = Outcome(Answer.UNREADABLE)
                del self.pages[url]
                continue
            self.met[url] = Outcome(Answer.OK, hash=content_hash(passages[0].title, passages))
            words = sum(count_words(passage.text[passage.overlap :]) for passage in passages)
            if words < _THIN_WORDS:
                thin.append(f"{url} ({words})")
        if thin:
            self._ledger.warn(
                f"{len(thin)} pages hold fewer than {_THIN_WORDS} words that do not repeat on other pages: "
                f"{_first_of(thin)}."
            )

    def _merge_canonical(self) -> None:
        ignored = []
        for url, page in sorted(self.pages.items()):
            target = page.canonical
            if target is None or target == url:
                continue
            better = self.pages.get(target)
            if better is None or not holds_as_much(better, page):
                ignored.append(f"{url} names {target}")
                continue
            if better.canonical not in {None, target}:
                continue
            self._drop(url, "canonical", target)
        if ignored:
            self._ledger.warn(
                f"{len(ignored)} pages name as canonical what is no page of this crawl with their text; that was "
                f"ignored: {_first_of(ignored)}."
            )

    def _merge_equal(self) -> None:
        first: dict[str, Candidate] = {}
        for page in sorted(self.pages.values(), key=lambda page: (page.depth, page.url)):
            kept = first.get(page.shown) or first.get(page.text)
            if kept is not None:
                self._drop(page.url, "duplicate", kept.url)
            else:
                first[page.shown] = first[page.text] = page

    def _drop(self, url: str, rule: str, target: str) -> None:
        self._ledger.skip(rule, url, equals=target)
        self.met[url] = Outcome(Answer.DUPLICATE, target=target)
        del self.pages[url]


def _first_of(listed: list[str]) -> str:
    """The first of a list in words, and how many more there are."""
    more = len(listed) - _NAMED
    return ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
