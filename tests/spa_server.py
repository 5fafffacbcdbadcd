"""Serves a built client-side application as its host would: a path that is no file gets the shell."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.site_server import SiteHandler, SiteServer


class _Handler(SiteHandler):
    def file_of(self, path: str) -> Path | None:
        """The file, else the shell (history-mode fallback), as usual hosts answer, /sitemap.xml too."""
        return super().file_of(path) or self.server.folder / "index.html"


@contextmanager
def serve_application(folder: Path, answers: Mapping[str, object] | None = None) -> Iterator[SiteServer]:
    """A running server of a built application; it is closed at the end."""
    with SiteServer(folder, answers or {}, _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(10)
