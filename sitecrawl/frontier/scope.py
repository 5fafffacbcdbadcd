"""Which addresses belong to the crawl: host, path prefix, include, exclude, file types, private areas."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from sitecrawl.errors import UsageRefused
from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.filetype import PDF_READER_MISSING, is_file, is_pdf_file
from sitecrawl.frontier.private_area import is_private
from sitecrawl.passagefile import site_name


class Scope:
    """The scope of one crawl.

    `path_prefix` counts whole segments (`/docs` takes `/docs` and `/docs/x`, not `/docs-old`); `include` and
    `exclude` are regular expressions searched in the whole URL, as escaped and as people read it.
    `keep_private` admits private areas, `keep_pdf` PDF files.

    Raises UsageRefused, naming the argument, for a start URL that is no http address and for an
    expression that does not compile.
    """

    def __init__(
        self,
        start_url: str,
        path_prefix: str | None = None,
        include: str | None = None,
        exclude: str | None = None,
        keep_private: bool = False,
        keep_pdf: bool = False,
    ) -> None:
        start = normalize(start_url)
        if start is None:
            raise UsageRefused(f"url={start_url} is no http or https address. Give one like https://example.com/.")
        self.start = start
        self.site = site_name(start)
        self.prefix = _read_prefix(path_prefix, start)
        self._include = _read_expression("include", include)
        self._exclude = _read_expression("exclude", exclude)
        self._keep_private = keep_private
        self._keep_pdf = keep_pdf

    def refusal(self, url: str, listed: bool = False) -> str | None:
        """The name of the rule that keeps `url` out, or None; `listed` when a sitemap names the address."""
        normal = normalize(url)
        if normal is None:
            return "not http"
        if site_name(normal) != self.site:
            return "other host"
        parts = urlsplit(normal)
        if not _is_below(parts.path, self.prefix):
            return "path prefix"
        rule = self._choice(normal)
        if rule is not None:
            return rule
        if is_file(parts.path, parts.query):
            return "file type"
        if not self._keep_pdf and is_pdf_file(parts.path):
            return PDF_READER_MISSING
        if not (listed or self._keep_private) and is_private(parts.path, parts.query, self.prefix):
            return "private area"
        return None

    def _choice(self, url: str) -> str | None:
        spellings = {url, unquote(url)}
        if self._include is not None and not any(self._include.search(spelling) for spelling in spellings):
            return "include"
        if self._exclude is not None and any(self._exclude.search(spelling) for spelling in spellings):
            return "exclude"
        return None


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")


def _read_prefix(path_prefix: str | None, start: str) -> str:
    """The prefix as a normalized path without a slash at its end, `/` for all; a whole URL gives its path."""
    if not path_prefix or not path_prefix.strip("/ "):
        return "/"
    given = path_prefix.strip()
    address = given if re.match(r"https?://", given, re.IGNORECASE) else f"/{given.lstrip('/')}"
    normal = normalize(address, start)
    if normal is None or site_name(normal) != site_name(start):
        raise UsageRefused(f"path_prefix={path_prefix} is no path of {site_name(start)}. Give one like /docs.")
    return urlsplit(normal).path.rstrip("/") or "/"


def _read_expression(name: str, expression: str | None) -> re.Pattern[str] | None:
    if not expression:
        return None
    try:
        return re.compile(expression)
    except re.error as error:
        raise UsageRefused(
            f"{name}={expression} is no regular expression ({error}). Write a literal dot as \\. and a plus as \\+."
        ) from None
