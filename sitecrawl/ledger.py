"""The skip ledger: what happened to every URL that did not become a page, counted under its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

URLS_KEPT = 10_000

Row = list[Any]  # the name of a recording method, then its arguments: one line of a journal


@dataclass
class Skipped:
    """One rule's exact count of URLs and the first 10,000 of them."""

    count: int = 0
    urls: list[str | dict[str, str]] = field(default_factory=list)


class Ledger:
    """Collects skips, failures, warnings, sitemaps and the robots block of one crawl.

    `journal` is told each change as a row that JSON can hold; `replay` takes such rows back
    after a stop. A URL counts once under each rule, however often it is met.
    """

    def __init__(self, journal: Callable[[Row], None] | None = None) -> None:
        self._journal = journal
        self._seen: set[int] = set()
        self._skipped: dict[str, Skipped] = {}
        self._failed: dict[str, dict[str, Any]] = {}
        self._warnings: dict[str, None] = {}
        self._sitemaps: dict[str, dict[str, Any]] = {}
        self._robots: dict[str, Any] = {}

    def skip(self, rule: str, url: str, detail: str | None = None, equals: str | None = None) -> None:
        """Count `url` under `rule`; `detail` says more, `equals` names the page a duplicate equals."""
        key = hash((rule, url))
        if key in self._seen:
            return
        self._seen.add(key)
        entry = self._skipped.setdefault(rule, Skipped())
        entry.count += 1
        if len(entry.urls) < URLS_KEPT:
            more = {name: text for name, text in (("equals", equals), ("detail", detail)) if text}
            entry.urls.append({"url": url, **more} if more else url)
        self._tell("skip", rule, url, detail, equals)

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

    def robots(
        self,
        url: str,
        status: int | None,
        outcome: str,
        asked: float | None = None,
        applied: float | None = None,
    ) -> None:
        """What robots.txt said: `outcome` in words, Crawl-delay asked and applied in seconds."""
        self._robots = {
            "url": url,
            "status": status,
            "outcome": outcome,
            "crawl_delay": {"asked": asked, "applied": applied},
        }
        self._tell("robots", url, status, outcome, asked, applied)

    def replay(self, rows: Iterable[Row]) -> None:
        """Take back what a journal holds, without telling it again. Rows of other kinds are passed over."""
        journal, self._journal = self._journal, None
        try:
            for name, *arguments in rows:
                if name in ("skip", "fail", "answered", "warn", "sitemap", "robots"):
                    getattr(self, name)(*arguments)
        finally:
            self._journal = journal

    def counts(self) -> dict[str, int]:
        """`failed` and `skipped`: how many URLs."""
        return {"failed": len(self._failed), "skipped": sum(entry.count for entry in self._skipped.values())}

    def blocks(self) -> dict[str, Any]:
        """The report's robots, sitemaps, skipped, failed and warnings; rules and URLs in a fixed order."""
        return {
            "robots": self._robots,
            "sitemaps": [self._sitemaps[url] for url in sorted(self._sitemaps)],
            "skipped": {
                rule: {"count": entry.count, "urls": sorted(entry.urls, key=_url_of)}
                for rule, entry in sorted(self._skipped.items())
            },
            "failed": [self._failed[url] for url in sorted(self._failed)],
            "warnings": list(self._warnings),
        }

    def _tell(self, *row: Any) -> None:
        if self._journal is not None:
            self._journal(list(row))


def _url_of(entry: str | dict[str, str]) -> str:
    return entry if isinstance(entry, str) else entry["url"]
