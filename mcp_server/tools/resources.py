"""Every page as a resource: listing in parts, reading, the template and its completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.tools import Tool
from mcp.types import (
    INVALID_PARAMS,
    Completion,
    CompletionArgument,
    CompletionContext,
    GetPromptResult,
    InputRequiredResult,
    ListResourcesResult,
    PaginatedRequestParams,
    PromptReference,
    Resource,
    ResourceTemplate,
    ResourceTemplateReference,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)
from pydantic import AnyUrl

from mcp_server.jobs import Jobs
from mcp_server.library import Library
from mcp_server.pageresources import PageResource, complete_host, complete_path, list_resources, read_resource
from mcp_server.pageuri import TEMPLATE
from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.tools.arguments import off_loop
from mcp_server.tools.changes import ChangeWatch
from mcp_server.tools.wrapper import KnowledgeServer
from mcp_server.visible import one_line
from sitecrawl.errors import SiteKnowledgeError

MARKDOWN = "text/markdown"
MOST_COMPLETIONS = 100


class SiteServer(KnowledgeServer):
    """The server with a library's pages as resources.

    The SDK's own templates stop at `?` and `//` and let `/../` through, so URIs are read here.
    """

    def __init__(self, *args: Any, library: Library, jobs: Jobs, tools: Sequence[Tool], **options: Any) -> None:
        self.jobs = jobs
        self._library = library
        self._changes = ChangeWatch(library)
        super().__init__(*args, tools=tools, subscriptions=self._changes.bus, lifespan=self._changes.running, **options)
        low = self._lowlevel_server
        low.add_request_handler("resources/subscribe", SubscribeRequestParams, self._changes.subscribe)
        low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, self._changes.unsubscribe)
        self.completion()(self._complete)  # type: ignore[no-untyped-call]  # the SDK's own is untyped

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        """The one template: a page by host and path."""
        return [
            ResourceTemplate(
                uri_template=TEMPLATE,
                name="page",
                title="A page of a site",
                description="Markdown of a crawled page; a query is written %3F.",
                mime_type=MARKDOWN,
            )
        ]

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> list[ReadResourceContents]:
        """A page as Markdown. Raises ResourceNotFoundError."""
        del context
        try:
            found = await off_loop(read_resource, self._library, str(uri))
        except SiteChangedError:
            found = await off_loop(read_resource, self._library, str(uri))
        except RefusalError as refusal:
            raise ResourceNotFoundError(str(refusal)) from None
        meta = {"url": found.page.url, "fetched_at": found.page.fetched_at}
        return [ReadResourceContents(found.markdown or "", MARKDOWN, meta)]

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """A prompt; an unknown one, and one that cannot be written, is an error with a sentence."""
        known = [prompt.name for prompt in await self.list_prompts()]
        if name not in known:
            raise MCPError(INVALID_PARAMS, f"There is no prompt {one_line(name, 80)!r}. There is: {', '.join(known)}.")
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as failure:
            cause: BaseException = failure
            while cause.__cause__ is not None:
                cause = cause.__cause__
            if not isinstance(cause, SiteKnowledgeError | ValueError):
                raise
            raise MCPError(INVALID_PARAMS, one_line(str(cause), 600)) from None

    async def _handle_list_resources(
        self, ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        # the public list_resources knows no cursor, and a site may have thousands of pages
        self._changes.note_lister(ctx)
        try:
            found, more = await off_loop(list_resources, self._library, params.cursor if params else None)
        except RefusalError as refusal:
            raise MCPError(INVALID_PARAMS, str(refusal)) from None
        return ListResourcesResult(resources=[_resource(page) for page in found], next_cursor=more)

    async def _complete(
        self,
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        values: list[str] = []
        if isinstance(ref, PromptReference) and argument.name == "site":
            values = await off_loop(complete_host, self._library, argument.value)
        elif isinstance(ref, ResourceTemplateReference) and ref.uri == TEMPLATE:
            if argument.name == "host":
                values = await off_loop(complete_host, self._library, argument.value)
            elif argument.name == "path":
                host = (context.arguments or {}).get("host") if context else None
                values = await off_loop(complete_path, self._library, host, argument.value)
        shown = values[:MOST_COMPLETIONS]
        return Completion(values=shown, total=len(values), has_more=len(values) > len(shown))


def _resource(found: PageResource) -> Resource:
    return Resource(
        uri=found.uri,
        name=found.uri.partition("://")[2],
        title=found.page.title or None,
        description=found.page.description,
        mime_type=MARKDOWN,
    )
