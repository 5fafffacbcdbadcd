"""What a live crawl streams: one JSON object a line, in the order in which things happen.

- `{"kind": "root", "url", "normalized"}`: the root as it is asked for, again when http follows https
- `{"kind": "asked", "url", "depth", "order"}`: a page was asked for; its place in the reply
- `{"kind": "page", "url", "finalUrl", "key", "depth", "order", "status", "title", "description",
  "canonicalUrl", "headings", "content", "contentLength", "fetchedWith", "shell", "links", "linksLeftOut",
  "whole", "notes"}`: it was read; `shell` tells that a browser would have to assemble it, `linksLeftOut` counts
  the links beyond MOST_LINKS, `whole` is false where a browser should have given more; `notes` are about it
- `{"kind": "so_far", …}`: the same, for a page that the browser is asked for: what HTTP gave, should time run out
- `{"kind": "known", "key", "url", "depth", "order"}`: it was known before and is not asked for again
- `{"kind": "same", "order"}`: it leads to a page that is asked for on its own, or its refusal is only counted
- `{"kind": "error", "url", "depth", "order", "error", "status"}`: it gave nothing
- `{"kind": "http_only", "why"}`: `render` is auto and there is no browser, for this reason
- `{"kind": "note", "text"}`: a sentence for the reader
- `{"kind": "refused", "error"}`: the crawl cannot begin; nothing else follows
- `{"kind": "end", "left_out", "refusals"}`: all is done; pages found beyond max_pages, refusals not listed
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scrapy.crawler import Crawler

from sitecrawl.document.model import Document

MOST_CONTENT = 50_000  # characters; the tool's largest contentLimit
MOST_LINKS = 500


@dataclass(frozen=True, slots=True)
class LiveRow:
    """What the spider hands to the pipeline: a row, and the document of a page that was read."""

    row: dict[str, Any]
    document: Document | None = None


class StreamRows:
    """Writes each row as it comes."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StreamRows:
        """Made by Scrapy from ITEM_PIPELINES."""
        return cls(crawler)

    def process_item(self, item: LiveRow) -> LiveRow:
        """Write it."""
        self.crawler.spider.session.write(item.row)  # type: ignore[union-attr]
        return item
