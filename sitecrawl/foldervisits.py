"""What each file of a folder gave in this reading, and what the reading before knew of it."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import formatdate

from sitecrawl.folder import FolderFile, LeftOut, Listing, content_type_of, list_folder, page_url, relative_of
from sitecrawl.folderlinks import FolderLinks
from sitecrawl.folderreading import read_file
from sitecrawl.foldersession import FolderSession
from sitecrawl.frontier.filetype import PDF_ADVICE, PDF_READER_MISSING
from sitecrawl.journal import Journal, PageEvent, event_of, page_of, read_row
from sitecrawl.oldsite import Known, OldSite, read_old_site
from sitecrawl.passages.duplicates import near_key, text_key
from sitecrawl.refresh import Answer, OldPage, Outcome
from sitecrawl.report import utc_now
from sitecrawl.stamp import Stamp

_ALIKE = "symlink"


class FolderVisits:
    """The journal of one reading and the snapshot of the one before."""

    def __init__(self, session: FolderSession) -> None:
        self.session = session
        self.met: dict[str, Outcome] = {}
        self.old = OldSite()
        self.pages: dict[str, int] = {}
        self.events = self.pages
        self.links = FolderLinks(session.start_url, ())
        self.listing = Listing()
        self._journal: Journal | None = None

    @property
    def is_open(self) -> bool:
        """Whether the reading goes on: it was begun and not yet published."""
        return self._journal is not None

    def open(self) -> list[FolderFile]:
        """List the folder and settle what needs no reading; the files that do."""
        session = self.session
        self._journal = Journal(session.paths.journal)
        self._journal.clear()
        self.old = _addressed_now(read_old_site(session.paths), session)
        try:
            self.listing = list_folder(session.root)
        except OSError as error:
            session.end("folder", f"The folder {session.root} cannot be read ({error.strerror}).")
            self._keep([LeftOut("unreadable folder", "", error.strerror)])
            return []
        self.links = FolderLinks(session.start_url, (file.relative for file in self.listing.files))
        self._leave_out()
        changed = [file for file in self.listing.files if not self._take_as_it_was(file)]
        if not self.listing.files:
            session.end("folder", f"The folder {session.root} holds no .md, .mdx, .markdown, .txt or .html file.")
        self._name_other_source()
        return changed

    def finish(self, forget: bool) -> None:
        """The reading is over; it is begun anew the next time, whatever `forget` says."""
        if self._journal is not None:
            self._journal.clear()
            self._journal.close()
        self._journal = None

    def address(self, file: FolderFile) -> str:
        """The page URL of a file."""
        return page_url(self.session.start_url, file.relative)

    def read(self, url: str, body: bytes, file: FolderFile | None) -> PageEvent:
        """What a file says; the very document of the reading before when its bytes are the same."""
        content_type = content_type_of(url) or "text/plain"
        stamp = Stamp.of(file, body, time.time_ns()) if file is not None else None
        known = self.old.known.get(url)
        before = Stamp.read(known.etag) if known is not None else None
        if known is not None and stamp is not None and before is not None and before.digest == stamp.digest:
            return self._as_it_was(known, stamp)
        document = read_file(body, url, content_type, self.links, self.session.settings.region)
        modified = file.mtime_ns / 1e9 if file is not None else None
        return PageEvent(
            asked=url,
            url=url,
            status=200,
            depth=file.depth if file is not None else 0,
            source="file",
            content_type=content_type,
            fetched_at=utc_now(),
            fetched_with="http",  # the format's word for: without a browser
            etag=stamp.etag if stamp is not None else None,
            last_modified=formatdate(modified, usegmt=True) if modified is not None else None,
            document=document,
            index=bool(document.blocks),
            rule=None if document.blocks else document.unread or "no text",
            text_key=text_key(document.blocks),
            near_key=near_key(document.blocks),
            words=sum(len(block.markdown.split()) for block in document.blocks),
            modified_at=document.modified_at or (_iso(modified) if modified is not None else None),
        )

    def record(self, event: PageEvent) -> None:
        """Keep what a file gave. One without text is gone: its bytes are certain."""
        if not event.index:
            self.session.ledger.skip(event.rule or "no text", event.url, event.document.remark)
            self.met[event.url] = Outcome(Answer.GONE)
            return
        if event.document.remark:
            self.session.ledger.warn(f"{event.url}: {event.document.remark}.")
        assert self._journal is not None
        try:
            self.pages[event.url] = self._journal.append(event_of(event))
        except OSError as error:
            self.session.unwritten = error.strerror or str(error)
            return
        self.met[event.url] = Outcome(Answer.NOT_MODIFIED if event.not_modified else Answer.OK)

    def failed(self, file: FolderFile, reason: str) -> None:
        """Keep that a file could not be read: what is known of it stays, marked stale."""
        url = self.address(file)
        self.session.ledger.fail(url, None, reason)
        self.met[url] = self._unread

    def _name_other_source(self) -> None:
        """Why the gate may refuse: the name belongs to another folder, or to a site."""
        before = self.old.arguments.get("path") or self.old.arguments.get("url")
        if self.old.pages and before and before != str(self.session.root):
            self.session.end("folder", f"{self.session.site} was read from {before} before; another name keeps both.")

    def _take_as_it_was(self, file: FolderFile) -> bool:
        known = self.old.known.get(self.address(file))
        stamp = Stamp.read(known.etag) if known is not None else None
        if known is None or stamp is None or not stamp.fits(file):
            return False
        self.record(self._as_it_was(known, stamp))
        return True

    def _as_it_was(self, known: Known, stamp: Stamp) -> PageEvent:
        with self.session.paths.snapshot.open("rb") as file:
            event = page_of(read_row(file, known.offset))
        return replace(event, fetched_at=utc_now(), etag=stamp.etag, not_modified=True)

    def _leave_out(self) -> None:
        base = self.session.start_url
        for left in self.listing.left_out:
            if left.rule == PDF_READER_MISSING:
                self.session.ledger.warn(PDF_ADVICE)
            equals = page_url(base, left.detail) if left.rule == _ALIKE and left.detail else None
            self.session.ledger.skip(
                left.rule, page_url(base, left.relative), None if equals else left.detail, equals=equals
            )
        self._keep(self.listing.closed)
        files = {self.address(file) for file in self.listing.files}
        for url in self.old.pages:
            if url not in files and url not in self.met:
                self.met[url] = Outcome(Answer.GONE)

    def _keep(self, closed: list[LeftOut]) -> None:
        """What stands in folders that cannot be listed is not known to be gone."""
        for left in closed:
            self.session.ledger.fail(page_url(self.session.start_url, left.relative), None, left.detail or left.rule)
            for url in self.old.pages:
                relative = relative_of(self.session.start_url, url) or ""
                if not left.relative or relative.startswith(f"{left.relative}/"):
                    self.met[url] = self._unread

    @property
    def _unread(self) -> Outcome:
        """A page whose file cannot be read keeps what is known, but not under another address."""
        return Outcome(Answer.GONE if self.old.pages and not self.old.places else Answer.FAILED)


def _addressed_now(old: OldSite, session: FolderSession) -> OldSite:
    """The earlier reading's pages; under their new addresses when `base_url` is another one now.

    `refresh=full` knows nothing of what they said.
    """
    before = old.arguments.get("base_url") or f"folder://{session.site}/"
    if "path" in old.arguments and before != session.start_url:
        relatives = {url: relative_of(str(before), url) for url in old.pages}
        pages = {page_url(session.start_url, name): OldPage("") for name in relatives.values() if name is not None}
        return OldSite(pages, {}, {}, old.arguments)
    return replace(old, known={}) if session.arguments.refresh == "full" else old


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
