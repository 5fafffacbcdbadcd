"""Which hosts a tool may fetch from: addresses of the public internet, unless the owner allows more."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from mcp_server.refusals import RefusalError
from mcp_server.visible import one_line

ALLOW_PRIVATE = "SITE_KNOWLEDGE_ALLOW_PRIVATE"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")


def crawl_target(typed: str) -> str:
    """Host, port and path of an http(s) address or bare host, without its scheme.

    Raises RefusalError for what is neither.
    """
    text = typed.strip()
    given = _SCHEME.match(text)
    said = one_line(text, 200)
    if given and given[1].lower() not in ("http", "https"):
        raise RefusalError(f"{said} is not fetched: only http and https addresses are.")
    # a bare host may have an address in its path or query
    target = text[given.end() :] if given else text
    try:
        parts = urlsplit(f"//{target}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or any(char.isspace() for char in target):
        raise RefusalError(f"{said!r} is no address of a website. Give one such as https://example.com/docs.")
    if parts.username is not None or parts.password is not None:
        raise RefusalError("An address with a user name or password is not fetched: pages behind a login are not read.")
    return target.partition("#")[0]


def check_public(target: str) -> None:
    """Raise RefusalError when the host of `target` is, or resolves to, a private address.

    The crawler checks again at each connection; this one gives the sentence before it starts.
    """
    host = urlsplit(f"//{target}").hostname or ""
    try:
        found = {str(row[4][0]) for row in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        return  # the crawl reports what cannot be resolved
    private = sorted(address for address in found if not is_public(address))
    if private:
        raise RefusalError(
            f"{one_line(host, 200)} is at the private address {private[0]}, which tools do not fetch. "
            f"The owner of this server can allow it with {ALLOW_PRIVATE}=1."
        )


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet (IANA special-purpose registries)."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped or ip
    return ip.is_global and not ip.is_multicast
