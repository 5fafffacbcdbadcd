"""What the spider hands to the pipeline."""

from __future__ import annotations

from dataclasses import dataclass

from sitecrawl.document.model import Document
from sitecrawl.journal import PageEvent


@dataclass(frozen=True, slots=True)
class PageItem:
    """One page that answered, read; `redirects` are the hops that led to it, address and status."""

    event: PageEvent
    redirects: list[tuple[str, int]]

    @property
    def document(self) -> Document:
        """What the page says."""
        return self.event.document
