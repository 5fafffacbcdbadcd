"""Pages are read off the reactor once reading would hold up fetching: a pool of processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from sitecrawl.document import read_document
from sitecrawl.document.model import Document
from sitecrawl.document.pdf import is_pdf
from sitecrawl.passages.duplicates import text_keys

_LEAST_PAGES = 20
_BUSY_SHARE = 0.25
_WATCH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page's document with the keys of its text and its number of words: see `passages.duplicates`."""

    document: Document
    text_key: str
    near_key: int
    words: int


def read_body(body: bytes, url: str, content_type: str | None, region: str) -> ReadPage:
    """Read a page and take its keys: all that costs time, in one call."""
    document = read_document(body, url, content_type, region)
    blocks = document.blocks
    return ReadPage(document, *text_keys(blocks), sum(len(block.markdown.split()) for block in blocks))


class DocumentPool:
    """Reads pages in this process while that is a small part of the crawl's time, in worker processes after.

    A polite crawl reads a page a second and never starts a worker; a fast one uses `workers` cores.
    """

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, min(os.cpu_count() or 1, 4))
        self._pool: ProcessPoolExecutor | None = None
        self._began = time.monotonic()
        self._pages = 0
        self._busy = 0.0

    async def read(self, body: bytes, url: str, content_type: str | None, region: str) -> ReadPage:
        """The page as `read_body` gives it."""
        # a PDF of a thousand pages takes a minute
        if self._pool is None and (is_pdf(body) or self._is_busy()):
            self._pool = self._start()
        if self._pool is None:
            return self._here(body, url, content_type, region)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool, read_body, body, url, content_type, region)
        except BrokenProcessPool:
            # a worker was killed (out of memory, say): the page is read here, the next ones by new workers
            self.close()
            return self._here(body, url, content_type, region)

    def close(self) -> None:
        """Stop the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _here(self, body: bytes, url: str, content_type: str | None, region: str) -> ReadPage:
        start = time.monotonic()
        try:
            return read_body(body, url, content_type, region)
        finally:
            self._pages += 1
            self._busy += time.monotonic() - start

    def _is_busy(self) -> bool:
        elapsed = time.monotonic() - self._began
        return self._pages >= _LEAST_PAGES and self._busy > _BUSY_SHARE * elapsed

    def _start(self) -> ProcessPoolExecutor:
        # fork would copy the reactor's threads and sockets into the workers
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_begin_work, initargs=(os.getpid(),))


def _begin_work(parent: int) -> None:
    """In a worker: Ctrl-C is the crawl's to handle, and a crawl that was killed leaves no workers behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(0)
