"""Is a body a PDF, and is there anything installed to read it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

_SIGNATURE = b"%PDF-"


@cache
def can_read_pdf() -> bool:
    """Whether the optional extra is installed."""
    return find_spec("pypdf") is not None


def is_pdf(body: bytes) -> bool:
    """Whether a body is a PDF by its first bytes, white space before them aside (WHATWG MIME Sniffing, 7.1)."""
    return body[:64].lstrip().startswith(_SIGNATURE)
