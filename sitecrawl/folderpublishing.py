"""The end of a reading of a folder."""

from __future__ import annotations

from sitecrawl.gate import NOTHING_TO_INDEX, Settlement
from sitecrawl.publishing import Publisher


class FolderPublisher(Publisher):
    """Publishes what the files of a folder gave."""

    def _advice(self, settlement: Settlement) -> str:
        return "Name the folder that holds the documents." if settlement.exit_code == NOTHING_TO_INDEX else ""
