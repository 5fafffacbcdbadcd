"""The addresses that a user's question names as right: whether a result is one, and whether the site has it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_server.library import EVERY_SITE, Library
from mcp_server.pagelookup import nearest_pages
from mcp_server.site import Site
from mcp_server.sitefile import PageEntry, SiteTable


@dataclass(frozen=True, slots=True)
class Unknown:
    """A right address that no page, or with a fragment no passage, of the site has; `nearest` is one it has."""

    url: str
    nearest: str | None


def is_right(url: str, page_url: str, rights: Sequence[str]) -> bool:
    """Whether a passage's `url` (with anchor) on `page_url` is one of `rights`.

    A right address with a fragment asks for that passage, one without for the page; a path will do.
    """
    for right in rights:
        address, _, fragment = right.partition("#")
        if _is_at(page_url, address) and (not fragment or url.endswith("#" + fragment)):
            return True
    return False


def unknown_addresses(library: Library, site: str | None, rights: Sequence[str]) -> list[Unknown]:
    """Those of `rights` that can never be found, in their order. Raises as `Library.site` does."""
    homes: list[Site] = library.sites() if site == EVERY_SITE else [library.site(site)]
    tables = [home.table() for home in homes]
    return [found for right in rights if (found := _looked_up(right, tables)) is not None]


def _looked_up(right: str, tables: Sequence[SiteTable]) -> Unknown | None:
    address, _, fragment = right.partition("#")
    pages = [(table, page) for table in tables for page in table.pages if _is_at(page.url, address)]
    if not pages:
        near = [table.pages[number] for table in tables for number in nearest_pages(address, table.pages)[:1]]
        return Unknown(right, near[0].url if near else None)
    if not fragment:
        return None
    anchors = {anchor: page.url for table, page in pages for anchor in _anchors(table, page)}
    if fragment in anchors:
        return None
    close = difflib.get_close_matches(fragment, anchors, 1)
    return Unknown(right, f"{anchors[close[0]]}#{close[0]}" if close else pages[0][1].url)


def _anchors(table: SiteTable, page: PageEntry) -> list[str]:
    passages = table.passages_at(range(page.first, page.first + page.count))
    return [passage.anchor for passage in passages if passage.anchor]


def _is_at(page_url: str, address: str) -> bool:
    return page_url == address or (address.startswith("/") and page_url.endswith(address))
