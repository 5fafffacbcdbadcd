"""MCP over stdio: one JSON-RPC message a line, UTF-8, LF.

The SDK's own transport cancels what it is working on when its input ends; here the requests that
were read are answered first (for at most GRACE_SECONDS).
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from mcp_server.environment import server_settings
from mcp_server.library import Library
from mcp_server.server import build_server
from mcp_server.speech import TOOL, Speech, offering_crawls
from mcp_server.tools.wrapper import KnowledgeServer
from mcp_server.transports.warming import warm_behind
from mcp_server.transports.wire import Wire, log_to_stderr
from mcp_server.upkeep import Upkeep
from mcp_server.wanted import Wanted

logger = logging.getLogger(__name__)

GRACE_SECONDS = 3.5
MOST_LINE_BYTES = 8 * 1024 * 1024
# JSON allows these raw, but some readers of lines end a line at them
_ESCAPED_BREAKS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
# its answer is a stream that ends with the connection
_ENDLESS = frozenset({"subscriptions/listen"})


def run_stdio(folder: Path, wire: Wire, wanted: Wanted | None = None, speech: Speech = TOOL) -> None:
    """Serve the passage files of `folder` to one client; they are loaded behind the handshake, and
    what is `wanted` is crawled behind it.
    """
    log_to_stderr()
    settings = server_settings()
    library = Library(folder, settings.loaded_bytes, offering_crawls(speech) if settings.crawl_tools else speech)
    server = build_server(library, settings)
    upkeep = Upkeep(wanted, library, server.jobs, settings.cache_seconds) if wanted is not None else None
    if upkeep is not None:
        server.before_call = upkeep.before_call

    def behind() -> None:
        gc.freeze()
        gc.enable()
        if upkeep is not None:
            upkeep.begin()
        warm_behind(library)

    try:
        asyncio.run(serve_stdio(server, wire, behind))
    finally:
        server.jobs.stop_all()


async def serve_stdio(server: KnowledgeServer, wire: Wire, on_first_reply: Callable[[], object]) -> None:
    """Serve one client until its input ends.

    `on_first_reply` is called once, when the handshake has been answered.
    """
    lines_in, lines = anyio.create_memory_object_stream[bytes](0)
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    link = _Link(wire, on_first_reply)
    _start_reading(wire, lines_in, asyncio.get_running_loop())
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(link.forward, lines, to_server)
        tasks.start_soon(link.write_all, from_server, tasks.cancel_scope)
        await server.serve(from_client, to_client)


class _Link:
    """One client's connection: which requests are still to be answered, and the writing."""

    def __init__(self, wire: Wire, on_first_reply: Callable[[], object]) -> None:
        self._sink = wire.sink
        self._on_first_reply: Callable[[], object] | None = on_first_reply
        self._open: Counter[str] = Counter()
        self._settled = anyio.Event()
        self._writing = anyio.Lock()

    async def forward(
        self, lines: MemoryObjectReceiveStream[bytes], to_server: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        """Hand messages on; at the end of input wait until all of them are answered."""
        async with to_server, lines:
            with suppress(anyio.BrokenResourceError):  # the server ended first
                async for line in lines:
                    if (message := await self._parse(line)) is not None:
                        self._note(message.message)
                        await to_server.send(message)
            with anyio.move_on_after(GRACE_SECONDS):
                while self._open:
                    self._settled = anyio.Event()
                    await self._settled.wait()

    async def write_all(
        self, from_server: MemoryObjectReceiveStream[SessionMessage], everything: anyio.CancelScope
    ) -> None:
        """Write the server's messages; a client that no longer reads ends the conversation."""
        try:
            async with from_server:
                async for message in from_server:
                    await self._write(message.message)
        except OSError as error:
            logger.warning("The client no longer reads: %s", error)
            everything.cancel()

    async def _parse(self, line: bytes) -> SessionMessage | None:
        text = line.decode("utf-8", errors="replace").strip()
        if not text:
            return None
        try:
            return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False))
        except ValueError:  # pydantic's ValidationError is one
            logger.warning("A line of the client is no JSON-RPC message and is left out: %.80r", text)
        if (number := _request_id(text)) is not None:
            await self._write(
                JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=INVALID_REQUEST, message="Invalid request"))
            )
        return None

    def _note(self, message: object) -> None:
        if isinstance(message, JSONRPCRequest) and message.method not in _ENDLESS:
            self._open[str(message.id)] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def _settle(self, number: object) -> None:
        self._open -= Counter([str(number)])
        self._settled.set()

    async def _write(self, message: JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError) -> None:
        async with self._writing:
            await anyio.to_thread.run_sync(self._put, _line_of(message))
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._settle(message.id)
            if self._on_first_reply is not None:
                self._on_first_reply()
                self._on_first_reply = None

    def _put(self, line: bytes) -> None:
        self._sink.write(line)
        self._sink.flush()


def _line_of(message: JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError) -> bytes:
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
        return text.translate(_ESCAPED_BREAKS).encode("utf-8") + b"\n"
    except ValueError:
        # a half surrogate pair, say: one reply is lost, not the conversation
        logger.exception("A message cannot be written as UTF-8 JSON")
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return b""
        error = {"code": INTERNAL_ERROR, "message": "The reply cannot be written as UTF-8 JSON."}
        return json.dumps({"jsonrpc": "2.0", "id": message.id, "error": error}).encode("ascii") + b"\n"


def _request_id(text: str) -> str | int | None:
    """The id of something that wants to be a request, or None."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    number = value.get("id") if isinstance(value, dict) and "method" in value else None
    return number if isinstance(number, str | int) and not isinstance(number, bool) else None


def _start_reading(wire: Wire, lines: MemoryObjectSendStream[bytes], loop: asyncio.AbstractEventLoop) -> None:
    """Read lines in a thread of its own: a blocked read must not hold up the end of the process."""

    def read() -> None:
        try:
            while line := wire.source.readline(MOST_LINE_BYTES):
                if not line.endswith(b"\n") and len(line) == MOST_LINE_BYTES:
                    _skip_line(wire)
                    continue
                asyncio.run_coroutine_threadsafe(lines.send(line), loop).result()
            loop.call_soon_threadsafe(lines.close)
        except (RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # the server ended first
        except OSError as error:
            logger.warning("The input cannot be read on: %s", error)
            loop.call_soon_threadsafe(lines.close)

    threading.Thread(target=read, name="stdin", daemon=True).start()


def _skip_line(wire: Wire) -> None:
    logger.warning("A line of the client is longer than %d bytes and is left out.", MOST_LINE_BYTES)
    while (rest := wire.source.readline(MOST_LINE_BYTES)) and not rest.endswith(b"\n"):
        pass
