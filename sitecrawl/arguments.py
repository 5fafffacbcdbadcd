"""The arguments of `scrapy crawl site`, checked before a crawler is made."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.errors import UsageRefused
from sitecrawl.frontier.canonical import normalize
from sitecrawl.passagefile import site_name

_RENDER = ("never", "auto", "always")
REFRESH = ("auto", "full")
_SITEMAP = ("auto", "only", "never")
_HOST = re.compile(r"^(?:[^\s/?#:@\[\]]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?(?:[/?#].*)?$")


@dataclass(frozen=True, slots=True)
class SiteArguments:
    """What a crawl of one site was asked to do; `scheme_given` is false for a bare host."""

    url: str
    max_pages: int = 500
    max_depth: int = 10
    path_prefix: str | None = None
    include: str | None = None
    exclude: str | None = None
    sitemap: str = "auto"
    render: str = "never"
    refresh: str = "auto"
    lang: str | None = None
    force: bool = False
    scheme_given: bool = True

    @property
    def site(self) -> str:
        """`host` or `host:port` of the start address."""
        return site_name(self.url)

    def as_given(self) -> dict[str, Any]:
        """The arguments as the report keeps them, fit to repeat the crawl."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "scheme_given"}


NAMES = tuple(f.name for f in fields(SiteArguments) if f.name != "scheme_given")


def read_arguments(given: Mapping[str, str]) -> SiteArguments:
    """Check and convert spider arguments; UsageRefused names the argument, its value and what is right."""
    refuse_unknown(given, NAMES)
    url, scheme_given = _start_url(given.get("url"))
    return SiteArguments(
        url=url,
        scheme_given=scheme_given,
        max_pages=_whole_number(given, "max_pages", 500, 1),
        max_depth=_whole_number(given, "max_depth", 10, 0),
        path_prefix=_path_prefix(given.get("path_prefix"), url),
        include=_expression(given, "include"),
        exclude=_expression(given, "exclude"),
        sitemap=_sitemap(given.get("sitemap", "auto")),
        render=choice(given, "render", _RENDER),
        refresh=choice(given, "refresh", REFRESH),
        lang=_language(given.get("lang")),
        force=flag(given, "force"),
    )


def refuse_unknown(given: Mapping[str, str], names: Sequence[str]) -> None:
    """Raises UsageRefused for an argument that is none of `names`, with the one most like it."""
    for name in given:
        if name not in names:
            close = difflib.get_close_matches(name, names, 1)
            hint = f" Did you mean {close[0]}?" if close else f" There are: {', '.join(names)}."
            raise UsageRefused(f"Unknown argument {name}={given[name]}.{hint}")


def _start_url(value: str | None) -> tuple[str, bool]:
    if value is None or not value.strip():
        raise UsageRefused("No address to crawl. Give one: scrapy crawl site -a url=https://example.com")
    value = value.strip()
    scheme_given = "://" in value.split("?", 1)[0]
    if not scheme_given:
        if re.match(r"^[a-z][a-z0-9+.-]*:(?!\d)", value, re.I) or not _HOST.match(value):
            raise _nonsense(value)
        value = f"https://{value}"
    try:
        parts = urlsplit(value)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise _nonsense(value) from None
    if parts.scheme.lower() not in {"http", "https"} or not host or not _plausible(host):
        raise _nonsense(value)
    if parts.username or parts.password:
        raise UsageRefused(f"url={value} holds a name or password; only public pages are crawled. Leave them out.")
    url = normalize(value)
    if url is None:
        raise _nonsense(value)
    return url, scheme_given


def _plausible(host: str) -> bool:
    if ":" in host:
        return True
    labels = host.rstrip(".").split(".")
    return all(
        label and len(label) <= 63 and not re.search(r"[\s!\"#$%&'()*+,/;<=>?@\\^`{|}~]", label) for label in labels
    )


def _nonsense(value: str) -> UsageRefused:
    return UsageRefused(f"url={value} is no web address. Give one like url=https://example.com")


def _whole_number(given: Mapping[str, str], name: str, default: int, least: int) -> int:
    value = given.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"\d{1,9}", str(value).strip()) or int(value) < least:
        raise UsageRefused(f"{name}={value} is not a whole number of at least {least}. Give one like {name}={default}.")
    return int(value)


def _path_prefix(value: str | None, start_url: str) -> str | None:
    if value is None or value.strip() in {"", "/"}:
        return None
    value = value.strip()
    if "://" in value:
        host, start = urlsplit(normalize(value) or value).netloc, urlsplit(start_url).netloc
        if host.removeprefix("www.") != start.removeprefix("www."):
            raise UsageRefused(f"path_prefix={value} is not on {start}. Give a path like path_prefix=/docs.")
        value = urlsplit(value).path
    return "/" + value.strip("/")


def _expression(given: Mapping[str, str], name: str) -> str | None:
    value = given.get(name)
    if not value:
        return None
    try:
        re.compile(value)
    except re.error as error:
        raise UsageRefused(
            f"{name}={value} is not a regular expression: {error}. Escape what is meant as it stands."
        ) from None
    return value


def _sitemap(value: str) -> str:
    if value in _SITEMAP:
        return value
    if value.lower().startswith(("http://", "https://")):
        url = normalize(value)
        if url is not None:
            return url
    raise UsageRefused(f"sitemap={value} is none of auto, only, never or the address of a sitemap.")


def choice(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of `choices`, the first unless given. Raises UsageRefused."""
    value = given.get(name, choices[0])
    if value not in choices:
        raise UsageRefused(f"{name}={value} is none of {', '.join(choices)}.")
    return value


def _language(value: str | None) -> str | None:
    if value is None or not value.strip():
        return None
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", value.strip()):
        raise UsageRefused(f"lang={value} is no language tag. Give one like lang=en or lang=pt-BR.")
    return value.strip().lower()


def flag(given: Mapping[str, str], name: str) -> bool:
    """0 or 1, 0 unless given. Raises UsageRefused."""
    value = str(given.get(name, "0")).lower()
    if value in {"1", "true", "yes"}:
        return True
    if value in {"", "0", "false", "no"}:
        return False
    raise UsageRefused(f"{name}={value} is neither 0 nor 1.")
