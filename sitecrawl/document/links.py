"""Links of a page, for the crawl: everything that leads to another address."""

from __future__ import annotations

from sitecrawl.document.characters import one_line
from sitecrawl.document.extent import all_text
from sitecrawl.document.model import Link
from sitecrawl.document.tree import PageTree

_LONGEST_TEXT = 200


def collect_links(tree: PageTree) -> tuple[Link, ...]:
    """Links and frames of the whole page in document order, resolved against its base."""
    links: list[Link] = []
    resolve = tree.addresses.resolve_web
    for element in tree.root.iter("a", "area", "frame"):
        url = resolve(element.get("src") if element.tag == "frame" else element.get("href"))
        if url is None:
            continue
        text = one_line(all_text(element) if len(element) else element.text)
        text = text or one_line(element.get("aria-label") or element.get("title") or element.get("alt"))
        rel = element.get("rel")
        links.append(Link(url, text[:_LONGEST_TEXT], rel is not None and "nofollow" in rel.lower().split()))
    return tuple(links)
