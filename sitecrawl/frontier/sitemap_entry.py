"""Entries of a sitemap or feed, cut out of a stream of text one at a time.

Each entry is parsed by lxml on its own, so that a broken one costs nothing but itself and no tree of the whole
file is ever held.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

MAX_ENTRY = 1_000_000  # characters; of a longer one the beginning is read

_MAX_TAG = 10_000
_EXTENSIONS = "image|video|news|mobile|xhtml|content|media|itunes|georss"
_CLOSING = {"<!--": "-->", "<![CDATA[": "]]>"}
# an ampersand that starts no reference XML knows, and a less-than sign that starts no tag
_STRAY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#[xX][0-9a-fA-F]+);)|<(?![A-Za-z_:/?])")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# nothing is resolved and nothing is loaded: entities of a DTD never reach an entry
_PARSER = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False, remove_pis=True)


@dataclass(frozen=True, slots=True)
class RawEntry:
    """What an entry says: its address as written, or None, and its date as written."""

    address: str | None
    date: str | None


class _Cutter:
    """Text between the tags of one kind of element, gathered piece by piece."""

    def __init__(self, names: str) -> None:
        self._mark = re.compile(
            rf"<!--|<!\[CDATA\[|<(/?)(?:(?!(?:{_EXTENSIONS}):)[A-Za-z_][\w.-]*:)?(?:{names})(?=[\s/>])[^<>]*>",
            re.IGNORECASE,
        )
        self._buffer = ""
        self._parts: list[str] | None = None
        self._size = 0

    def feed(self, piece: str) -> Iterator[str]:
        """The entries that end in this piece."""
        buffer, done = self._buffer + piece, 0
        while found := self._mark.search(buffer, done):
            closing = _CLOSING.get(found[0].upper())
            end = buffer.find(closing, found.end()) if closing else found.end()
            if end < 0:
                break
            self._keep(buffer[done : found.start()])
            if closing is None:
                yield from self.close()
                self._parts = None if found[1] or found[0].endswith("/>") else []
            elif closing == "]]>":
                self._keep(html.escape(buffer[found.end() : end], quote=False))
            done = end + len(closing or "")
        self._carry_over(buffer, done, found)

    def _carry_over(self, buffer: str, done: int, unfinished: re.Match[str] | None) -> None:
        """Keep what the next piece may finish; what does not end within bounds is given up."""
        if unfinished:
            start, most = unfinished.start(), MAX_ENTRY
        else:
            opened = buffer.rfind("<", done)
            start = opened if opened >= 0 and buffer.find(">", opened) < 0 else len(buffer)
            most = _MAX_TAG
        self._keep(buffer[done:start])
        self._buffer = buffer[start:] if len(buffer) - start <= most else ""

    def _keep(self, text: str) -> None:
        if self._parts is not None and text and self._size < MAX_ENTRY:
            self._parts.append(text[: MAX_ENTRY - self._size])
            self._size += len(text)

    def close(self) -> Iterator[str]:
        """The entry that is open, as far as it goes."""
        if self._parts is not None:
            yield "".join(self._parts)
        self._parts, self._size = None, 0


def cut_entries(pieces: Iterable[str], names: str) -> Iterator[str]:
    """The inner XML of each element whose local name is one of `names` (alternatives with `|`).

    An entry ends at its end tag or where the next one begins; comments are left out, CDATA is escaped text.
    """
    cutter = _Cutter(names)
    for piece in pieces:
        yield from cutter.feed(piece)
    yield from cutter.close()


def _parse(inner: str) -> etree._Element | None:
    text = _STRAY.sub(lambda stray: "&amp;" if stray[0] == "&" else "&lt;", _CONTROL.sub("", inner))
    return etree.fromstring(f"<entry>{text}</entry>".encode(), _PARSER)


def local_name(element: etree._Element) -> str:
    """Name without namespace and prefix, lower case; empty for comments and the like."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    return re.split(r"[}:]", tag)[-1].lower()


def _text(element: etree._Element) -> str:
    text = "".join(str(part) for part in element.itertext()).strip()
    # escaped twice by its generator
    return html.unescape(text) if "&amp;" in text else text


def _is_extension(element: etree._Element) -> bool:
    tag = str(element.tag)
    return ":" in tag.rpartition("}")[2] and re.match(rf"(?:{_EXTENSIONS}):", tag.rpartition("}")[2]) is not None


def read_sitemap_entry(inner: str) -> RawEntry:
    """`loc` and `lastmod` of a url or sitemap element; without a `loc`, its own text when that is an address."""
    root = _parse(inner)
    if root is None:
        return RawEntry(None, None)
    found: dict[str, str] = {}
    for child in root:
        name = local_name(child)
        if name in ("loc", "lastmod") and not _is_extension(child):
            found.setdefault(name, _text(child))
    own = (root.text or "").strip()
    address = found.get("loc") or (own if re.match(r"https?://", own) else None)
    return RawEntry(address, found.get("lastmod"))


def read_feed_entry(inner: str) -> RawEntry:
    """Link and date of an RSS item or Atom entry."""
    root = _parse(inner)
    if root is None:
        return RawEntry(None, None)
    links: list[tuple[int, str]] = []
    date: str | None = None
    for child in root:
        name = local_name(child)
        if name == "link":
            links.append((_link_rank(child), child.get("href") or _text(child)))
        elif name == "guid" and child.get("isPermaLink", "true").lower() != "false":
            links.append((3, _text(child)))
        elif name in ("pubdate", "updated", "published", "modified", "date"):
            date = _text(child) if date is None or name in ("updated", "modified") else date
    usable = [(rank, link) for rank, link in links if rank < 9 and re.match(r"https?:|/", link)]
    return RawEntry(min(usable)[1] if usable else None, date)


def _link_rank(link: etree._Element) -> int:
    if link.get("rel", "alternate") != "alternate":
        return 9
    return 0 if link.get("type", "text/html") == "text/html" and link.get("rel") else 1
