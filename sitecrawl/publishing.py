"""The end of a crawl: what is decided, written and reported. Whole files or none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC
from types import MappingProxyType

from sitecrawl.assembly import Assembly
from sitecrawl.crawlstate import CrawlState, Met
from sitecrawl.gate import NO_PAGE, RobotsState, Settlement, narrowed, settle
from sitecrawl.journal import PageEvent
from sitecrawl.oldsite import OldRecords
from sitecrawl.passagefile import PageRecords, write
from sitecrawl.refresh import Fate, Outcome, Verdict
from sitecrawl.report import Report, build_report, utc_now, write_report
from sitecrawl.session import Closing
from sitecrawl.snapshot import part_of, write_snapshot
from sitecrawl.summary import Facts


class Publisher:
    """Puts the site together, settles it against the earlier file and publishes what the gate lets through.

    `base` is what the ids of passages leave out of their pages' addresses; the origin when it is None.
    `twins` are pages with a Markdown form: see `Assembly`.
    """

    base: str | None = None
    twins: Mapping[str, int] = MappingProxyType({})

    def __init__(self, session: CrawlState, visits: Met) -> None:
        self.session: CrawlState = session
        self.visits: Met = visits
        self.written = 0

    def close(self, reason: str) -> Closing:
        """Everything that happens once the spider is done; `reason` is Scrapy's finish reason."""
        self._wind_up(self._stopped(reason) is not None)
        try:
            settlement = self._publish(reason)
        except OSError as error:
            self.session.unwritten = error.strerror or str(error)
            settlement = self._settle({}, reason)
        return self._tell(settlement, reason)

    def _publish(self, reason: str) -> Settlement:
        session = self.session
        stopped = self._stopped(reason) is not None
        assembly = Assembly(
            session.paths.journal,
            {} if stopped else self.visits.pages,
            self.visits.met,
            session.ledger,
            session.settings.sizes,
            session.site,
            session.start_url,
            self._unwanted,
            self.visits.old.pages,
            self.base,
            self.twins,
            {} if stopped else self.visits.events,
        )
        with closing(assembly):
            assembly.gather()
            settlement = self._settle(assembly.met, reason)
            self._store(settlement, assembly)
        return settlement

    def _stopped(self, reason: str) -> str | None:
        """Why the crawl ended before its end, in a sentence, or None."""
        session = self.session
        if session.unwritten is not None:
            return f"{session.folder} takes no more ({session.unwritten}). Make room."
        return None if reason == "finished" else f"The crawl was stopped ({reason}) before its end."

    def _settle(self, met: Mapping[str, Outcome], reason: str) -> Settlement:
        arguments = self.session.arguments
        ending = self.session.ending
        robots: RobotsState = "read"
        if ending is not None and ending.kind == "unreachable":
            robots = "unreachable"
        elif ending is not None and ending.kind == "no connection":
            robots = "no connection"
        settlement = settle(
            self.visits.old.pages,
            met,
            full=arguments.refresh == "full",
            force=arguments.force,
            robots=robots,
            stopped=self._stopped(reason),
            cause=ending.sentence if ending else None,
            rendered=arguments.as_given().get("render", "never") != "never",
            narrower=narrowed(self.visits.old.arguments, arguments.as_given()),
        )
        return replace(settlement, sentence=self._why_no_page()) if settlement.sentence == NO_PAGE else settlement

    def _why_no_page(self) -> str:
        """Why the crawl found no page, in a sentence."""
        return NO_PAGE

    def _store(self, settlement: Settlement, assembly: Assembly) -> None:
        paths = self.session.paths
        if settlement.withdraw:
            os.replace(paths.passages, paths.withdrawn)
        if not settlement.publish:
            return
        urls = [url for url, verdict in settlement.pages.items() if verdict.in_file]
        try:
            snapshot = write_snapshot(paths, [*urls, *self._remembered()], self.visits.events)
            write(paths.passages, self._file(settlement, assembly, OldRecords(paths.passages)))
            os.replace(snapshot, paths.snapshot)
        finally:
            for path in (paths.passages, paths.snapshot):
                part_of(path).unlink(missing_ok=True)

    def _file(self, settlement: Settlement, assembly: Assembly, old: OldRecords) -> Iterator[PageRecords]:
        for url in sorted(settlement.pages):
            verdict = settlement.pages[url]
            if not verdict.in_file:
                continue
            if verdict.fate in {Fate.NEW, Fate.CHANGED}:
                records = assembly.records(url)
            else:
                records = self._earlier(url, verdict, assembly, old)
            self.written += len(records.passages)
            yield records

    def _earlier(self, url: str, verdict: Verdict, assembly: Assembly, old: OldRecords) -> PageRecords:
        records = old.get(url)
        page = replace(records.page, stale=verdict.stale)
        if verdict.fate is Fate.UNCHANGED and url in assembly.pages:
            fresh = assembly.event_of(url)
            page = replace(
                page,
                fetched_at=fresh.fetched_at,
                etag=fresh.etag,
                last_modified=fresh.last_modified,
                depth=fresh.depth,
                source=fresh.source,
                near_group=assembly.group_of(url),
                twin_url=assembly.twin_of(url),
            )
        return PageRecords(page, records.passages)

    def _wind_up(self, stopped: bool) -> None:
        """What is still to be noted before the pages are put together."""

    def _remembered(self) -> Iterable[str]:
        """Pages that are not in the file and whose last words are kept all the same."""
        return ()

    def _unwanted(self, event: PageEvent) -> str | None:
        """The rule that leaves a page out of the file after all, or None."""
        return None

    def _advice(self, settlement: Settlement) -> str:
        """The next step, when the usual one for the exit code does not fit."""
        return ""

    def _tell(self, settlement: Settlement, reason: str) -> Closing:
        session = self.session
        stopped = self._stopped(reason) is not None
        for sentence in settlement.warnings:
            session.ledger.warn(sentence)
        report = build_report(
            session.ledger,
            start_url=session.start_url,
            arguments=session.arguments.as_given(),
            started_at=session.started_at.astimezone(UTC).isoformat(timespec="seconds"),
            finished_at=utc_now(),
            finish_reason=reason if settlement.publish else settlement.sentence,
            published=settlement.publish,
            user_agent=session.settings.user_agent,
            counts=settlement.counts,
        )
        self._write_report(report)
        facts = Facts(
            site=session.site,
            file=str(session.paths.passages),
            reason=settlement.sentence if not settlement.publish else "",
            pages=settlement.counts.get("indexed", 0),
            passages=self.written,
            earlier=bool(self.visits.old.pages),
            withdrawn=settlement.withdraw,
            advice="Give the same command again to go on." if stopped else self._advice(settlement),
        )
        self.visits.finish(forget=not stopped)
        return Closing(settlement.exit_code, facts, report, self.written)

    def _write_report(self, report: Report) -> None:
        try:
            write_report(self.session.paths.report, report)
        except OSError as error:
            self.session.ledger.warn(f"The report could not be written: {error}.")
        finally:
            part_of(self.session.paths.report).unlink(missing_ok=True)
