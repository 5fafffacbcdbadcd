"""Cursors of `list_pages`: where a listing goes on, bound to what was listed."""

from __future__ import annotations

import base64
import hashlib
import json


def make_cursor(site: str, path_prefix: str | None, last_url: str) -> str:
    """The cursor that goes on behind the page `last_url` of this listing."""
    body = json.dumps([last_url], ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(body).decode("ascii").rstrip("=") + "." + _mark(site, path_prefix, body)


def last_url_of(cursor: str, site: str, path_prefix: str | None) -> str | None:
    """The URL in a cursor of this listing; None for a text that was never given out for it."""
    encoded, _, mark = cursor.partition(".")
    try:
        body = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        if mark != _mark(site, path_prefix, body):
            return None
        return str(json.loads(body)[0])
    except (ValueError, LookupError):
        return None


def _mark(site: str, path_prefix: str | None, body: bytes) -> str:
    listing = json.dumps(["list_pages", site, path_prefix]).encode()
    return hashlib.sha256(listing + body).hexdigest()[:16]
