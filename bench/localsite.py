"""A site on loopback: its answers are a function of target and request headers, its log is the server's."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.client import responses
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Protocol

DISCOVERY = ("/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml")


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; `delay` seconds pass before it is sent."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


class Site(Protocol):
    def answer(self, target: str, headers: Message) -> Reply:
        """The answer to a request for `target` (path and query)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: `at` is when it arrived, seconds of the monotonic clock; `size` the bytes of the body sent."""

    at: float
    target: str
    status: int
    size: int


@dataclass
class Served:
    """A running server: its address and every request so far."""

    base: str
    log: list[Asked] = field(default_factory=list)

    @property
    def pages(self) -> list[Asked]:
        """The requests without robots.txt and sitemaps."""
        return [asked for asked in self.log if asked.target not in DISCOVERY]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed hangs up; that is what is measured, not an error."""


@contextmanager
def serve(site: Site) -> Iterator[Served]:
    """Serve on a free port until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            at = time.monotonic()
            reply = site.answer(self.path, self.headers)
            served.log.append(Asked(at, self.path, reply.status, len(reply.body)))
            if reply.delay:
                Event().wait(reply.delay)
            lines = [f"HTTP/1.1 {reply.status} {responses.get(reply.status, '')}"]
            lines += [f"{name}: {value}" for name, value in reply.headers.items()]
            lines += [f"Content-Length: {len(reply.body)}"] if reply.status != 304 else []
            self.wfile.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + reply.body)

    server = _Server(("127.0.0.1", 0), Handler)
    served = Served(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
