"""A sitemap's bytes as text, in pieces: gzip layers off, size bounded, encoding found."""

from __future__ import annotations

import codecs
import io
import re
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

MAX_BYTES = 52_428_800  # sitemaps.org: 50 MiB after decompression
PIECE = 65_536

_GZIP = b"\x1f\x8b"
_GZIP_LAYERS = 3  # a .gz file, Content-Encoding left on by a proxy, and one to spare
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARATION = 1024  # bytes in which the XML declaration stands
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")

Report = Callable[[str], None]


def read_pieces(body: bytes | BinaryIO, report: Report, max_bytes: int = MAX_BYTES) -> Iterator[str]:
    """Text pieces of at most `PIECE` bytes each; what is wrong is told to `report`, what came before it is kept."""
    pieces = _from_file(io.BytesIO(body) if isinstance(body, bytes) else body)
    for _ in range(_GZIP_LAYERS):
        first = _first_bytes(pieces, len(_GZIP))
        pieces = _put_back(first, pieces)
        if not first.startswith(_GZIP):
            break
        pieces = _inflate(pieces, report)
    return _decode(_bounded(pieces, report, max_bytes))


def _from_file(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def _first_bytes(pieces: Iterator[bytes], least: int) -> bytes:
    first = b""
    while len(first) < least:
        piece = next(pieces, None)
        if piece is None:
            break
        first += piece
    return first


def _put_back(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _inflate(pieces: Iterator[bytes], report: Report) -> Iterator[bytes]:
    """One gzip layer, several members allowed; each step gives at most PIECE bytes, so a bomb stays small."""
    member = zlib.decompressobj(wbits=31)
    for piece in pieces:
        waiting = piece
        while waiting:
            if member.eof:
                if not waiting.startswith(_GZIP):
                    return  # padding behind the last member
                member = zlib.decompressobj(wbits=31)
            try:
                plain = member.decompress(waiting, PIECE)
            except zlib.error:
                report("is damaged gzip; what came before the damage was read")
                return
            if plain:
                yield plain
            waiting = member.unused_data if member.eof else member.unconsumed_tail
    if not member.eof:
        report("is gzip cut short; what was there was read")


def _bounded(pieces: Iterator[bytes], report: Report, max_bytes: int) -> Iterator[bytes]:
    left = max_bytes
    for piece in pieces:
        if len(piece) > left:
            yield piece[:left]
            report(f"is larger than {max_bytes:,} bytes; the rest was not read")
            return
        left -= len(piece)
        yield piece


def _decode(pieces: Iterator[bytes]) -> Iterator[str]:
    first = _first_bytes(pieces, _DECLARATION)
    encoding, skipped = _encoding(first)
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first[skipped:])
    for piece in pieces:
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)


def _encoding(head: bytes) -> tuple[str, int]:
    """Encoding and length of the byte order mark; the declaration counts only where there is no mark."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    if head.startswith(b"<\0"):
        return "utf-16-le", 0
    if head.startswith(b"\0<"):
        return "utf-16-be", 0
    declared = _DECLARED.search(head[:_DECLARATION])
    name = declared[1].decode("ascii") if declared else "utf-8"
    return (name, 0) if _is_usable(name) else ("utf-8", 0)


def _is_usable(encoding: str) -> bool:
    # a declaration that was read as ASCII does not speak of UTF-16; Python also names codecs that hold no text
    try:
        if b"<a>".decode(encoding) != "<a>":
            return False
        return codecs.getincrementaldecoder(encoding)("replace").decode(b"<a>\xff", final=True).startswith("<a>")
    except (LookupError, ValueError):
        return False
