"""MCP over Streamable HTTP: on loopback by default, elsewhere only with a token."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from mcp_server.environment import server_settings
from mcp_server.library import Library
from mcp_server.refusals import RefusalError
from mcp_server.server import build_server
from mcp_server.speech import TOOL, Speech, offering_crawls
from mcp_server.transports.gate import Admission, Gate, is_loopback
from mcp_server.transports.warming import warm_behind
from mcp_server.transports.wire import log_to_stderr

TOKEN = "SITE_KNOWLEDGE_HTTP_TOKEN"
TOKEN_FILE = "SITE_KNOWLEDGE_HTTP_TOKEN_FILE"
PATH = "/mcp"
MOST_BODY_BYTES = 1024 * 1024
STOP_SECONDS = 3


def run_http(folder: Path, host: str, port: int, names: Sequence[str] = (), speech: Speech = TOOL) -> None:
    """Serve the passage files of `folder` until a signal ends it.

    Raises RefusalError when the address cannot be bound, or needs a token and there is none.
    """
    token = bearer_token(os.environ)
    if token is None and not is_loopback(host):
        raise RefusalError(f"{host} can be reached by others: set {TOKEN} or {TOKEN_FILE}, or bind to 127.0.0.1.")
    log_to_stderr()
    listener = _listen(host, port)
    settings = server_settings()
    library = Library(folder, settings.loaded_bytes, offering_crawls(speech) if settings.crawl_tools else speech)
    server = build_server(library, settings)
    # Host and Origin are the gate's: the SDK knows no wildcard and checks neither without its list
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        streamable_http_path=PATH, transport_security=unchecked, max_request_body_size=MOST_BODY_BYTES, host=host
    )
    gate = Gate(app, Admission.for_bind(host, token, names), warm_behind(library).is_set)
    shown = f"[{host}]" if ":" in host else host
    print(f"MCP over HTTP: http://{shown}:{listener.getsockname()[1]}{PATH}", file=sys.stderr, flush=True)  # noqa: T201
    config = uvicorn.Config(
        gate, log_config=None, access_log=False, timeout_graceful_shutdown=STOP_SECONDS, lifespan="on"
    )
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        server.jobs.stop_all()


def bearer_token(environment: Mapping[str, str]) -> str | None:
    """The token from the environment or the file that it names; None when neither is set.

    Raises RefusalError for an empty token and a file that cannot be read.
    """
    token, file = environment.get(TOKEN), environment.get(TOKEN_FILE)
    if token is None and file is not None:
        try:
            token = Path(file).expanduser().read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RefusalError(f"{TOKEN_FILE}: {file} cannot be read ({error}).") from None
    if token is None:
        return None
    if not token.strip():
        raise RefusalError(f"{TOKEN if TOKEN in environment else TOKEN_FILE} is empty. Give a long random text.")
    return token.strip()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise RefusalError(f"{host}:{port} cannot be bound ({error}). Give another --host or --port.") from None
    # connections inherit it; else a reply's head and body wait 40 ms for an acknowledgement
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
