"""The stages of a crawl: what follows when nothing is left to ask for."""

from __future__ import annotations

from sitecrawl.admission import Admitted
from sitecrawl.discovery import Discovery
from sitecrawl.llms.fullpages import FullPages
from sitecrawl.llms.twins import Twins
from sitecrawl.visits import Visits


def next_stage(discovery: Discovery, twins: Twins, full_pages: FullPages, visits: Visits) -> list[str]:
    """Put the next stage's pages in the queue, if there is one; returns the lists to ask for before more is decided.

    Unlisted links where the sitemap looks incomplete, Markdown forms that pages name, full texts
    where pages gave none, and at last the pages of the earlier file that were not met.
    """
    if discovery.waiting or discovery.widen() or twins.widen():
        return []
    full_texts = full_pages.wanted()
    if not full_texts:
        full_pages.record()
        for url in visits.still_to_ask():
            depth, source = visits.old.places[url]
            discovery.wait(Admitted(url, depth, source, None, 0, again=True))
    return full_texts
