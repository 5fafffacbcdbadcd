"""Which page of a site is meant by a URL, a path, a suffix, a title or a name?"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Sequence
from urllib.parse import unquote, urlsplit

from mcp_server.sitefile import PageEntry

MOST_CANDIDATES = 10
# most addresses need no parser
_PLAIN = re.compile(r"https?://[\w.\-]+(?::\d+)?(/[\w./~\-]*)", re.A)


def fitting_pages(asked: str, pages: Sequence[PageEntry]) -> list[int]:
    """Numbers of the pages that `asked` fits by the first rule that fits any.

    The rules in order: the URL (its fragment apart), without its scheme too; the path with its query; either of them
    without regard to a closing slash and to case; the end of a path, whole segments; the title;
    the name that the page's JSON-LD gives.
    """
    asked = asked.strip()
    if not asked:
        return []
    address = asked.partition("#")[0] or asked
    key, folded = _spelled(address), _spelled(address).casefold().rstrip("/")
    ending = "/" + folded.lstrip("/")
    words = _words(asked)
    rules: tuple[Callable[[PageEntry], bool], ...] = (
        lambda page: page.url in (asked, address),
        lambda page: key in (*_addresses(page.url), path_of(page.url).lstrip("/")),
        lambda page: folded in [address.casefold().rstrip("/") for address in _addresses(page.url)],
        lambda page: len(ending) > 1 and _ends(page.url, ending),
        lambda page: _words(page.title) == words,
        lambda page: words in map(_words, page.names),
    )
    for rule in rules:
        found = [number for number, page in enumerate(pages) if rule(page)]
        if found:
            return found
    return []


def nearest_pages(asked: str, pages: Sequence[PageEntry]) -> list[int]:
    """Numbers of the pages whose path and title share most trigrams with `asked` (Jaccard index), best first."""
    wanted = _trigrams(_spelled(asked).casefold())
    texts = [f"{path_of(page.url)} {page.title}".casefold() for page in pages]
    # counting what is shared is several times as fast as taking every text apart, and bounds its score
    shared = [sum([gram in text for gram in wanted]) for text in texts]
    best: list[tuple[float, int]] = []
    for number in sorted(range(len(pages)), key=lambda number: -shared[number]):
        if len(best) == MOST_CANDIDATES and shared[number] / len(wanted) < -best[-1][0]:
            break
        insort(best, (-_share(wanted, _trigrams(texts[number])), number))
        del best[MOST_CANDIDATES:]
    return [number for _, number in best]


def path_of(url: str) -> str:
    """Path and query of a URL, percent-encoding undone; `/` for an empty path."""
    if (plain := _PLAIN.fullmatch(url)) is not None:
        return plain[1]
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    query = f"?{parts.query}" if parts.query else ""
    return unquote(parts.path or "/") + unquote(query)


def under_prefix(url: str, prefix: str) -> bool:
    """Whether a URL's path stands under `prefix`, whole segments: `/docs` takes `/docs/x`, not `/docs-old`."""
    wanted = unquote(urlsplit(prefix).path if "://" in prefix else prefix.partition("?")[0])
    wanted = "/" + wanted.strip("/")
    path = path_of(url).partition("?")[0]
    return wanted == "/" or path == wanted or path.startswith(wanted + "/")


def _addresses(url: str) -> tuple[str, str, str]:
    whole = _spelled(url)
    return whole, whole.partition("://")[2], path_of(url)


def _spelled(address: str) -> str:
    return unquote(address)


def _ends(url: str, ending: str) -> bool:
    path = path_of(url).casefold().rstrip("/")
    return path.endswith(ending) or path.partition("?")[0].rpartition(".")[0].endswith(ending)


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


def _trigrams(text: str) -> set[str]:
    return {text[at : at + 3] for at in range(max(1, len(text) - 2))}


def _share(wanted: set[str], had: set[str]) -> float:
    return len(wanted & had) / (len(wanted | had) or 1)
