"""The end of a reading of a folder."""

from __future__ import annotations

from sitecrawl.crawlstate import CrawlState, Met
from sitecrawl.gate import NOTHING_TO_INDEX, Settlement
from sitecrawl.publishing import Publisher


class FolderPublisher(Publisher):
    """Publishes what the files of a folder gave."""

    def __init__(self, session: CrawlState, visits: Met) -> None:
        super().__init__(session, visits)
        self.base = session.start_url

    def _advice(self, settlement: Settlement) -> str:
        return "Name the folder that holds the documents." if settlement.exit_code == NOTHING_TO_INDEX else ""
