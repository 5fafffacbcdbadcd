"""Tools that tell what there is: list_sites and list_pages."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver.tools import Tool
from pydantic import Field

from mcp_server import listing
from mcp_server.library import Library
from mcp_server.results import PagesReply, SitesReply
from mcp_server.tools.arguments import READ_ONLY, PathPrefix, Site, off_loop


def site_tools(library: Library) -> list[Tool]:
    """The tools that list sites and pages of `library`."""

    async def list_sites() -> SitesReply:
        """List the websites that can be searched: host, start URL, number of pages and passages,
        languages, when each was crawled and how long ago that is, and warnings (damaged file, pages
        that did not answer). Call this first when you do not know the sites."""
        return await off_loop(listing.list_sites, library)

    async def list_pages(
        site: Site = None,
        path_prefix: PathPrefix = None,
        limit: Annotated[int, Field(description="Most pages in one reply.", ge=1, le=listing.MOST_PAGES)] = 50,
        cursor: Annotated[
            str | None, Field(description="next_cursor of the reply before, to go on.", max_length=10_000)
        ] = None,
    ) -> PagesReply:
        """List the pages of one site: URL, title, description, number of sections, language, when it
        was fetched. `total` counts all; go on with `next_cursor` until it is null. Read one with
        read_page."""
        return await off_loop(listing.list_pages, library, site, path_prefix, limit, cursor)

    return [
        Tool.from_function(list_sites, title="List sites", annotations=READ_ONLY),
        Tool.from_function(list_pages, title="List pages", annotations=READ_ONLY),
    ]
