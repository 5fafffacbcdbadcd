"""Which requests Scrapy's duplicate filter takes for one: addresses of one page."""

from __future__ import annotations

import hashlib
from weakref import WeakKeyDictionary

from scrapy import Request

from sitecrawl.frontier.canonical import identity


class PageFingerprinter:
    """The SHA-1 of method and page identity: tracking and session parameters make no other page,
    a trailing slash does."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Request, bytes] = WeakKeyDictionary()

    def fingerprint(self, request: Request) -> bytes:
        """20 bytes, equal for requests that ask for one page."""
        if request not in self._known:
            key = f"{request.method} {identity(request.url)}"
            self._known[request] = hashlib.sha1(key.encode("utf-8"), usedforsecurity=False).digest()
        return self._known[request]
