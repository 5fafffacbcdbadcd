"""The site or folder named at start: crawled behind the handshake when its file is missing or old."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from mcp_server.jobs import Job, Jobs
from mcp_server.library import Library
from mcp_server.publicaddress import crawl_target
from mcp_server.refusals import RefusalError
from mcp_server.sitenames import spoken_name
from mcp_server.sitereport import report_path
from sitecrawl.datafolder import folder_name

logger = logging.getLogger(__name__)

CACHE_SECONDS = 3_600.0
WAIT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be served: a site by its address, or a folder of documents under a name."""

    name: str
    url: str | None = None
    folder: Path | None = None


def wanted_site(url: str) -> Wanted:
    """A site to keep fresh. Raises RefusalError for what is no web address."""
    return Wanted(name=crawl_target(url).partition("/")[0].lower(), url=url)


def wanted_folder(folder: Path) -> Wanted:
    """A folder to serve under its own name. Raises RefusalError when it is none."""
    place = folder.expanduser().absolute()
    if not place.is_dir():
        raise RefusalError(f"{place} is not a folder. Give --folder (or DOCS_DIR) one with Markdown files.")
    return Wanted(name=folder_name(place), folder=place)


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

    def before_call(self) -> None:
        """Wait a little for a first crawl, and try one that failed again. Raises RefusalError when
        there is nothing to serve yet, this site or another: the crawl goes on, or how it failed.
        """
        self.begin()  # a client may send its first call together with the handshake
        with self._lock:
            job = self._job
            if job is None or (self._wanted.folder is None and job.state == "running" and self._file() is not None):
                return
            if job.state in ("failed", "cancelled") and not self._tried_again:
                self._tried_again = True
                job = self._job = self._start()
        job.wait(WAIT_SECONDS)
        if self._file() is None:
            self._tell(job)

    def _tell(self, job: Job) -> None:
        """Say why there is nothing of the site; where other sites are served, in the log alone."""
        name = self._wanted.name
        if job.state == "running":
            said = f"{name} is still being read ({job.fetched} pages). Ask again in a moment."
        else:
            said = job.last_line or f"{name} could not be read."
        if not self._library.sites():
            raise RefusalError(said, [name])
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
