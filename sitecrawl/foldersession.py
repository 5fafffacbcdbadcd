"""One reading of one folder: what its components share."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sitecrawl.folderarguments import FolderArguments
from sitecrawl.ledger import Ledger
from sitecrawl.session import Closing, Ending, SessionSettings
from sitecrawl.sitepaths import SitePaths


class FolderSession:
    """The state that spider, middleware and pipeline share; made anew for each reading of `watch=1`.

    `folder` is the data folder, `root` the folder that is read.
    """

    def __init__(self, arguments: FolderArguments, folder: Path, settings: SessionSettings) -> None:
        self.arguments = arguments
        self.folder = folder
        self.settings = settings
        self.started_at = datetime.now(UTC)
        self.ledger = Ledger()
        self.ending: Ending | None = None
        self.unwritten: str | None = None  # why the disk took no more
        self.closing: Closing | None = None
        self.site = arguments.site
        self.start_url = arguments.base
        self.root = arguments.path

    @property
    def paths(self) -> SitePaths:
        """The files of this folder's site in the data folder."""
        return SitePaths(self.folder, self.site)

    def end(self, kind: str, sentence: str) -> None:
        """Decide how it ends; the first decision holds."""
        if self.ending is None:
            self.ending = Ending(kind, sentence)
