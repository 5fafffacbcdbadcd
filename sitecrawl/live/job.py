"""What a live crawl is asked to do, as it is handed to the process."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.errors import UsageRefused
from sitecrawl.frontier.canonical import normalize
from sitecrawl.live.linkrank import RankedLink
from sitecrawl.live.pagekey import page_address, page_key
from sitecrawl.passagefile import site_name

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page read a short while ago, not asked for again: the key it is kept under, its final address, its links."""

    key: str
    final_url: str
    links: tuple[RankedLink, ...]


@dataclass(frozen=True, slots=True)
class LiveJob:
    """A live crawl. `levels` counts levels of pages, the root's included; times are seconds.

    `urls` are the root's addresses in the order to try them: https first where http was not ruled out;
    `given_as_http` tells that the address was typed with http.
    `known` holds pages by key.
    """

    urls: tuple[str, ...]
    levels: int = 1
    max_pages: int = 10
    at_once: int = 3
    seconds: float = 45.0
    page_seconds: float = 10.0
    render: str = "auto"
    same_origin: bool = True
    path_prefix: str = "/"
    allow_private: bool = False
    given_as_http: bool = False
    known: Mapping[str, KnownPage] = field(default_factory=dict)


def read_job(given: Mapping[str, Any]) -> LiveJob:
    """A job from its JSON form. Raises UsageRefused, naming the argument, for an address or prefix of no use."""
    urls = _addresses(str(given["url"]), bool(given.get("settled")))
    return LiveJob(
        urls=urls,
        levels=int(given["depth"]),
        max_pages=int(given["max_pages"]),
        at_once=int(given["max_concurrency"]),
        seconds=float(given["seconds"]),
        page_seconds=float(given["page_seconds"]),
        render=str(given["render"]),
        same_origin=bool(given["same_origin"]),
        path_prefix=_prefix(given.get("path_prefix"), urls[0]),
        allow_private=bool(given["allow_private"]),
        given_as_http=str(given["url"]).strip().lower().startswith("http://"),
        known=_known(given.get("known", ())),
    )


def _addresses(typed: str, settled: bool) -> tuple[str, ...]:
    """The root's addresses: only the one given once it is known to answer, or was given as https."""
    given = _SCHEME.match(typed.strip())
    scheme = given[1].lower() if given else ""
    rest = typed.strip()[given.end() if given else 0 :]
    schemes = [scheme] if given and (settled or scheme != "http") else ["https", "http"]
    found = tuple(address for name in schemes if (address := page_address(f"{name}://{rest}")) is not None)
    if not found:
        raise UsageRefused(f"url={typed} is no http or https address. Give one like https://example.com/docs.")
    return found


def _prefix(given: str | None, root: str) -> str:
    """The path prefix as a normalized path without a slash at its end, `/` for all."""
    if not given or not given.strip().strip("/"):
        return "/"
    text = given.strip()
    is_address = "://" in text
    normal = normalize(text if is_address else f"/{text.lstrip('/')}", root)
    if normal is None or (is_address and site_name(normal) != site_name(root)):
        raise UsageRefused(f"pathPrefix={text} is no path of {site_name(root)}. Give one like /docs.")
    return urlsplit(normal).path.rstrip("/") or "/"


def _known(rows: Sequence[Mapping[str, Any]]) -> dict[str, KnownPage]:
    pages: dict[str, KnownPage] = {}
    for row in rows:
        links = tuple(RankedLink(link["url"], link["text"], link["score"], link["nofollow"]) for link in row["links"])
        for url in (row["url"], row["finalUrl"]):
            pages[page_key(url)] = KnownPage(row["key"], row["finalUrl"], links)
    return pages
