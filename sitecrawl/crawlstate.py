"""What publishing needs to know of a crawl, whatever it crawled."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from sitecrawl.ledger import Ledger
from sitecrawl.oldsite import OldSite
from sitecrawl.refresh import Outcome
from sitecrawl.session import Ending, SessionSettings
from sitecrawl.sitepaths import SitePaths


class Arguments(Protocol):
    """Checked arguments of a spider."""

    @property
    def refresh(self) -> str:
        """`auto`, or `full`: the file is built from this crawl alone."""

    @property
    def force(self) -> bool:
        """Whether to publish past the gate."""

    def as_given(self) -> dict[str, Any]:
        """The arguments as the report keeps them."""


class CrawlState(Protocol):
    """One crawl of one site: `folder` is the data folder."""

    folder: Path
    settings: SessionSettings
    started_at: datetime
    ledger: Ledger
    ending: Ending | None
    unwritten: str | None
    start_url: str
    site: str

    @property
    def arguments(self) -> Arguments:
        """What was asked for."""

    @property
    def paths(self) -> SitePaths:
        """The site's files in the data folder."""


class Met(Protocol):
    """The crawl before, what each address answered, and pages with their offset in the journal: those
    that may be indexed (`pages`) and all that were read (`events`).
    """

    old: OldSite
    met: dict[str, Outcome]
    pages: dict[str, int]
    events: dict[str, int]

    def finish(self, forget: bool) -> None:
        """The crawl is over."""
