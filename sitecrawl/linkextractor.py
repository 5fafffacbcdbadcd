"""The links of a page for the spider's Rule: those of the document that was read."""

from __future__ import annotations

from scrapy.http import Response
from scrapy.link import Link

from sitecrawl.document import read_document
from sitecrawl.journal import PageEvent


class PageLinks:
    """Takes the links from the page event of a response; reads the page itself when there is none.

    Links marked nofollow are left out, and all of them where the page says nofollow.
    """

    def extract_links(self, response: Response) -> list[Link]:
        """Absolute links in document order."""
        event: PageEvent | None = response.meta.get("event")
        if event is not None and not event.follow:
            return []
        document = event.document if event else read_document(response.body, response.url, None)
        return [Link(link.url, link.text) for link in document.links if not link.nofollow]
