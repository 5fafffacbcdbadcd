"""Tools that crawl: crawl_site, crawl_status and cancel_crawl."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_server.crawling import crawl_reply
from mcp_server.jobs import Job, Jobs
from mcp_server.library import Library
from mcp_server.results import CrawlReply
from mcp_server.tools.arguments import READ_ONLY, PathPrefix, off_loop

WAIT_SECONDS = 20.0
PROGRESS_SECONDS = 2.0
CANCEL_SECONDS = 5.0

JobId = Annotated[str, Field(description="job_id of crawl_site.", min_length=1, max_length=100)]
Ctx = Context[Any, Any]


def crawl_tools(library: Library, jobs: Jobs) -> list[Tool]:
    """The tools that start, follow and stop crawls into the folder of `library`."""

    async def crawl_site(
        url: Annotated[str, Field(description="Start address or host.", min_length=1, max_length=2000)],
        ctx: Ctx,
        max_pages: Annotated[int, Field(description="Most pages fetched.", ge=1, le=100_000)] = 500,
        path_prefix: PathPrefix = None,
        render: Annotated[
            Literal["never", "auto", "always"] | None, Field(description="Use of a browser, where one is installed.")
        ] = None,
    ) -> CrawlReply:
        """Crawl a website so that the other tools can search it. Obeys robots.txt and is slow out of
        politeness: about a page a second. Returns when the crawl is done, or after 20 seconds with
        `state` running and a `job_id`: ask crawl_status until it is done. Crawling a known site again
        refreshes it."""
        job = await off_loop(jobs.start, url, max_pages, path_prefix, render)
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until and not await off_loop(job.wait, PROGRESS_SECONDS):
            await ctx.report_progress(job.fetched, max_pages, f"{job.fetched} pages of {job.host} fetched")
        return await off_loop(crawl_reply, job, library)

    async def crawl_status(job_id: JobId) -> CrawlReply:
        """Tell how far a crawl is: state, counts, and when it is done a summary of its report (pages,
        what was skipped by which rule, failures, warnings)."""
        return await off_loop(crawl_reply, jobs.find(job_id), library)

    async def cancel_crawl(job_id: JobId) -> CrawlReply:
        """Stop a crawl. The site's earlier file stays as it is; the same crawl started again goes on
        where this one stopped."""
        job = jobs.find(job_id)
        await off_loop(_cancelled, job)
        return await off_loop(crawl_reply, job, library)

    fetching = ToolAnnotations(
        read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
    )
    return [
        Tool.from_function(crawl_site, title="Crawl a site", annotations=fetching),
        Tool.from_function(crawl_status, title="How far a crawl is", annotations=READ_ONLY),
        Tool.from_function(cancel_crawl, title="Stop a crawl", annotations=fetching),
    ]


def _cancelled(job: Job) -> None:
    job.cancel()
    job.wait(CANCEL_SECONDS)
