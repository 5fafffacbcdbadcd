"""Sitemaps: XML, gzip, text and feeds (sitemaps.org), read in a stream, every bad entry skipped alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO, Literal

from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.lastmod import read_date
from sitecrawl.frontier.sitemap_entry import RawEntry, cut_entries, read_feed_entry, read_sitemap_entry
from sitecrawl.frontier.sitemap_stream import MAX_BYTES, read_pieces

MAX_ENTRIES = 50_000  # sitemaps.org
MAX_DEPTH = 3  # levels of sitemap indexes
USUAL_PATHS = ("/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml")

Kind = Literal["index", "urlset", "text", "feed", "none"]

_PROBLEMS_KEPT = 50
_LONGEST_ADDRESS = 8_192  # sitemaps.org says 2,048; servers take more
_HEAD = 65_536  # characters in which the root element has to begin
_PROLOG = re.compile(
    r"(?:\s|\ufeff|\0|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_KNOWN_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?(urlset|sitemapindex)[\s>]")
_ADDRESS_LINE = re.compile(r"(?:^|[\r\n])[ \t]*https?://\S+[ \t]*(?:[\r\n]|$)")
_ENTITY = re.compile(r"<!ENTITY", re.IGNORECASE)
_KINDS: dict[str, Kind] = {"urlset": "urlset", "sitemapindex": "index", "rss": "feed", "feed": "feed", "rdf": "feed"}
_ENTRY_NAMES = {"urlset": "url", "index": "sitemap", "feed": "item|entry"}


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A page, or in an index a sitemap: normalized URL, and when it changed (see lastmod.read_date)."""

    url: str
    lastmod: str | None


@dataclass
class SitemapReading:
    """A sitemap being read. `entries` can be iterated once; `problems` is whole when that is done."""

    kind: Kind
    entries: Iterator[SitemapEntry] = field(default_factory=lambda: iter(()), repr=False)
    problems: list[str] = field(default_factory=list)


class _Problems:
    """Sentences about one sitemap, the first ones kept and the others counted."""

    def __init__(self, url: str, sentences: list[str]) -> None:
        self._url, self._sentences, self._skipped = url, sentences, 0

    def tell(self, words: str) -> None:
        self._sentences.append(f"Sitemap {self._url} {words}.")

    def skip(self, number: int, reason: str) -> None:
        self._skipped += 1
        if self._skipped <= _PROBLEMS_KEPT:
            self._sentences.append(f"Sitemap {self._url}, entry {number} skipped: {reason}.")

    def close(self) -> None:
        more = self._skipped - _PROBLEMS_KEPT
        if more > 0:
            self.tell(f"has {more} more entries that were skipped")


def read_sitemap(
    body: bytes | BinaryIO, url: str, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES
) -> SitemapReading:
    """Read a sitemap, whatever its content type said; `url` is its address, for relative entries and messages.

    Raises nothing: what cannot be read is kind "none" with a sentence in `problems`.
    """
    reading = SitemapReading("none")
    problems = _Problems(url, reading.problems)
    pieces = read_pieces(body, problems.tell, max_bytes)
    head = _read_head(pieces)
    reading.kind, fault, start = _judge(head)
    if fault is not None:
        problems.tell(f"skipped: {fault}")
        return reading
    pieces = chain([head[start:]], pieces)
    raw = _text_entries(pieces) if reading.kind == "text" else _xml_entries(pieces, reading.kind)
    reading.entries = _usable(raw, url, problems, max_entries)
    return reading


def _read_head(pieces: Iterator[str]) -> str:
    head = ""
    for piece in pieces:
        head += piece
        if len(head) >= _HEAD or _KNOWN_ROOT.search(head):
            break
    return head


def _judge(head: str) -> tuple[Kind, str | None, int]:
    """Kind, the fault that ends the reading or None, and where the entries begin."""
    prolog = _PROLOG.match(head)
    start = prolog.end() if prolog else 0
    if not head[start:].strip():
        return "none", "it is empty", 0
    root = _ROOT.match(head, start)
    kind = _KINDS.get(root[1].lower()) if root else None
    if kind is None:
        # what a broken site prints before its sitemap is not the sitemap's fault
        root_inside = _KNOWN_ROOT.search(head, start)
        if root_inside:
            root, kind = root_inside, _KINDS[root_inside[1].lower()]
    if kind is not None and root is not None:
        if _ENTITY.search(head[: root.start()]):
            return "none", "its DTD declares entities", 0
        return kind, None, root.end()
    if root is not None:
        return "none", f"root element is <{root[1]}>", 0
    if _ADDRESS_LINE.search(head[start:]):
        return "text", None, start
    return "none", "it is neither XML nor a list of addresses", 0


def _xml_entries(pieces: Iterable[str], kind: Kind) -> Iterator[RawEntry]:
    read = read_feed_entry if kind == "feed" else read_sitemap_entry
    for inner in cut_entries(pieces, _ENTRY_NAMES[kind]):
        yield read(inner)


def _text_entries(pieces: Iterable[str]) -> Iterator[RawEntry]:
    rest = ""
    for piece in pieces:
        *lines, rest = re.split(r"[\r\n]+", rest + piece)
        for line in lines:
            if line.strip():
                yield RawEntry(line.strip(), None)
        # a line without end is not waited for
        rest = rest[: _LONGEST_ADDRESS + 1]
    if rest.strip():
        yield RawEntry(rest.strip(), None)


def _usable(raw: Iterator[RawEntry], url: str, problems: _Problems, max_entries: int) -> Iterator[SitemapEntry]:
    number = 0
    for number, entry in enumerate(raw, 1):
        if number > max_entries:
            problems.tell(f"has more than {max_entries:,} entries; the rest was not read")
            break
        address = _address(entry.address, url)
        if address is None:
            problems.skip(number, f"{entry.address[:200]} is no http address" if entry.address else "it has no address")
        else:
            yield SitemapEntry(address, read_date(entry.date))
    if number == 0:
        problems.tell("has no entries")
    problems.close()


def _address(written: str | None, base: str) -> str | None:
    # sitemaps.org wants whole addresses; one that starts at the root is still clear, `www.example.com/a` is not
    if not written or len(written) > _LONGEST_ADDRESS or "\ufffd" in written:
        return None
    return normalize(written, base) if re.match(r"https?:|/", written, re.IGNORECASE) else None


def is_incomplete(listed_count: int, unlisted_count: int, least: int = 10, share: float = 0.2) -> bool:
    """Whether a sitemap leaves out too much: at least `least` pages and `share` of its own count."""
    return unlisted_count >= least and unlisted_count >= share * listed_count
