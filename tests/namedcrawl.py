"""`scrapy …` with a name service of the test's own: python -m tests.namedcrawl NAMES PUBLIC ARGUMENT…

NAMES is JSON, {name: [what the first look-up answers, what later ones answer]}; PUBLIC a loopback
address that is taken for one of the public internet, since tests reach nothing else.
"""

from __future__ import annotations

import json
import socket
import sys
from typing import Any

from scrapy.cmdline import execute

from sitecrawl import privateguard
from sitecrawl.frontier import privateaddress

names, public, *arguments = sys.argv[1:]
addresses: dict[str, list[str]] = json.loads(names)
real_getaddrinfo, real_gethostbyname, real_is_private = (
    socket.getaddrinfo,
    socket.gethostbyname,
    privateguard.is_private,
)


def address_of(name: str) -> str | None:
    answers = addresses.get(name, [])
    return (answers.pop(0) if len(answers) > 1 else answers[0]) if answers else None


def getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
    return real_getaddrinfo(address_of(str(host)) or host, *rest, **named)


def gethostbyname(host: str) -> str:
    return address_of(host) or real_gethostbyname(host)


def is_private(address: str) -> bool:
    return address != public and real_is_private(address)


socket.getaddrinfo, socket.gethostbyname = getaddrinfo, gethostbyname  # type: ignore[assignment]
privateguard.is_private = privateaddress.is_private = is_private
execute(["scrapy", *arguments])
