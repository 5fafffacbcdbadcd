"""robots.txt as lines and groups: which lines speak to us (RFC 9309, sections 2.1 and 2.2.1)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_BYTES = 500 * 1024  # RFC 9309, section 2.5: at least this much is parsed

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_TOKEN = re.compile(r"[A-Za-z_-]*")

# spellings that owners are known to use, read as what they mean
_FIELDS = {
    "user-agent": "user-agent", "useragent": "user-agent", "user agent": "user-agent",
    "allow": "allow",
    "disallow": "disallow", "dissallow": "disallow", "dissalow": "disallow", "disalow": "disallow",
    "diasllow": "disallow", "disallaw": "disallow",
    "crawl-delay": "crawl-delay", "crawldelay": "crawl-delay", "crawl delay": "crawl-delay",
    "sitemap": "sitemap", "sitemaps": "sitemap", "site-map": "sitemap",
    "content-signal": "content-signal",
}  # fmt: skip
_WITHOUT_COLON = re.compile(r"(user-?agent|allow|disallow|crawl-delay)[ \t]+(\S+)", re.IGNORECASE)
# a rule ends the run of user agent lines; other records must not (RFC 9309, section 2.2.4)
_RULES = frozenset({"allow", "disallow", "content-signal"})


@dataclass(slots=True)
class Lines:
    """The lines that speak to one agent, and the site-wide sitemap lines, in file order."""

    rules: list[tuple[str, str]] = field(default_factory=list)
    delays: list[str] = field(default_factory=list)
    signals: list[str] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)


def product_token(value: str) -> str:
    """The token of a user agent line or User-Agent: lower case, cut at the first foreign character."""
    match = _TOKEN.match(value.strip())
    return match[0].lower() if match else ""


def lines_for(body: bytes, token: str) -> Lines:
    """All groups that name `token`, merged; else those of `*`. Signals outside any group speak to everyone."""
    records = list(_records(_decode(_head(body))))
    wanted = product_token(token)
    ours = _collect(records, wanted)
    return ours if ours is not None else _collect(records, "*") or _sitewide(records)


def _head(body: bytes) -> bytes:
    """The first MAX_BYTES, to the last whole line: half of `Disallow: /private` might forbid everything."""
    if len(body) <= MAX_BYTES:
        return body
    whole = re.match(rb".*[\r\n]", body[:MAX_BYTES], re.DOTALL)
    return whole[0] if whole else b""


def _decode(body: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    # surrogates keep bytes of other encodings, so that a rule written in them still matches the same bytes
    return body.decode("utf-8", "surrogateescape")


def _records(text: str) -> Iterator[tuple[str, str]]:
    for raw in re.split(r"\r\n|\r|\n", text):
        line = raw.partition("#")[0].strip(" \t\f\v\0\ufeff")
        name, colon, value = line.partition(":")
        known = _FIELDS.get(name.strip().lower()) if colon else None
        if known is None:
            bare = _WITHOUT_COLON.fullmatch(line)
            if bare is None:
                continue
            known, value = _FIELDS[bare[1].lower()], bare[2]
        yield known, value.strip()


def _agent(value: str) -> str:
    return "*" if re.match(r"\*(?:\s|$)", value) else product_token(value)


def _collect(records: list[tuple[str, str]], wanted: str) -> Lines | None:
    """The merged groups of one agent, or None when no group names it."""
    lines = _sitewide(records)
    named = speaking = in_rules = False
    for name, value in records:
        if name == "user-agent":
            if in_rules:
                speaking = in_rules = False
            speaking = speaking or _agent(value) == wanted
            named = named or speaking
            continue
        in_rules = in_rules or name in _RULES
        if speaking:
            _keep(lines, name, value)
    return lines if named else None


def _keep(lines: Lines, name: str, value: str) -> None:
    if name in ("allow", "disallow"):
        lines.rules.append((name, value))
    elif name == "crawl-delay":
        lines.delays.append(value)
    elif name == "content-signal":
        lines.signals.append(value)


def _sitewide(records: list[tuple[str, str]]) -> Lines:
    lines = Lines()
    before_groups = True
    for name, value in records:
        before_groups = before_groups and name != "user-agent"
        if name == "sitemap" and value and value not in lines.sitemaps:
            lines.sitemaps.append(value)
        elif name == "content-signal" and before_groups:
            lines.signals.append(value)
    return lines
