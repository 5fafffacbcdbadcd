"""Bytes to text in the order of the WHATWG Encoding and HTML standards."""

from __future__ import annotations

import codecs
import re

import webencodings

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Python's codec of the same name knows fewer characters than the decoder of the standard
_WIDER = {
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "big5": "big5hkscs",
    "replacement": "utf-8",
    "x-user-defined": "windows-1252",
}
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"',]+)", re.I)
_XML_DECLARATION = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)", re.I)
_META = re.compile(rb"<!--.*?(?:-->|$)|<meta(?=[\s/])((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.I | re.S)
_ATTRIBUTE = re.compile(rb"([^\s=/\"'>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_PRESCAN = 1024
_SAMPLE = 40_000

_MAGIC = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"\x00\x00\x01\x00",
    b"OggS",
    b"ID3",
    b"\x7fELF",
    b"Rar!",
    b"7z\xbc\xaf",
    b"BZh",
    b"wOFF",
    b"wOF2",
    b"\xd0\xcf\x11\xe0",
    b"%!PS",
    b"\x1aE\xdf\xa3",
    b"BM\x00",
    b"\xfd7zXZ",
)
_BINARY_TYPES = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "application/pdf",
    "application/zip",
    "application/gzip",
    "application/msword",
    "application/vnd.",
    "application/x-tar",
    "application/wasm",
)
# text for programs: feeds, sitemaps, scripts, data
_DATA_TYPE = re.compile(
    r"(?:application|text)/(?:[\w.-]+\+)?(?:json|(?:x-)?javascript|ecmascript|css|csv|calendar|vcard|vtt)|"
    r"application/(?:rss|atom|rdf)\+xml"
)
_XML_TYPE = re.compile(r"(?:text|application)/(?:[\w.-]+\+)?xml")
_ROOT = re.compile(rb"(?>\s+|<\?.*?\?>|<!--.*?-->|<![^>\[]*(?:\[.*?\]\s*)?>)*+<([A-Za-z_][\w:.-]*)", re.S)
_DATA_ROOTS = (b"rss", b"feed", b"rdf:rdf", b"urlset", b"sitemapindex")
_BINARY_BYTES = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HEADER_BYTES = 1445


def decode_body(body: bytes, content_type: str | None) -> str:
    """A body's text: by byte order mark, header, meta tag in the first 1,024 bytes, detection.

    A UTF-8 label on text that plainly is something else is not believed. Never raises.
    """
    for mark, codec in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(codec, "replace")
    codec = _declared(body, content_type) or ""
    if codec != "utf-8" and codec:
        return body.decode(codec, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    text = body.decode("utf-8", "replace")
    # a text cut or damaged in places stays UTF-8; one whose every accent is broken never was
    if codec and text.count("\ufffd") * 2 <= sum(character > "\x7f" for character in text):
        return text.replace("\ufffd", "")
    return body.decode(_detected(body), "replace")


def is_binary(body: bytes, content_type: str | None) -> bool:
    """Whether a body is no text for people: by its type, its first bytes, its root element, or NULs
    (WHATWG MIME Sniffing).
    """
    kind = media_type(content_type)
    if _is_data(body, kind):
        return True
    if body.startswith(_MAGIC) or body[4:12] in (b"ftypisom", b"ftypmp42", b"ftypavif"):
        return True
    if body.startswith(tuple(mark for mark, _ in _BOMS)) or (_label(content_type) or "").startswith("utf-16"):
        return False
    if kind.startswith(_BINARY_TYPES) and "xml" not in kind:
        return True
    head = body[:_HEADER_BYTES]
    if head.lstrip()[:1] == b"<":
        return head.count(0) * 20 > len(head)
    found = len(_BINARY_BYTES.findall(head))
    return b"\x00" in head or found * 50 > len(head)


def _is_data(body: bytes, kind: str) -> bool:
    if _DATA_TYPE.fullmatch(kind):
        return True
    found = _ROOT.match(body.removeprefix(codecs.BOM_UTF8)[:4096])
    root = found[1].lower() if found else b""
    if _XML_TYPE.fullmatch(kind) and kind != "application/xhtml+xml":
        return root.rpartition(b":")[2] != b"html"
    return ("html" in kind or not kind) and root in _DATA_ROOTS


def media_type(content_type: str | None) -> str:
    """The bare type of a Content-Type header in lower case, or an empty string."""
    return (content_type or "").partition(";")[0].strip().lower()


def _declared(body: bytes, content_type: str | None) -> str | None:
    codec = _label(content_type)
    if codec is None and "xml" in media_type(content_type) and (found := _XML_DECLARATION.match(body)):
        codec = _codec(found[1].decode("ascii"))
    if codec is None:
        codec = _prescan(body[:_PRESCAN])
    return codec


def _label(content_type: str | None) -> str | None:
    found = _CHARSET.search(content_type or "")
    return _codec(found[1]) if found else None


def _codec(label: str) -> str | None:
    """The Python codec that an encoding label of the standard means, or None."""
    encoding = webencodings.lookup(label)
    if encoding is None:
        return None
    return _WIDER.get(encoding.name, encoding.codec_info.name)


def _prescan(head: bytes) -> str | None:
    for found in _META.finditer(head):
        if found[1] is None:
            continue
        attributes: dict[bytes, str] = {}
        for name, *values in _ATTRIBUTE.findall(found[1]):
            attributes.setdefault(name.lower(), b"".join(values).decode("latin-1"))
        label = attributes.get(b"charset")
        if label is None and attributes.get(b"http-equiv", "").lower() == "content-type":
            inner = _CHARSET.search(attributes.get(b"content", ""))
            label = inner[1] if inner else None
        codec = _codec(label) if label else None
        if codec is not None:
            # HTML standard: a meta tag that could be read is no UTF-16
            return "utf-8" if codec.startswith("utf-16") else codec
    return None


def _detected(body: bytes) -> str:
    # imported late: most pages say what they are
    from charset_normalizer import from_bytes

    best = from_bytes(_non_ascii_sample(body)).best()
    return best.encoding if best is not None else "cp1252"


def _non_ascii_sample(body: bytes) -> bytes:
    """Text without markup, so that tags do not outweigh the words."""
    bare = re.sub(rb"<(script|style)\b.*?</\1>|<[^>]*>", b" ", body[: 4 * _SAMPLE], flags=re.I | re.S)
    return bare[:_SAMPLE] if bare.strip() else body[:_SAMPLE]
