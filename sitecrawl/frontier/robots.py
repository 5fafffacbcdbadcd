"""robots.txt: what we may fetch and how fast (RFC 9309), closed on failure.

Protego matches paths; the group is chosen by us (see robots_group).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote, urlsplit

from protego import Protego

from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.content_signal import merge_signals, read_signals
from sitecrawl.frontier.robots_group import lines_for

Access = Literal["rules", "allow all", "unreachable"]

_AGENT = "*"
_MARKUP = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*+<(?:!doctype|html|head|body|meta|title|script|style|div|h1|p|svg)\b",
    re.IGNORECASE | re.DOTALL,
)
_SIGNAL_PATH = re.compile(r"(/\S*|\*\S*)\s+(.*)", re.DOTALL)


@dataclass(frozen=True)
class RobotsRules:
    """The rules for us. `crawl_delay` in seconds, as asked for; `sitemaps` as written or, with a base, absolute.

    `content_signal` holds the signals that stand for the whole site; `signals_for` adds those with a path.
    """

    crawl_delay: float | None = None
    sitemaps: tuple[str, ...] = ()
    content_signal: dict[str, bool] = field(default_factory=dict)
    has_rules: bool = False
    forbids_all: bool = False
    _matcher: Protego | None = field(default=None, repr=False, compare=False)
    _path_signals: tuple[tuple[str, Protego, dict[str, bool]], ...] = field(default=(), repr=False, compare=False)

    def allowed(self, url: str) -> bool:
        """Whether the rules let us fetch `url`; its host is not looked at."""
        return self._matcher is None or self._matcher.can_fetch(url, _AGENT)

    def signals_for(self, url: str) -> dict[str, bool]:
        """Content signals at `url`: of several paths that match, the longest decides each signal."""
        found = dict(self.content_signal)
        for _, matcher, signals in self._path_signals:
            if not matcher.can_fetch(url, _AGENT):
                found.update(signals)
        return found


@dataclass(frozen=True)
class RobotsOutcome:
    """What asking for robots.txt came to; `words` is a sentence for the report."""

    access: Access
    rules: RobotsRules
    words: str

    def allowed(self, url: str) -> bool:
        """Whether `url` may be fetched; nothing may while robots.txt is unreachable, itself excepted."""
        if self.access == "unreachable":
            return urlsplit(url).path == "/robots.txt"
        return self.rules.allowed(url)


def read_robots(body: bytes, token: str, base: str | None = None) -> RobotsRules:
    """The rules of a robots.txt for the product token; with its address as `base`, sitemap lines are resolved."""
    lines = lines_for(body, token)
    everywhere: list[dict[str, bool]] = []
    by_path: list[tuple[str, dict[str, bool]]] = []
    for value in lines.signals:
        placed = _SIGNAL_PATH.fullmatch(value)
        signals = read_signals(placed[2] if placed else value)
        if placed and placed[1] not in ("/", "/*", "*"):
            by_path.append((placed[1], signals))
        elif signals:
            everywhere.append(signals)
    rules = [(name, value) for name, value in lines.rules if value]
    return RobotsRules(
        crawl_delay=_largest_delay(lines.delays),
        sitemaps=_resolve(lines.sitemaps, base),
        content_signal=merge_signals(everywhere),
        has_rules=bool(lines.rules or lines.delays or everywhere or by_path),
        forbids_all=_forbids_all(rules),
        _matcher=_compile(rules) if rules else None,
        _path_signals=_compile_signals(by_path),
    )


def _forbids_all(rules: list[tuple[str, str]]) -> bool:
    return any(rule in (("disallow", "/"), ("disallow", "/*"), ("disallow", "*")) for rule in rules) and not any(
        name == "allow" for name, _ in rules
    )


def _compile(rules: list[tuple[str, str]]) -> Protego:
    return Protego.parse("\n".join([f"User-agent: {_AGENT}", *(f"{name}: {_ascii(path)}" for name, path in rules)]))


def _ascii(path: str) -> str:
    # Protego would split a line at U+2028 and its kin; RFC 9309, section 2.2.2 wants such octets escaped anyway
    printable = "".join(map(chr, range(0x21, 0x7F)))
    return quote(path.encode("utf-8", "surrogateescape"), safe=printable)


def _compile_signals(by_path: list[tuple[str, dict[str, bool]]]) -> tuple[tuple[str, Protego, dict[str, bool]], ...]:
    merged: dict[str, dict[str, bool]] = {}
    for path, signals in by_path:
        merged[path] = merge_signals([merged.get(path, {}), signals])
    # the longest path last, so that it has the last word
    ordered = sorted(merged.items(), key=lambda item: (len(item[0]), item[0]))
    return tuple((path, _compile([("disallow", path)]), signals) for path, signals in ordered)


def _largest_delay(values: list[str]) -> float | None:
    seconds = []
    for value in values:
        try:
            number = float(value.replace(",", "."))
        except ValueError:
            continue
        if math.isfinite(number) and number >= 0:
            seconds.append(number)
    return max(seconds, default=None)


def _resolve(sitemaps: list[str], base: str | None) -> tuple[str, ...]:
    if base is None:
        return tuple(sitemaps)
    resolved = (normalize(sitemap, base) for sitemap in sitemaps)
    return tuple(dict.fromkeys(sitemap for sitemap in resolved if sitemap is not None))


def looks_like_markup(content_type: str | None, body: bytes) -> bool:
    """Whether a body answered as robots.txt is an HTML page: by its first tag, or by type and first character."""
    head = body[:4096].lstrip(b"\xef\xbb\xbf")
    says_html = (content_type or "").partition(";")[0].strip().lower() in ("text/html", "application/xhtml+xml")
    return bool(_MARKUP.match(head)) or (says_html and head.lstrip().startswith(b"<"))


def judge_robots(
    status: int | None,
    content_type: str | None,
    body: bytes,
    failure: str | None,
    token: str,
    base: str | None = None,
) -> RobotsOutcome:
    """What an answer to the request for robots.txt means (RFC 9309, section 2.3.1).

    `status` is that of the last answer after redirects, None when none came; `failure` says then why.
    2xx: the rules hold. 4xx but 429: allow all. Too many redirects: allow all. Anything else: unreachable.
    """
    if status is None:
        return _unreachable(f"could not be fetched ({failure or 'no answer'})")
    if 200 <= status < 300:
        return _judge_body(status, content_type, body, token, base)
    if 300 <= status < 400:
        return _allow_all(f"redirects without end ({status})")
    if 400 <= status < 500 and status != 429:
        return _allow_all(f"answered {status}, there are no rules")
    return _unreachable(f"is unreachable, it answered {status}")


def _unreachable(words: str) -> RobotsOutcome:
    return RobotsOutcome("unreachable", RobotsRules(), f"robots.txt {words}: nothing may be fetched.")


def _allow_all(words: str) -> RobotsOutcome:
    return RobotsOutcome("allow all", RobotsRules(), f"robots.txt {words}: everything is allowed.")


def _judge_body(status: int, content_type: str | None, body: bytes, token: str, base: str | None) -> RobotsOutcome:
    if looks_like_markup(content_type, body):
        return _allow_all(f"answered {status} with an HTML page, there are no rules")
    rules = read_robots(body, token, base)
    if not rules.has_rules:
        return RobotsOutcome("allow all", rules, f"robots.txt answered {status} without a rule for {token}.")
    if rules.forbids_all:
        return RobotsOutcome("rules", rules, f"robots.txt answered {status}, its rules forbid {token} everything.")
    return RobotsOutcome("rules", rules, f"robots.txt answered {status}, its rules for {token} are obeyed.")
