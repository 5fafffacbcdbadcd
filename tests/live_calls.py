"""Calls of fetch_doc_content in memory, against sites on loopback."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

from mcp import Client

from mcp_server.environment import ServerSettings
from mcp_server.library import Library
from mcp_server.server import build_server

NO_BROWSER = "/no/such/browser"
SECONDS = 120


@asynccontextmanager
async def live_client(folder, **settings):
    """A client of a server that may reach loopback."""
    given = ServerSettings(**{"allow_private": True, **settings})
    async with Client(build_server(Library(folder), given)) as client:
        yield client


def fetch_all(folder, *calls, **settings):
    """The results of several calls of one server, one after the other."""

    async def run():
        async with live_client(folder, **settings) as client:
            return [await client.call_tool("fetch_doc_content", arguments) for arguments in calls]

    return asyncio.run(asyncio.wait_for(run(), SECONDS))


def fetch(folder, url, **arguments):
    """The structured reply of one call, which has to succeed."""
    (result,) = fetch_all(folder, {"url": url, **arguments})
    assert not result.is_error, result.content[0].text
    return result.structured_content
