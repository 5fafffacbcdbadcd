"""The skip ledger: what happened to every URL that did not become a page, counted under its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

URLS_KEPT = 10_000

_RECORDING = frozenset({"skip", "unskip", "fail", "answered", "warn", "sitemap", "llms"})

Row = list[Any]  # the name of a recording method, then its arguments: one line of a journal


@dataclass
class Skipped:
    """One rule's exact count of URLs and the first 10,000 of them with what else is known of each."""

    count: int = 0
    urls: dict[str, dict[str, str]] = field(default_factory=dict)


class Ledger:
    """Collects skips, failures, warnings, sitemaps, llms.txt and the robots block of one crawl.

    `robots` is the report's block: url, status, outcome in words, crawl_delay {asked, applied}.
    `journal` is told each change as a row that JSON can hold; `replay` takes such rows back
    after a stop. A URL counts once under each rule, however often it is met.
    """

    def __init__(self, journal: Callable[[Row], None] | None = None) -> None:
        self.robots: dict[str, Any] = {}
        self._journal = journal
        # hashes, not addresses: a trap can offer a million of them
        self._seen: set[int] = set()
        self._skipped: dict[str, Skipped] = {}
        self._failed: dict[str, dict[str, Any]] = {}
        self._warnings: dict[str, None] = {}
        self._sitemaps: dict[str, dict[str, Any]] = {}
        self._llms: dict[str, dict[str, Any]] = {}

    def skip(self, rule: str, url: str, detail: str | None = None, equals: str | None = None) -> None:
        """Count `url` under `rule`; `detail` says more, `equals` names the page a duplicate equals."""
        key = hash((rule, url))
        if key in self._seen:
            return
        self._seen.add(key)
        entry = self._skipped.setdefault(rule, Skipped())
        entry.count += 1
        if len(entry.urls) < URLS_KEPT:
            entry.urls[url] = {name: text for name, text in (("equals", equals), ("detail", detail)) if text}
        self._tell("skip", rule, url, detail, equals)

    def unskip(self, url: str) -> None:
        """A URL that is asked for after all was not skipped under any rule."""
        found = [rule for rule in self._skipped if hash((rule, url)) in self._seen]
        for rule in found:
            self._seen.remove(hash((rule, url)))
            entry = self._skipped[rule]
            entry.count -= 1
            entry.urls.pop(url, None)
            if not entry.count:
                del self._skipped[rule]
        if found:
            self._tell("unskip", url)

    def fail(self, url: str, status: int | None, reason: str) -> None:
        """A URL that was asked for and gave nothing; the last reason stands."""
        self._failed[url] = {"url": url, "status": status, "reason": reason}
        self._tell("fail", url, status, reason)

    def answered(self, url: str) -> None:
        """A URL that answered after all is no failure."""
        if self._failed.pop(url, None) is not None:
            self._tell("answered", url)

    def warn(self, sentence: str) -> None:
        """A sentence for the report's warnings, once."""
        if sentence not in self._warnings:
            self._warnings[sentence] = None
            self._tell("warn", sentence)

    def sitemap(self, url: str, status: int | None, entries: int, problems: Iterable[str] = ()) -> None:
        """A sitemap that was asked for; the last word on a URL stands."""
        listed = list(problems)
        self._sitemaps[url] = {"url": url, "status": status, "entries": entries, "problems": listed}
        self._tell("sitemap", url, status, entries, listed)

    def llms(self, url: str, status: int | None, entries: int, problems: Iterable[str] = ()) -> None:
        """An llms.txt, or an llms-full.txt with the pages in it, that was asked for; the last word stands."""
        listed = list(problems)
        self._llms[url] = {"url": url, "status": status, "entries": entries, "problems": listed}
        self._tell("llms", url, status, entries, listed)

    def replay(self, rows: Iterable[Row]) -> None:
        """Take back what a journal holds, without telling it again. Rows of other kinds are passed over."""
        journal, self._journal = self._journal, None
        try:
            for name, *arguments in rows:
                if name in _RECORDING:
                    getattr(self, name)(*arguments)
        finally:
            self._journal = journal

    def has(self, rule: str) -> bool:
        """Whether anything was skipped under a rule."""
        return rule in self._skipped

    def skipped_under(self, rule: str) -> tuple[int, list[str]]:
        """How many URLs were skipped under a rule, and the first 10,000 of them."""
        entry = self._skipped.get(rule, Skipped())
        return entry.count, list(entry.urls)

    def counts(self) -> dict[str, int]:
        """`failed` and `skipped`: how many URLs."""
        return {"failed": len(self._failed), "skipped": sum(entry.count for entry in self._skipped.values())}

    def blocks(self) -> dict[str, Any]:
        """The report's robots, sitemaps, llms, skipped, failed and warnings; rules and URLs in a fixed order."""
        return {
            "robots": self.robots,
            "sitemaps": [self._sitemaps[url] for url in sorted(self._sitemaps)],
            "llms": list(self._llms.values()),
            "skipped": {
                rule: {
                    "count": entry.count,
                    "urls": [{"url": url, **more} if more else url for url, more in sorted(entry.urls.items())],
                }
                for rule, entry in sorted(self._skipped.items())
            },
            "failed": [self._failed[url] for url in sorted(self._failed)],
            "warnings": list(self._warnings),
        }

    def _tell(self, *row: Any) -> None:
        if self._journal is not None:
            self._journal(list(row))
