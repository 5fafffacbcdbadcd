"""Which addresses a live crawl takes for one page: here `/a` and `/a/` are one, as are tracked spellings."""

from __future__ import annotations

from sitecrawl.frontier.canonical import identity, normalize, without_tracking


def page_address(url: str, base: str | None = None) -> str | None:
    """The address to ask for: absolute, without fragment, default port and tracking; None for what is not http."""
    normal = normalize(url, base)
    return without_tracking(normal) if normal is not None else None


def page_key(url: str) -> str:
    """The key of a page: its identity, without the slash at the end of its path."""
    path, mark, query = identity(url).partition("?")
    return _without_slash(path) + mark + query


def tidy_address(url: str) -> str:
    """`page_address` without the slash at the end of its path; the slash of the root stays."""
    path, mark, query = (page_address(url) or url).partition("?")
    return _without_slash(path) + mark + query


def _without_slash(path: str) -> str:
    origin, mark, rest = path.partition("://")
    host, slash, tail = rest.partition("/")
    tail = tail.rstrip("/")
    return f"{origin}{mark}{host}{slash if tail else '/'}{tail}"
