"""Pages as resources: listed, read as Markdown, and completed as one types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from mcp_server.cursors import last_url_of, make_cursor
from mcp_server.library import Library
from mcp_server.pageuri import page_uri, parse_page_uri, uri_path
from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.sections import page_markdown, sections_of
from mcp_server.site import Site
from mcp_server.sitefile import PageEntry
from mcp_server.visible import one_line

PAGES_AT_ONCE = 100
_LISTING = "resources"


@dataclass(frozen=True, slots=True)
class PageResource:
    """A page as a resource; `markdown` is None where it is only listed."""

    uri: str
    site: str
    page: PageEntry
    markdown: str | None = None


def list_resources(library: Library, cursor: str | None) -> tuple[list[PageResource], str | None]:
    """Pages of all sites in order, from `cursor` on, and the next cursor. Raises RefusalError."""
    pages = _all_pages(library)
    if cursor is not None:
        last = last_url_of(cursor, _LISTING, None)
        if last is None:
            raise RefusalError("The cursor was not given out by this server. Leave it out to begin.")
        for resource in pages:
            if resource.uri == last:
                break
    found = list(islice(pages, PAGES_AT_ONCE + 1))
    more = make_cursor(_LISTING, None, found[PAGES_AT_ONCE - 1].uri) if len(found) > PAGES_AT_ONCE else None
    return found[:PAGES_AT_ONCE], more


def read_resource(library: Library, uri: str) -> PageResource:
    """The page of a resource URI. Raises RefusalError when there is none."""
    parsed = parse_page_uri(uri)
    if parsed is None:
        raise RefusalError(f"{one_line(uri, 200)} is no page of a site: site://HOST/PATH is.")
    site = library.site(parsed[0])
    table = site.table()
    for page in table.pages:
        if _path(page.url) == parsed[1]:
            sections = sections_of(table.passages_at(range(page.first, page.first + page.count)))
            return PageResource(page_uri(site.name, page.url), site.name, page, page_markdown(page.title, sections))
    raise RefusalError(f"No page {one_line(parsed[1], 200)} on {site.name}. resources/list and list_pages list them.")


def complete_host(library: Library, typed: str) -> list[str]:
    """Sites whose name begins with `typed`, then those that hold it."""
    return _completed([site.name for site in library.sites()], typed.lower())


def complete_path(library: Library, host: str | None, typed: str) -> list[str]:
    """Paths of the template for pages of `host` that begin with `typed`, then those that hold it."""
    try:
        pages = library.site(host).table().pages
    except (RefusalError, SiteChangedError):
        return []
    return _completed([uri_path(page.url) for page in pages], typed)


def uris_of(site: Site) -> list[str]:
    """The URIs of all pages of a site; none when it cannot be read."""
    try:
        return [page_uri(site.name, page.url) for page in site.table().pages]
    except (RefusalError, SiteChangedError):
        return []


def _all_pages(library: Library) -> Iterator[PageResource]:
    for site in library.sites():
        try:
            pages = site.table().pages
        except (RefusalError, SiteChangedError):
            continue  # a broken file is told of by list_sites
        for page in pages:
            yield PageResource(page_uri(site.name, page.url), site.name, page)


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _completed(names: list[str], typed: str) -> list[str]:
    begin = [name for name in names if name.startswith(typed)]
    return begin + [name for name in names if typed in name and not name.startswith(typed)]
