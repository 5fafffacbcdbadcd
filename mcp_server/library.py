"""The sites on disk: which there are, which one a name means, and what is kept in memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from mcp_server.refusals import RefusalError
from mcp_server.site import Site
from mcp_server.sitefile import stamp_of
from mcp_server.sitenames import fitting_sites, nearest, spoken_name
from mcp_server.speech import TOOL, Speech
from mcp_server.visible import one_line
from sitecrawl import passagefile

DEFAULT_LOADED_BYTES = 512 * 1024 * 1024
EVERY_SITE = "*"


class Library:
    """The passage files of one folder; a file that comes, changes or goes is noticed per call.

    At most `loaded_bytes` of passage files have their index in memory at once, and always one.
    `speech` is how its sentences name what to do next; `coming` says why there is nothing
    yet of the site named at start, if so.
    """

    def __init__(self, folder: Path, loaded_bytes: int = DEFAULT_LOADED_BYTES, speech: Speech = TOOL) -> None:
        self.folder = folder
        self.loaded_bytes = loaded_bytes
        self.speech = speech
        self.coming: Callable[[], str | None] = lambda: None
        self._lock = threading.Lock()
        self._sites: dict[str, Site] = {}
        self._used: list[Site] = []

    def sites(self) -> list[Site]:
        """The sites there are now, by name."""
        with self._lock:
            self._sites = {name: self._known(Path(entry.path), entry) for name, entry in self._files().items()}
            return sorted(self._sites.values(), key=lambda site: site.name)

    def site(self, typed: str | None) -> Site:
        """The site that `typed` means; the only one when it is None or empty.

        Raises RefusalError with the candidates when there is none, or more than one.
        """
        sites = self.sites()
        if not sites:
            raise RefusalError(self.nothing_indexed())
        names = [site.name for site in sites]
        if not (typed or "").strip():
            if len(sites) == 1:
                return sites[0]
            said = f"There are {len(sites)} sites. {self.speech.which_site}: {_listed(names)}"
            raise RefusalError(f"{said}; {self.speech.every_site}", names[:20])
        assert typed is not None
        found = fitting_sites(typed, names, self._aliases(sites))
        if len(found) == 1:
            return next(site for site in sites if site.name == found[0])
        said = one_line(typed, 80)
        if found:
            raise RefusalError(
                f"The name {said!r} fits {len(found)} sites: {_listed(found)}. Give one of them.", found[:20]
            )
        close = nearest(spoken_name(typed) or typed, names)
        coming = f" {self.coming() or ''}".rstrip()
        raise RefusalError(f"No site {said!r} is indexed. There is: {_listed(close)}.{coming}", close)

    def nothing_indexed(self) -> str:
        """The sentence for an empty folder."""
        if coming := self.coming():
            return f"Nothing is indexed yet in {self.folder}. {coming}"
        return f"Nothing is indexed yet in {self.folder}. {self.speech.crawl}"

    def use(self, site: Site) -> None:
        """Note that `site` was searched; the ones not used for longest are released beyond the budget."""
        with self._lock:
            here = set(self._sites.values())
            self._used = [site, *(other for other in self._used if other is not site and other in here)]
            held = 0
            for other in filter(lambda used: used.is_loaded, self._used):
                held += other.stamp.size
                if held > self.loaded_bytes and other is not site:
                    other.release()

    def warm(self) -> None:
        """Load what a first question will need: the index of the only site, or just the engine's code."""
        import numpy  # noqa: F401  the slowest of the engine's imports

        sites = self.sites()
        if len(sites) == 1:
            sites[0].searchable()
            self.use(sites[0])

    def _files(self) -> dict[str, os.DirEntry[str]]:
        try:
            with os.scandir(self.folder) as entries:
                return {entry.name: entry for entry in entries if _is_passage_file(entry)}
        except OSError:
            return {}

    def _known(self, path: Path, entry: os.DirEntry[str]) -> Site:
        # stat of the path, not of the directory entry: Windows keeps old sizes there
        try:
            stamp = stamp_of(path.stat())
        except OSError:
            stamp = stamp_of(entry.stat(follow_symlinks=False))
        known = self._sites.get(entry.name)
        return known if known is not None and known.stamp == stamp else Site(path, stamp)

    def _aliases(self, sites: Sequence[Site]) -> dict[str, str]:
        return {spoken_name(typed): site.name for site in sites for typed in site.report().typed}


def _is_passage_file(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(passagefile.SUFFIX) and not entry.name.startswith(".") and entry.is_file()


def _listed(names: Sequence[str], most: int = 10) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
