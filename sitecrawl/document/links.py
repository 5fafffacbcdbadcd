"""Links of a page, for the crawl: everything that leads to another address."""

from __future__ import annotations

from sitecrawl.document.characters import one_line
from sitecrawl.document.extent import all_text
from sitecrawl.document.model import Link
from sitecrawl.document.tree import PageTree

_LONGEST_TEXT = 200
# link relations that name a file which browsers fetch with the page
_FETCHED = frozenset(
    {"stylesheet", "icon", "shortcut", "apple-touch-icon", "preload", "manifest", "search", "mask-icon"}
)


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


def collect_resources(tree: PageTree) -> tuple[str, ...]:
    """Files that the page is made of and that are no pages: images, scripts, styles, media; each address once."""
    resolve = tree.addresses.resolve_web
    found: dict[str, None] = {}
    for element in tree.root.iter(
        "img", "script", "source", "video", "audio", "embed", "object", "link", "iframe", "track"
    ):
        if element.tag == "link" and not _FETCHED.intersection((element.get("rel") or "").lower().split()):
            continue
        for name in ("src", "href", "data", "poster"):
            url = resolve(element.get(name))
            if url is not None:
                found[url.partition("#")[0]] = None
    return tuple(found)
