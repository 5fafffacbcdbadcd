"""The links of a page for the spider's Rule: those of the document that was read."""

from __future__ import annotations

from scrapy.http import Response
from scrapy.link import Link as ScrapyLink

from sitecrawl.document import read_document
from sitecrawl.document.model import Link


class PageLinks:
    """Takes the links that `response.meta["links"]` holds; reads the page itself when there are none.

    Links marked nofollow are left out.
    """

    def extract_links(self, response: Response) -> list[ScrapyLink]:
        """Absolute links in document order."""
        links: list[Link] | None = response.meta.get("links")
        if links is None:
            links = list(read_document(response.body, response.url, None).links)
        return [ScrapyLink(link.url, link.text) for link in links if not link.nofollow]
