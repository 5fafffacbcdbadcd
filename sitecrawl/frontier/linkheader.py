"""The Link header field (RFC 8288): what a response says about its page beside the page's own markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sitecrawl.frontier.canonical import normalize

_LINK = re.compile(r"<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:\"[^\"]*\"|[^\s\",;]+))?)*)")
_RELATION = re.compile(r";\s*rel\s*=\s*(?:\"([^\"]*)\"|([^\s\",;]+))", re.IGNORECASE)


def canonical_in(values: Iterable[str], url: str) -> str | None:
    """The address that Link header values name as canonical (RFC 6596, section 3) for the page at `url`, or None."""
    for value in values:
        for target, parameters in _LINK.findall(value):
            # RFC 8288, section 3.3: of several rel parameters the first counts
            relation = _RELATION.search(parameters)
            if relation and "canonical" in (relation[1] or relation[2]).lower().split():
                return normalize(target.strip(), url)
    return None
