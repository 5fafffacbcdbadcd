"""A crawl that runs in the background while the test holds one page of its site back."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.crawl_run import FAST, ROOT, environment
from tests.site_server import Answer, SiteServer

SECONDS = 60


class HeldPage:
    """Lets the server answer everything but `target`, until `let_go`."""

    def __init__(self, site: SiteServer, target: str) -> None:
        self._reached, self._free = threading.Event(), threading.Event()
        answer_for = site.answer_for

        def held(asked: str) -> Answer | None:
            if asked == target:
                self._reached.set()
                self._free.wait(SECONDS)
            return answer_for(asked)

        site.answer_for = held  # type: ignore[method-assign]

    def wait(self) -> None:
        """Until the crawl asks for the page."""
        assert self._reached.wait(SECONDS), "the crawl never asked for the page"

    def let_go(self) -> None:
        """Answer it now, and at once from now on."""
        self._free.set()


@contextmanager
def crawl_held_at(
    site: SiteServer, target: str, data: Path, *options: str
) -> Iterator[tuple[subprocess.Popen[str], HeldPage]]:
    """`scrapy crawl site` of the whole site, held at `target`; the page is let go at the end, the crawl ended."""
    page = HeldPage(site, target)
    settings = {**FAST, "SITECRAWL_DATA_DIR": str(data)}
    given = ["-a", f"url={site.base}", *(part for name in settings for part in ("-s", f"{name}={settings[name]}"))]
    crawl = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "crawl", "site", *given, *options],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with crawl:
        try:
            page.wait()
            yield crawl, page
        finally:
            page.let_go()
            if crawl.poll() is None:
                crawl.kill()
