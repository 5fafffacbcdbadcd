"""The one wrapper around every tool: it words failures and gives replies both their forms."""

from __future__ import annotations

import difflib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import anyio.from_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.lowlevel import NotificationOptions
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.message import SessionMessage
from mcp.types import CallToolResult, InputRequiredResult, TextContent
from pydantic import ValidationError

from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.reply import LINE_BYTES, TEXT_BYTES, as_text
from mcp_server.tools.arguments import off_loop
from mcp_server.visible import one_line, visible_json
from sitecrawl.errors import SiteKnowledgeError

logger = logging.getLogger(__name__)

Progress = Callable[[int, str], None]
"""Tells a client how many pages are done, and what is waited for."""

_BUG = "The server failed on this call; its log on stderr has the details. Other calls go on."
_TYPES = {"integer": "a whole number", "number": "a number", "string": "text", "boolean": "true or false"}


class KnowledgeServer(MCPServer[Any]):
    """An MCP server whose tools take no unknown arguments and fail in one form.

    A failure is a result with isError whose text and structured form are both
    `{error, candidates[], sources[]}`. `before_call` is run (in a thread) before each tool, with its name,
    its arguments, and what tells the client how far a wait is.
    """

    def __init__(self, *args: Any, tools: Sequence[Tool], **options: Any) -> None:
        super().__init__(*args, tools=list(tools), **options)
        self.before_call: Callable[[str, Mapping[str, Any], Progress], object] | None = None
        self._arguments = {tool.name: tool.parameters["properties"] for tool in tools}
        low = self._lowlevel_server
        # every transport's handshake takes its capabilities from here; the SDK's default is no news of resources
        low.create_initialization_options = partial(  # type: ignore[method-assign]
            low.create_initialization_options, NotificationOptions(resources_changed=True)
        )

    async def serve(
        self,
        from_client: MemoryObjectReceiveStream[SessionMessage | Exception],
        to_client: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        """Serve one connection over a pair of message streams, until the first of them ends."""
        low = self._lowlevel_server
        await low.run(from_client, to_client, low.create_initialization_options())

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; what it raises becomes an error result."""
        for last in (False, True):
            try:
                if self.before_call is not None:
                    await off_loop(self.before_call, name, arguments, _progress_to(context))
                result = await super().call_tool(name, arguments, context)
            except MCPError:
                raise
            except (ToolError, SiteKnowledgeError) as failure:
                cause = _cause(failure)
                if isinstance(cause, SiteChangedError) and not last:
                    continue  # the file was replaced under the call: the new one answers
                return _failed(self._refusal(name, arguments, cause))
            return result if isinstance(result, InputRequiredResult) else _both_forms(result)
        raise AssertionError("the second round returns")

    def _refusal(self, name: str, arguments: Mapping[str, Any], cause: BaseException) -> RefusalError:
        if name not in self._arguments:
            return RefusalError(f"There is no tool {one_line(name, 80)!r}.", sorted(self._arguments))
        if isinstance(cause, ValidationError):
            return _argument_refusal(name, self._arguments[name], cause)
        if isinstance(cause, RefusalError):
            return cause
        if isinstance(cause, SiteKnowledgeError):
            return RefusalError(str(cause))
        logger.error("%s failed on %s", name, one_line(repr(arguments), 500), exc_info=cause)
        return RefusalError(_BUG)


def _progress_to(context: Context[Any, Any] | None) -> Progress:
    def tell(done: int, sentence: str) -> None:
        if context is not None:  # a client that gave no progress token is told nothing
            anyio.from_thread.run(context.report_progress, done, None, sentence)

    return tell


def strict_tool(tool: Tool) -> Tool:
    """`tool` so that it publishes `additionalProperties: false` and refuses unknown arguments."""
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"
    model.model_rebuild(force=True)
    tool.parameters = model.model_json_schema(by_alias=True)
    if tool.fn_metadata.output_schema is not None:
        tool.fn_metadata.output_schema = with_error_form(tool.fn_metadata.output_schema)
    return tool


def with_error_form(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An output schema that the error form fits as well: the TypeScript SDK holds errors to it too.

    All properties stand at the root, where clients look; what is required is either a whole reply
    or a whole error.
    """
    strings = {"type": "array", "items": {"type": "string"}}
    errors = {"error": {"type": "string"}, "candidates": strings}
    return {
        **{key: value for key, value in schema.items() if key != "required"},
        "properties": {**schema["properties"], **errors},
        "anyOf": [{"required": list(schema["required"])}, {"required": ["error", "candidates", "sources"]}],
    }


def _both_forms(result: CallToolResult) -> CallToolResult:
    if result.structured_content is None:
        raise AssertionError("every tool has a typed reply")
    text = as_text(result.structured_content)
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=result.structured_content,
        is_error=result.is_error,
    )


def _failed(refusal: RefusalError) -> CallToolResult:
    body = error_body(refusal)
    text = json.dumps(body, ensure_ascii=False)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=body, is_error=True)


def error_body(refusal: RefusalError) -> dict[str, Any]:
    """The form of every failure: `{error, candidates[], sources[]}`, cut to what a client takes."""
    body: dict[str, Any] = {
        "error": one_line(str(refusal), 2_000),
        "candidates": [one_line(candidate, 1_000) for candidate in refusal.candidates],
        "sources": [one_line(source, 1_000) for source in refusal.sources],
    }
    while len(json.dumps(body, ensure_ascii=False).encode("utf-8")) > min(TEXT_BYTES, LINE_BYTES // 3):
        longest = max(("candidates", "sources"), key=lambda key: len(body[key]))
        body[longest] = body[longest][: len(body[longest]) // 2]
    return visible_json(body)  # type: ignore[no-any-return]


def _cause(failure: BaseException) -> BaseException:
    cause = failure
    while isinstance(cause, ToolError) and cause.__cause__ is not None:
        cause = cause.__cause__
    return cause


def _argument_refusal(name: str, known: Mapping[str, Any], failure: ValidationError) -> RefusalError:
    errors = failure.errors(include_url=False, include_context=False)
    # a misspelt name leaves the right one missing: the misspelling says more
    first = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    argument = one_line(str(first["loc"][0]) if first["loc"] else "", 80)
    if first["type"] == "extra_forbidden":
        takes = ", ".join(known) if known else "no arguments"
        close = difflib.get_close_matches(argument, list(known), n=3, cutoff=0.4)
        return RefusalError(f"Unknown argument {argument!r}: {name} takes {takes}.", close)
    if first["type"] == "missing":
        return RefusalError(f"Argument {argument!r} is missing: {name} needs {_demand(known.get(argument, {}))}.")
    given = one_line(json.dumps(first["input"], ensure_ascii=False, default=str), 60)
    is_long = isinstance(first["input"], str) and len(first["input"]) > 60
    size = f" of {len(first['input'])} characters" if is_long else ""
    return RefusalError(f"Argument {argument!r} must be {_demand(known.get(argument, {}))}, not {given}{size}.")


def _demand(schema: Mapping[str, Any]) -> str:
    """What a property of a tool's schema asks for, in words."""
    options = [option for option in schema.get("anyOf", [schema]) if option.get("type") != "null"]
    option = options[0] if options else schema
    if "enum" in option:
        return "one of " + ", ".join(map(str, option["enum"]))
    words = _TYPES.get(str(option.get("type")), "of the published type")
    low, high = option.get("minimum"), option.get("maximum")
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    if low is not None:
        return f"{words}, at least {low}"
    shortest, longest = option.get("minLength", 0), option.get("maxLength")
    return f"{words} of {shortest} to {longest} characters" if longest else words
