"""The Link header field (RFC 8288): what a response says about its page beside the page's own markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sitecrawl.frontier.canonical import normalize

_LINK = re.compile(r"<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:\"[^\"]*\"|[^\s\",;]+))?)*)")
_TYPE = re.compile(r";\s*type\s*=\s*(?:\"([^\"]*)\"|([^\s\",;]+))", re.IGNORECASE)
_MARKDOWN = frozenset(("text/markdown", "text/x-markdown"))
_RELATION = re.compile(r";\s*rel\s*=\s*(?:\"([^\"]*)\"|([^\s\",;]+))", re.IGNORECASE)


def canonical_in(values: Iterable[str], url: str) -> str | None:
    """The address that Link header values name as canonical (RFC 6596, section 3) for the page at `url`, or None."""
    return next((normalize(target, url) for target, _ in _related(values, "canonical")), None)


def markdown_in(values: Iterable[str], url: str) -> str | None:
    """The address that Link header values name as the Markdown form of the page at `url`, or None."""
    for target, parameters in _related(values, "alternate"):
        kind = _TYPE.search(parameters)
        if kind and (kind[1] or kind[2]).partition(";")[0].strip().lower() in _MARKDOWN:
            return normalize(target, url)
    return None


def _related(values: Iterable[str], relation: str) -> Iterator[tuple[str, str]]:
    """Targets of that relation with their parameters."""
    for value in values:
        for target, parameters in _LINK.findall(value):
            # RFC 8288, section 3.3: of several rel parameters the first counts
            found = _RELATION.search(parameters)
            if found and relation in (found[1] or found[2] or "").lower().split():
                yield target.strip(), parameters
