"""Addresses of a page: what its links resolve to."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import ada_url

_WASTE = re.compile(r"[\t\r\n]")
_UNSAFE = str.maketrans(
    {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", '"': "%22", "\\": "%5C", "|": "%7C"}
)
# absolute and with nothing to resolve in it
_PLAIN = re.compile(r"https?://[a-z0-9.:-]+(?:/(?!\.)[^\\\s#?/]*)*(?:[?#][^\\\s]*)?$")
_BESIDE = re.compile(r"(?!\.)[^\\\s:#?/]+(?:/(?!\.)[^\\\s:#?/]+)*(?:[?#][^\\\s]*)?$")
_UNPLAIN = re.compile(r"^//|/\.|\\")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Addresses:
    """Resolves references against a page's base (WHATWG: the first `<base href>` of the page)."""

    def __init__(self, url: str, base: str | None = None) -> None:
        self.url = url
        self.base = url if base is None else _join(url, base.strip())
        self._page = self.base.partition("#")[0]
        parts = urlsplit(self.base)
        self._origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
        path = self._page.partition("?")[0]
        # the folder that a plain relative reference stands in, where there is nothing to resolve
        is_plain = self._origin.startswith(("http://", "https://")) and "/." not in path
        self._folder = path.rpartition("/")[0] + "/" if is_plain and path.count("/") > 2 else ""
        self._known: dict[str, str | None] = {}

    def resolve(self, reference: str | None) -> str | None:
        """The absolute http(s), mailto or tel address of a reference, or None."""
        if reference is None:
            return None
        if reference not in self._known:
            self._known[reference] = self._resolve(reference)
        return self._known[reference]

    def resolve_web(self, reference: str | None) -> str | None:
        """Like `resolve`, for addresses that can be fetched."""
        address = self.resolve(reference)
        return address if address is not None and address.startswith(("http://", "https://")) else None

    def in_markdown(self, reference: str | None) -> str | None:
        """The address as a Markdown link target, or None when a link would lead nowhere."""
        if reference is None or reference.strip() in ("", "#"):
            return None
        address = self.resolve(reference)
        return address.translate(_UNSAFE) if address else None

    def _resolve(self, reference: str) -> str | None:
        reference = _WASTE.sub("", reference.strip())
        if reference.startswith("#"):
            return self._page + reference
        if reference.startswith("/") and self._origin and not _UNPLAIN.search(reference):
            return self._origin + reference
        if _PLAIN.match(reference):
            return reference
        if _SCHEME.match(reference):
            lower = reference.lower()
            if lower.startswith(("mailto:", "tel:")):
                return reference
            if not lower.startswith(("http:", "https:")):
                return None
        if _BESIDE.match(reference) and self._folder:
            return self._folder + reference
        address = _join(self.base, reference)
        return address if address.startswith(("http://", "https://", "folder://")) else None


def _join(base: str, reference: str) -> str:
    try:
        if base.startswith("folder://") or "\\" in reference:
            # urllib joins only for schemes that it knows, and takes a backslash for no slash
            return ada_url.join_url(base, reference)
        return urljoin(base, reference)
    except ValueError:
        # urllib refuses what looks like a broken IPv6 host
        return ""
