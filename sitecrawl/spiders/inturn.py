"""A spider whose pages are dealt with in the order in which they were asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy.http import Response
from scrapy.spiders import CrawlSpider

from sitecrawl.turns import Turns


class InTurn(CrawlSpider):
    """`PageBudget` numbers the pages; a callback awaits `turns.wait` once it has read one."""

    turns: Turns

    async def parse_with_rules(self, response: Response, *given: Any, **options: Any) -> AsyncIterator[Any]:
        """A page and its links, in the page's turn."""
        try:
            async for result in super().parse_with_rules(response, *given, **options):
                yield result
        finally:
            self.turns.done(response.meta.get("turn"))
