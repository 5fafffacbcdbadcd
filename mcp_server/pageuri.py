"""Page resources: `site://{host}/{+path}`, made and parsed here and nowhere else.

The path keeps the page URL's percent-encoding; a `?` is written `%3F`, and a `%3F` that stood there
itself `%253F`, so that the way back is exact.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

SCHEME = "site://"
TEMPLATE = "site://{host}/{+path}"


def page_uri(site: str, url: str) -> str:
    """The resource URI of the page `url` of `site`."""
    return f"{SCHEME}{site}/{uri_path(url)}"


def uri_path(url: str) -> str:
    """The `path` of the template for the page `url`, without a leading slash."""
    parts = urlsplit(url)
    target = parts.path.removeprefix("/") + (f"?{parts.query}" if parts.query else "")
    return re.sub(r"%(?=3[Ff])", "%25", target).replace("?", "%3F")


def parse_page_uri(uri: str) -> tuple[str, str] | None:
    """Site and the page's path with its query; None for what is no page URI."""
    if not uri.lower().startswith(SCHEME):
        return None
    site, _, path = uri[len(SCHEME) :].partition("#")[0].partition("/")
    path = re.sub(r"%25(?=3[Ff])", "%", re.sub(r"%3[Ff]", "?", path))
    return (site, f"/{path}") if site else None
