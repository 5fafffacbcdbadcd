"""What stands before MCP over HTTP: who may speak to it, and how many at once."""

from __future__ import annotations

import hmac
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEALTH_PATH = "/healthz"
MOST_AT_ONCE = 100
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """Whether a host to bind to is this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who is let in: the names a Host header may bear (None: any), the hosts of an Origin, and the
    bearer token (None: none is asked for).
    """

    hosts: frozenset[str] | None
    origins: frozenset[str]
    token: str | None

    @classmethod
    def for_bind(cls, host: str, token: str | None, names: Iterable[str] = ()) -> Admission:
        """The admission for a server bound to `host` that is also reached under `names`.

        On loopback its own names only (a web page could resolve its name to this machine); on a
        wildcard address any name, since the token is asked for.
        """
        own = frozenset(name.strip("[]").lower() for name in (host, *names))
        if is_loopback(host):
            own |= _LOOPBACK_NAMES
        wildcard = host in ("0.0.0.0", "::", "") and not tuple(names)
        return cls(None if wildcard else own, own, token)

    def refusal(self, headers: dict[str, str]) -> tuple[int, str] | None:
        """Status and sentence for a request that is not let in, or None."""
        host = _host_of(headers.get("host", ""))
        if self.hosts is not None and host not in self.hosts:
            return 421, f"This server is not known as {host or 'nothing'}. Its owner can name it with --allow-host."
        origin = headers.get("origin")
        if origin is not None and _host_of(origin.partition("://")[2]) not in self.origins:
            return 403, "Web pages of that origin may not speak to this server."
        if self.token is not None and not self._knows(headers.get("authorization", "")):
            return 401, "A bearer token is needed: Authorization: Bearer …"
        return None

    def _knows(self, authorization: str) -> bool:
        scheme, _, given = authorization.partition(" ")
        assert self.token is not None
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), self.token.encode())


class Gate:
    """ASGI middleware: admission, a bound on requests at once, and the health page."""

    def __init__(
        self, app: App, admission: Admission, is_ready: Callable[[], bool], most_at_once: int = MOST_AT_ONCE
    ) -> None:
        self._app = app
        self._admission = admission
        self._is_ready = is_ready
        self._most = most_at_once
        self._busy = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == HEALTH_PATH:
            await _answer(send, 200, {"status": "ready" if self._is_ready() else "loading"})
        elif (refusal := self._admission.refusal(_headers(scope))) is not None:
            await _answer(send, refusal[0], {"error": refusal[1]})
        elif scope["method"] != "POST":
            await self._app(scope, receive, send)  # a stream of news waits; it does not work
        elif self._busy >= self._most:
            await _answer(send, 503, {"error": f"{self._most} requests are being answered. Try again in a second."})
        else:
            self._busy += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._busy -= 1


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _host_of(authority: str) -> str:
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""


async def _answer(send: Send, status: int, body: dict[str, str]) -> None:
    extra = {401: [(b"www-authenticate", b"Bearer")], 503: [(b"retry-after", b"1")]}.get(status, [])
    content = json.dumps(body, ensure_ascii=False).encode("utf-8")
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode()), *extra]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
