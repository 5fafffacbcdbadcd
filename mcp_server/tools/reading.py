"""Tools that read on: read_page and read_section."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver.tools import Tool
from pydantic import Field

from mcp_server import reading
from mcp_server.library import Library
from mcp_server.results import PageReply, SectionReply
from mcp_server.tools.arguments import READ_ONLY, Offset, Site, off_loop


def reading_tools(library: Library) -> list[Tool]:
    """The tools that read pages and sections of `library`."""

    async def read_page(
        page: Annotated[
            str,
            Field(description="URL, path, end of a path, title or name of the page.", min_length=1, max_length=3000),
        ],
        site: Site = None,
        offset: Offset = 0,
        max_chars: Annotated[
            int, Field(description="Most characters of Markdown.", ge=1, le=reading.MOST_CHARACTERS)
        ] = reading.PAGE_CHARACTERS,
    ) -> PageReply:
        """Read a page as Markdown, with its headings (each with the section id that read_section takes),
        description and JSON-LD facts (organisation, product, opening hours …). A long page comes in
        parts: go on with `next_offset` until it is null; the parts joined are the page exactly. An
        unknown page is an error whose candidates are page URLs."""
        return await off_loop(reading.read_page, library, page, site, offset, max_chars)

    async def read_section(
        id: Annotated[str, Field(description="Id of a search result or heading.", min_length=1, max_length=3000)],
        offset: Offset = 0,
    ) -> SectionReply:
        """Read one whole section by the id of a search result (example.com/returns#refunds), with its
        heading path and the ids of the section before and after it. Use it when a result's text is a
        piece of a longer section."""
        return await off_loop(reading.read_section, library, id, offset)

    return [
        Tool.from_function(read_page, title="Read a page", annotations=READ_ONLY),
        Tool.from_function(read_section, title="Read a section", annotations=READ_ONLY),
    ]
