"""Which addresses are nobody's business but their owner's: loopback, link-local, RFC 1918 and the like."""

from __future__ import annotations

import ipaddress
from typing import Literal

# "refuse": a tool started the crawl; "allow": the owner said so; "start": a person typed the host on the command line
Reach = Literal["refuse", "allow", "start"]


def is_private(address: str) -> bool:
    """Whether an IP address is not part of the public internet (IANA special-purpose registries).

    Loopback, private, link-local (cloud metadata too), shared (RFC 6598), reserved and multicast
    ranges are; so is an IPv6 address that wraps such an IPv4 one. False for what is no address.
    """
    try:
        ip = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return False
    wrapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    if wrapped is not None:
        ip = wrapped
    return not ip.is_global or ip.is_multicast


def may_reach(host: str, address: str, reach: Reach, start_host: str, start_is_private: bool) -> bool:
    """Whether the crawl may connect to `address`, which `host` stands for.

    On the command line private addresses are reached for the start host that was typed and, when
    that one is private itself, for private hosts it redirects to.
    """
    if reach == "allow" or not is_private(address):
        return True
    return reach == "start" and (host == start_host or start_is_private)
