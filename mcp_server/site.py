"""One site on disk: loaded when first asked for, again when its file changes."""

from __future__ import annotations

import hashlib
import sys
import threading
from pathlib import Path

from mcp_server.engine import Engine, build_engine, open_engine
from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.sitefile import SiteTable, Stamp, read_table, stamp_of
from mcp_server.sitereport import SiteReport, read_report, report_path
from mcp_server.tablestore import load_table, save_table
from sitecrawl import passagefile
from sitecrawl.errors import PassageFileError

INDEX_FOLDER = ".index"


class Site:
    """A passage file, its table and its engine. Safe to use from several threads.

    `name` is `host` or `host:port`; `broken` is the sentence that says why nothing of the file
    can be served, or None.
    """

    def __init__(self, path: Path, stamp: Stamp) -> None:
        self.path = path
        self.stamp = stamp
        self.name = _site_name(path)
        self.broken: str | None = None
        self._lock = threading.RLock()
        self._table: SiteTable | None = None
        self._engine: Engine | None = None
        self._report: tuple[Stamp | None, SiteReport] | None = None

    @property
    def stem(self) -> str:
        """The file's name without its suffix."""
        return self.path.name.removesuffix(passagefile.SUFFIX)

    @property
    def is_loaded(self) -> bool:
        """Whether the engine is in memory."""
        return self._engine is not None

    def table(self) -> SiteTable:
        """The pages and passages. Raises RefusalError when nothing of the file can be served."""
        with self._lock:
            if self._table is None:
                self._load(with_engine=False)
            assert self._table is not None
            return self._table

    def searchable(self) -> tuple[SiteTable, Engine]:
        """The table and the engine of the same version of the file; raises as `table` does."""
        with self._lock:
            if self._engine is None:
                self._load(with_engine=True)
            assert self._table is not None
            assert self._engine is not None
            return self._table, self._engine

    def release(self) -> None:
        """Give the engine's memory back; the next search loads it again."""
        with self._lock:
            self._engine = None

    def report(self) -> SiteReport:
        """The crawl report, read again when it changed."""
        try:
            stamp = stamp_of(report_path(self.path).stat())
        except OSError:
            stamp = None
        if self._report is None or self._report[0] != stamp:
            self._report = (stamp, read_report(self.path))
        return self._report[1]

    def _load(self, *, with_engine: bool) -> None:
        if self.broken:
            raise RefusalError(self.broken)
        try:
            self._read(with_engine)
        except PassageFileError as error:
            self.broken = str(error)
            print(self.broken, file=sys.stderr, flush=True)  # noqa: T201  stderr is the operator's place
            raise RefusalError(self.broken, told=True) from None
        except FileNotFoundError:
            raise SiteChangedError(f"{self.path} is gone. Crawl the site again.") from None
        except OSError as error:
            raise RefusalError(
                f"{self.path} cannot be read: {error.strerror or error}. Mend its permissions."
            ) from None

    def _read(self, with_engine: bool) -> None:
        stamp = stamp_of(self.path.stat())
        table = self._table if self._table is not None and self._table.stamp == stamp else None
        kept, digest = self.path.parent / INDEX_FOLDER / self.stem, _digest(self.path)
        engine = open_engine(kept, digest) if with_engine else None
        if table is None:
            table = load_table(self.path, stamp, kept, digest)
        if table is None or (with_engine and engine is None):
            table, passages = read_table(self.path)
            if with_engine and engine is None:
                engine = build_engine(passages, cache=kept, digest=digest)
            for _ in passages:  # fills the table where no engine has
                pass
            save_table(table, kept, digest)
        if stamp_of(self.path.stat()) != stamp:
            raise SiteChangedError(f"{self.path} changed while it was read. Ask again.")
        if self._table is None or self._table.stamp != stamp:
            for warning in table.warnings():
                print(warning, file=sys.stderr, flush=True)  # noqa: T201  as above
        self._table, self._engine = table, engine or self._engine


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _site_name(path: Path) -> str:
    """The site as its first line names it; as the file's name does where the line is no help."""
    stem = path.name.removesuffix(passagefile.SUFFIX)
    try:
        with path.open("rb") as file:
            record = passagefile.decode(file.readline(1 << 20), str(path))
        name = passagefile.site_name(record.url)
    except (OSError, PassageFileError, ValueError, RecursionError):
        return passagefile.site_of_stem(stem)
    return name if passagefile.file_stem(name) == stem else passagefile.site_of_stem(stem)
