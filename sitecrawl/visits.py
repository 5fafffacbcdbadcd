"""What each address answered in this crawl: journalled, so that a stopped crawl can go on.

Also what the crawl before knew: validators for conditional requests and the documents of pages
that answer 304.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from scrapy import Request

from sitecrawl.failures import Failed, Refused
from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.filetype import PDF_READER_MISSING
from sitecrawl.journal import JOURNAL_VERSION, Journal, PageEvent, event_of, page_of, read_row, remark_of
from sitecrawl.oldsite import OldSite, read_old_site
from sitecrawl.refresh import OWNERS_WORD, Answer, Outcome, again, mark_forbidden, moved, outcome_of_status, plan
from sitecrawl.ruleanswers import answer_of_rule
from sitecrawl.session import CrawlSession
from sitecrawl.sitemapanswer import SitemapAnswer, answer_of, row_of

_SECONDS_AN_HOUR = 3600
# refused at a cost
_ASKED_FIRST = frozenset(
    {"content type", PDF_READER_MISSING, "redirect", "redirect out of scope", "robots.txt", "guessed address"}
)
_NOT_HAD = OWNERS_WORD | {Answer.FAILED}


class Visits:
    """The journal of one crawl and the snapshot of the one before."""

    def __init__(self, session: CrawlSession) -> None:
        self.session = session
        self.met: dict[str, Outcome] = {}
        self.resumed = False
        self.old = OldSite()
        self.pages: dict[str, int] = {}  # those that may be indexed: URL to offset in the journal
        self.events: dict[str, int] = {}  # all that were read, for the next crawl's conditional requests
        self._sitemaps: dict[str, int] = {}
        self._journal: Journal | None = None
        self._snapshot: BinaryIO | None = None
        self._site = ""

    # --- opening ------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the site's journal; read one that a stopped crawl of the same command left."""
        if self._site == self.session.site:
            return
        self.close()
        self._site = self.session.site
        paths = self.session.paths
        self.old = read_old_site(paths)
        if paths.snapshot.exists() and self.session.arguments.refresh != "full":
            self._snapshot = paths.snapshot.open("rb")
        self._journal = Journal(paths.journal)
        if self._can_resume():
            self._replay()
        else:
            self._journal.clear()
            self._write(
                {
                    "e": "start",
                    "version": JOURNAL_VERSION,
                    "arguments": self.session.arguments.as_given(),
                    "at": time.time(),
                }
            )

    def close(self) -> None:
        """Close the files."""
        if self._journal is not None:
            self._journal.close()
        if self._snapshot is not None:
            self._snapshot.close()
        self._journal = self._snapshot = None

    def finish(self, forget: bool) -> None:
        """The crawl is over; `forget` its journal unless it was stopped and can go on."""
        ending = self.session.ending
        # what a resumed crawl holds outlives an hour without robots.txt or network
        kept = self.resumed and ending is not None and ending.kind in {"unreachable", "no connection"}
        if forget and not kept and self._journal is not None:
            self._journal.clear()
        self.close()

    def _can_resume(self) -> bool:
        assert self._journal is not None
        if self.session.arguments.refresh == "full":
            return False
        first = next((row for _, row in self._journal.rows()), None)
        if first is None or first.get("e") != "start" or first.get("version") != JOURNAL_VERSION:
            return False
        young = time.time() - float(first.get("at", 0)) < self.session.settings.resume_hours * _SECONDS_AN_HOUR
        return young and first.get("arguments") == self.session.arguments.as_given()

    def _replay(self) -> None:
        assert self._journal is not None
        for offset, row in self._journal.rows():
            if row["e"] == "settle":
                self.session.settle_on(row["url"])
            elif row["e"] == "sitemap":
                self._sitemaps[row["asked"]] = offset
            self._take(row, offset)
            self.resumed = self.resumed or row["e"] == "page"
            self.session.spent += row["e"] in {"page", "fail"} or row.get("rule") in _ASKED_FIRST

    def replayed_pages(self) -> Iterator[PageEvent]:
        """The pages that the journal holds, in the order they came."""
        assert self._journal is not None
        for _, row in self._journal.rows():
            if row["e"] == "page":
                yield page_of(row)

    def sitemap(self, url: str) -> SitemapAnswer | None:
        """What the sitemap answered before the crawl was stopped, or None."""
        offset = self._sitemaps.get(url)
        if offset is None:
            return None
        with self.session.paths.journal.open("rb") as file:
            return answer_of(read_row(file, offset))

    # --- recording ----------------------------------------------------------------------------

    def record_page(self, event: PageEvent, redirects: list[tuple[str, int]]) -> None:
        """Keep a page that answered, and the redirects that led to it."""
        self._write({**event_of(event), "redirects": redirects})

    def record_sitemap(self, answer: SitemapAnswer) -> None:
        """Keep what a sitemap's address answered."""
        if self._journal is not None:  # `scrapy check` opens none
            self._write(row_of(answer))

    def record_settling(self) -> None:
        """Keep that the start page answers at another address of the site."""
        self._write({"e": "settle", "url": self.session.start_url})

    def failed(self, request: Request, told: Failed) -> None:
        """Keep a failure."""
        self._write({"e": "fail", "asked": _first(request), "status": told.status, "reason": told.reason})

    def refused(self, request: Request, error: Refused) -> None:
        """Keep a refusal: a redirect that leads elsewhere, robots.txt, the page limit, a closed trap."""
        row = {"e": "refuse", "asked": _first(request), "rule": error.rule, "detail": error.detail}
        self._write({**row, "status": error.status})

    def _write(self, row: dict[str, Any]) -> None:
        assert self._journal is not None
        try:
            offset = self._journal.append(row)
        except OSError as error:
            self.session.unwritten = error.strerror or str(error)
            return
        self._take(row, offset)

    def _take(self, row: dict[str, Any], offset: int) -> None:
        kind = row["e"]
        if kind == "page":
            self._take_page(row, offset)
        elif kind == "fail":
            self._note(row["asked"], outcome_of_status(row["status"] or 0))
            self.session.ledger.fail(row["asked"], row["status"], row["reason"])
        elif kind == "refuse":
            self._take_refusal(row)

    def _take_page(self, row: dict[str, Any], offset: int) -> None:
        url, remark = row["url"], remark_of(row)
        for source, status in row.get("redirects", []):
            if source != url:
                self._note(source, moved(url, status))
                self.session.ledger.skip("redirect", source, url)
        self.events[url] = offset
        if row["index"]:
            self._note(url, Outcome(Answer.NOT_MODIFIED if row["not_modified"] else Answer.OK))
            self.pages[url] = offset
            if remark:
                self.session.ledger.warn(f"{url}: {remark}.")
        else:
            self.session.ledger.skip(row["rule"], url, remark)
            self._note(url, Outcome(answer_of_rule(row["rule"])))
        self.session.ledger.answered(url)

    def _take_refusal(self, row: dict[str, Any]) -> None:
        self.session.ledger.skip(row["rule"], row["asked"], row["detail"])
        if row["rule"] == "redirect":
            self._note(row["asked"], moved(row["detail"], row["status"]))
        elif row["rule"] == "redirect out of scope":
            self._note(row["asked"], moved(None, row["status"]))
        else:
            self._note(row["asked"], Outcome(answer_of_rule(row["rule"])))

    def _note(self, url: str, outcome: Outcome) -> None:
        url = normalize(url) or url
        self.met[url] = again(self.met.get(url), outcome)
        self.session.admission.note(url)

    # --- the crawl before ---------------------------------------------------------------------

    def conditional_headers(self, url: str) -> dict[str, str]:
        """If-None-Match and If-Modified-Since for a page whose document the snapshot holds (RFC 9110, 13.1)."""
        known = self.old.known.get(url)
        if known is None or self._snapshot is None or self.session.arguments.render == "always":
            return {}
        headers = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
        return {name: value for name, value in headers.items() if value}

    def remembered(self, url: str) -> PageEvent | None:
        """The page as the crawl before read it."""
        known = self.old.known.get(url)
        if known is None or self._snapshot is None:
            return None
        return page_of(read_row(self._snapshot, known.offset))

    def last_words(self) -> Iterator[PageEvent]:
        """What pages that this crawl asked for in vain, or may not ask for, said when they were read last."""
        if self._snapshot is None:
            return
        for url, outcome in self.met.items():
            if outcome.answer in _NOT_HAD and url in self.old.events:
                yield page_of(read_row(self._snapshot, self.old.events[url]))

    def still_to_ask(self) -> list[str]:
        """Pages of the earlier file that are to be asked for at the crawl's end."""
        session = self.session
        for url, outcome in mark_forbidden(self.old.pages, {}, session.allowed).items():
            if url not in self.met:
                session.ledger.skip("robots.txt", url)
                self.met[url] = outcome
        if session.arguments.refresh == "full":
            return []
        left = session.arguments.max_pages - session.spent
        return plan(
            self.old.pages, self.met, asks=lambda url: session.admission.scope.refusal(url, True) is None, limit=left
        )


def _first(request: Request) -> str:
    urls: list[str] = request.meta.get("redirect_urls", [])
    return normalize(urls[0] if urls else request.url) or request.url
