"""The site or folder named at start: crawled behind the handshake when its file is missing or old."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mcp_server.jobs import Job, Jobs
from mcp_server.library import Library
from mcp_server.refusals import RefusalError
from mcp_server.sitenames import fitting_sites, spoken_name
from mcp_server.sitereport import report_path
from mcp_server.wanted import Wanted

logger = logging.getLogger(__name__)

CACHE_SECONDS = 3_600.0
WAIT_SECONDS = 20.0
PROGRESS_SECONDS = 2.0
# they say themselves what is on its way, or do not ask the crawled sites at all
_NEED_NOTHING = frozenset({"list_sites", "crawl_site", "crawl_status", "cancel_crawl", "fetch_doc_content"})


class Upkeep:
    """Starts the crawl of what is wanted, and again at the next call when it failed."""

    def __init__(self, wanted: Wanted, library: Library, jobs: Jobs, cache_seconds: float = CACHE_SECONDS) -> None:
        self._wanted = wanted
        self._library = library
        self._jobs = jobs
        self._cache_seconds = cache_seconds
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._begun = self._tried_again = False
        self._told = ""
        library.coming = self.coming

    def begin(self) -> None:
        """Crawl, once, if the file is missing or older than the cache allows; a folder is read each time."""
        with self._lock:
            if self._begun:
                return
            self._begun = True
            if self._wanted.folder is None and self._is_fresh():
                return
            try:
                self._job = self._start()
            except (OSError, RefusalError) as error:
                logger.warning("%s cannot be read: %s", self._wanted.name, error)

    def before_call(self, tool: str = "", arguments: Mapping[str, Any] = MappingProxyType({}),
                    progress: Callable[[int, str], None] = lambda done, sentence: None) -> None:  # fmt: skip
        """Try a crawl that failed again, and wait a little for a first one, where `tool` needs it.

        Meanwhile `progress` is told pages and a sentence every two seconds. Raises RefusalError when
        there is nothing to serve yet, this site or another: the crawl goes on, or how it failed.
        """
        self.begin()  # a client may send its first call together with the handshake
        with self._lock:
            job = self._job
            if job is None or (self._wanted.folder is None and job.state == "running" and self._file() is not None):
                return
            if job.state in ("failed", "cancelled") and self._may_try_again(job):
                job = self._job = self._start()
        if tool in _NEED_NOTHING or self._asks_another(arguments):
            return
        for _ in range(int(WAIT_SECONDS / PROGRESS_SECONDS)):
            if job.wait(PROGRESS_SECONDS) and not (job.is_kept_out and self._file() is None):
                break
            if job.is_kept_out:
                time.sleep(PROGRESS_SECONDS)
            progress(job.fetched, self._state(job).partition(";")[0])
        if self._file() is None:
            self._tell(job)

    def coming(self) -> str | None:
        """Why there is nothing yet, or nothing new, of what is wanted: it is being read, or could not be."""
        job = self._job
        if job is None:
            return None
        if self._file() is None:
            return self._state(job)
        failed = job.state == "failed" and not job.is_kept_out
        return f"{self._wanted.name} is as it was read before: {self._state(job)}" if failed else None

    def _may_try_again(self, job: Job) -> bool:
        """Once after a failure; and for as long as another process that kept us out has made no file."""
        if job.is_kept_out:
            return self._file() is None
        tried, self._tried_again = self._tried_again, True
        return not tried

    def _state(self, job: Job) -> str:
        name = self._wanted.name
        if job.state == "running" or job.is_kept_out:
            by = " by another process" if job.is_kept_out else f", {job.fetched} pages so far"
            return f"{name} is being read{by}; it can be searched when that is done. Ask again in a minute."
        return job.last_line or f"{name} could not be read."

    def _asks_another(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a call names a site that is there."""
        typed = arguments.get("site")
        names = [site.name for site in self._library.sites()]
        return (
            isinstance(typed, str)
            and bool(fitting_sites(typed, names, {}))
            and not fitting_sites(typed, [self._wanted.name], {})
        )

    def _tell(self, job: Job) -> None:
        """Say why there is nothing of the site; where other sites are served, in the log alone."""
        said = self._state(job)
        if not self._library.sites():
            raise RefusalError(said, [self._wanted.name])
        if self._told != said:
            self._told = said
            logger.warning("%s", said)

    def _start(self) -> Job:
        if self._wanted.folder is not None:
            return self._jobs.start_folder(self._wanted.folder, self._wanted.name)
        assert self._wanted.url is not None
        return self._jobs.start_typed(self._wanted.url)

    def _file(self) -> Path | None:
        wanted = self._wanted.name.removeprefix("www.")
        for site in self._library.sites():
            names = [site.name, *map(spoken_name, site.report().typed)]
            if wanted in [name.removeprefix("www.") for name in names]:
                return site.path
        return None

    def _is_fresh(self) -> bool:
        file = self._file()
        if file is None:
            return False
        # a crawl that found everything unchanged leaves the file as it is and writes its report
        times = [place.stat().st_mtime for place in (file, report_path(file)) if place.is_file()]
        return time.time() - max(times, default=0.0) < self._cache_seconds
