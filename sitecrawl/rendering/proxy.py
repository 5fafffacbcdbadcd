"""A proxy on loopback through which all of the browser's traffic goes, so that no private address is reached.

The browser resolves no name itself: each is resolved here, every address checked, and the very
address that was checked is connected to. So neither a redirect, nor a name that changes its
address between check and use (DNS rebinding), nor a page's script gets around it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

Admit = Callable[[str, str], bool]

_HEAD_BYTES = 64 * 1024
_CONNECT_SECONDS = 10.0
_PIECE = 64 * 1024
_MOST_BYTES = 100 * 1024 * 1024  # one way over one connection: more than any page's text needs
# a connection serves one exchange: the next request of the browser may be for another host
_HOP_BY_HOP = frozenset({"connection", "proxy-connection", "keep-alive", "proxy-authorization", "te", "upgrade"})


_NAME = "sitecrawl"
_WORDS = {
    "dns_error": "the host name does not resolve (DNS)",
    "destination_ip_prohibited": "the host stands for a private address",
    "connection_refused": "connection refused",
    "connection_timeout": "no connection in time",
}


class _NotConnectedError(Exception):
    """No connection came about; the text is an error type of RFC 9209."""


_OF_ONE_CONNECTION = (OSError, EOFError, ValueError, TimeoutError, asyncio.LimitOverrunError)


class GuardedProxy:
    """An HTTP proxy (RFC 9110, 7.6 and 9.3.6) that asks `admit(host, address)` before it connects."""

    def __init__(self, admit: Admit) -> None:
        self._admit = admit
        self._server: asyncio.Server | None = None
        self._exchanges: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Listen on a free port of loopback; returns the proxy's address."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=_HEAD_BYTES)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Take no more connections and end those there are."""
        if self._server is not None:
            self._server.close()
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        exchange = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._exchanges.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            method, target, _ = head.split("\r\n", 1)[0].split(" ", 2)
            if method == "CONNECT":
                await self._tunnel(target, reader, writer)
            else:
                await self._forward(method, target, head, reader, writer)
        except _NotConnectedError as error:
            with suppress(OSError):
                writer.write(_refusal(str(error)))
                await writer.drain()
        except _OF_ONE_CONNECTION:
            pass  # the browser takes it for a failed request
        finally:
            await _close(writer)

    async def _tunnel(self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parts = urlsplit(f"//{target}")
        answers, asks = await self._connect(parts.hostname or "", parts.port or 443)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            await asyncio.gather(_pipe(reader, asks), _pipe(answers, writer))
        finally:
            await _close(asks)

    async def _forward(
        self, method: str, target: str, head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        parts = urlsplit(target)
        lines = head.split("\r\n")[1:-2]
        fields = [line for line in lines if line.partition(":")[0].strip().lower() not in _HOP_BY_HOP]
        lengths = [line.partition(":")[2] for line in fields if line.lower().startswith("content-length:")]
        answers, asks = await self._connect(parts.hostname or "", parts.port or 80)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            asks.write(
                "\r\n".join([f"{method} {path} HTTP/1.1", *fields, "Connection: close", "", ""]).encode("latin-1")
            )
            if lengths:
                asks.write(await reader.readexactly(int(lengths[0])))
            await asks.drain()
            status, *given = (await answers.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
            kept = [line for line in given if line.partition(":")[0].strip().lower() not in _HOP_BY_HOP]
            writer.write("\r\n".join([status, *kept, "Connection: close", "", ""]).encode("latin-1"))
            await _pipe(answers, writer)
        finally:
            await _close(asks)

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise _NotConnectedError("dns_error") from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        # one private address among several is enough: the name is not to be trusted
        if not all(self._admit(host, address) for address in addresses):
            raise _NotConnectedError("destination_ip_prohibited")
        reason = "connection_refused"
        for address in addresses:
            try:
                return await asyncio.wait_for(asyncio.open_connection(address, port), _CONNECT_SECONDS)
            except TimeoutError:
                reason = "connection_timeout"
            except OSError:
                reason = "connection_refused"
        raise _NotConnectedError(reason)


def refusal_in(proxy_status: str | None) -> str | None:
    """In words what a Proxy-Status field of this proxy says (RFC 9209, 2.3), or None when it is none of ours."""
    name, _, error = (proxy_status or "").partition("; error=")
    return _WORDS.get(error) if name == _NAME else None


def _refusal(error: str) -> bytes:
    fields = (f"Proxy-Status: {_NAME}; error={error}", "Content-Length: 0", "Connection: close", "", "")
    return "\r\n".join(("HTTP/1.1 502 Bad Gateway", *fields)).encode("ascii")


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    left = _MOST_BYTES
    with suppress(OSError):
        while left > 0 and (piece := await reader.read(_PIECE)):
            left -= len(piece)
            writer.write(piece)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
