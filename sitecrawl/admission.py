"""Which addresses are asked for, and in what order; every refusal goes to the ledger under its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sitecrawl.frontier.canonical import identity, normalize
from sitecrawl.frontier.filetype import PDF_ADVICE, PDF_READER_MISSING
from sitecrawl.frontier.scope import Scope
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.ledger import Ledger

_DEPTH_STEP = 10
_DEFERRED = 100_000


@dataclass(frozen=True, slots=True)
class Admitted:
    """An address to ask for: how deep it lies, where it was found, and its place in the queue (higher first).

    `again` is set for a page of the earlier file that is asked for although it was met.
    """

    url: str
    depth: int
    source: str
    parent: str | None
    priority: int
    again: bool = False


class Admission:
    """Decides each address once: scope, robots.txt, depth, traps.

    `allowed(url)` is what robots.txt says, True while it is not known.
    """

    def __init__(
        self, scope: Scope, traps: TrapGuard, ledger: Ledger, max_depth: int, allowed: Callable[[str], bool]
    ) -> None:
        self.scope = scope
        self.traps = traps
        self.ledger = ledger
        self.max_depth = max_depth
        self.allowed = allowed
        self._met: dict[str, str] = {}
        self._spellings: set[str] = set()
        self._held_back: dict[str, tuple[str, str | None]] = {}

    def admit(self, url: str, parent: str | None, depth: int, source: str, nofollow: bool = False) -> Admitted | None:
        """The address as it should be asked for, or None when it was met before or a rule refuses it."""
        if self.is_known(url):
            return None
        address = normalize(url)
        if address is None or address in self._spellings:
            return None
        key = identity(address)
        listed = source in {"sitemap", "llms"}
        if key in self._met:
            self._spellings.add(address)
            self.ledger.skip("same address", address, equals=self._met[key])
            return None
        rule = "nofollow" if nofollow else self._refusal(address, parent, depth, listed)
        if rule in {"nofollow", "depth"}:
            # a shorter way, or a link without nofollow, may still be found: the last word is `close`
            self._held_back.setdefault(address, (rule, parent))
            return None
        self._spellings.add(address)
        self._met[key] = address
        if rule is not None:
            self.ledger.skip(rule, address)
            if rule == PDF_READER_MISSING:
                self.ledger.warn(PDF_ADVICE)
            return None
        penalty = 0 if listed or source == "start" else self.traps.penalty(address)
        priority = -depth * _DEPTH_STEP - penalty * _DEFERRED
        return Admitted(address, depth, source, parent, priority)

    def is_known(self, url: str) -> bool:
        """Whether an address was decided on under this very spelling; cheap, for links met again and again."""
        return url in self._spellings

    def close(self) -> None:
        """The crawl is over: what was held back and not met otherwise is skipped for good."""
        for address, (rule, parent) in self._held_back.items():
            if not self.met(address):
                self.ledger.skip(rule, address, parent)
        self._held_back.clear()

    def in_scope(self, url: str) -> bool:
        """Whether a linked address could be a page of the crawl: used to notice incomplete sitemaps."""
        return self.scope.refusal(url) is None and self.allowed(url)

    def met(self, url: str) -> bool:
        """Whether this page was asked for or refused already, under any spelling."""
        return identity(url) in self._met

    def note(self, url: str) -> None:
        """Count an address as met without asking for it: it came by a redirect or from a journal."""
        address = normalize(url) or url
        self._spellings.add(address)
        self._met.setdefault(identity(address), address)

    def _refusal(self, url: str, parent: str | None, depth: int, listed: bool) -> str | None:
        rule = self.scope.refusal(url, listed)
        if rule is not None:
            return rule
        if not self.allowed(url):
            return "robots.txt"
        if depth > self.max_depth:
            return "depth"
        return self.traps.refusal(url, parent, depth, listed)
