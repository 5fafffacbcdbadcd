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

MAX_ENTRY = 1_000_000  # characters; a longer one is given up

_EXTENSIONS = "image|video|news|mobile|xhtml|content|media|itunes|georss"
_COMMENT_OR_CDATA = r"<!--.*?-->|<!\[CDATA\[.*?\]\]>"
_UNFINISHED = re.compile(r"<!--|<!\[CDATA\[|<[^<>]*$")
# an ampersand that starts neither a reference XML knows nor a numeric one, outside CDATA
_STRAY = re.compile(
    r"<!\[CDATA\[.*?\]\]>|&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#[xX][0-9a-fA-F]+);)|<(?![A-Za-z_:/!?])", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class RawEntry:
    """What an entry says: its address as written, or None, and its date as written."""

    address: str | None
    date: str | None


def cut_entries(pieces: Iterable[str], names: str) -> Iterator[str]:
    """The inner XML of each element whose local name is one of `names` (alternatives with `|`).

    An entry ends at its end tag or where the next one begins; comments are left out.
    """
    mark = re.compile(
        rf"{_COMMENT_OR_CDATA}|<(/?)(?:(?!(?:{_EXTENSIONS}):)[A-Za-z_][\w.-]*:)?(?:{names})(?=[\s/>])[^<>]*>",
        re.DOTALL | re.IGNORECASE,
    )
    buffer, entry = "", None
    for piece in pieces:
        buffer += piece
        done = 0
        for found in mark.finditer(buffer):
            if entry is not None:
                entry += buffer[done : found.start()]
            done = found.end()
            if found[0].startswith("<!["):
                entry = None if entry is None else entry + found[0]
            elif not found[0].startswith("<!--"):
                if entry is not None:
                    yield entry
                entry = None if found[1] or found[0].endswith("/>") else ""
        entry, buffer = _carry_over(entry, buffer[done:])
    if entry is not None:
        yield entry + buffer


def _carry_over(entry: str | None, rest: str) -> tuple[str | None, str]:
    """Move what cannot belong to an unfinished mark into the entry; give up what grows without end."""
    unfinished = _UNFINISHED.search(rest)
    keep_from = unfinished.start() if unfinished else len(rest)
    if len(rest) - keep_from > MAX_ENTRY:
        return entry, ""
    if entry is not None:
        entry = (entry + rest[:keep_from])[:MAX_ENTRY]
    return entry, rest[keep_from:]


def _repair(match: re.Match[str]) -> str:
    if match[0] == "&":
        return "&amp;"
    return "&lt;" if match[0] == "<" else match[0]


def _parse(inner: str) -> etree._Element | None:
    # a parser of its own, with nothing to resolve and nothing to load
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    text = "".join(c for c in _STRAY.sub(_repair, inner) if c >= " " or c in "\t\n\r")
    return etree.fromstring(f"<entry>{text}</entry>".encode("utf-8", "replace"), parser)


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
