"""Which pages of a site are asked: by path prefix and by language; and what is said when none is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mcp_server.pagelookup import path_of, under_prefix
from mcp_server.sitefile import PageEntry
from mcp_server.sitenames import nearest
from mcp_server.visible import one_line

NOTHING_ASKED = "No page was asked, so this says nothing about the site: ask again with another filter, or none."
_SHOWN = 8


def admitted(pages: Sequence[PageEntry], path_prefix: str | None, lang: str | None) -> list[bool]:
    """Of each page, whether it stands under the prefix and is in the language; one left out holds for all.

    Of a language the primary subtag counts: `de` and `de-CH` are one.
    """
    wanted = _primary(lang) if lang else None
    return [
        (wanted is None or _primary(page.lang) == wanted) and (not path_prefix or under_prefix(page.url, path_prefix))
        for page in pages
    ]


def nothing_left(site: str, pages: Sequence[PageEntry], path_prefix: str | None, lang: str | None) -> str:
    """The sentence for filters that leave no page: which one it was, and what there is instead."""
    under = [page for page in pages if not path_prefix or under_prefix(page.url, path_prefix)]
    if not under:
        said = one_line(path_prefix or "/", 120)
        return f"No page of {site} stands under the path prefix {said}. {_places(pages, said)}{_begun(pages, said)}"
    there = Counter(_primary(page.lang) or "unknown" for page in under)
    listed = ", ".join(f"{name} ({count})" for name, count in there.most_common(_SHOWN))
    where = f" under {one_line(path_prefix, 120)}" if path_prefix else ""
    return f"No page of {site}{where} is in the language {one_line(lang or '', 40)}. Languages there: {listed}."


def _places(pages: Sequence[PageEntry], typed: str) -> str:
    """The folders in which the pages stand, those most like `typed` first; of a flat site some pages."""
    paths = [[part for part in path_of(page.url).partition("?")[0].split("/") if part] for page in pages]
    folders = [path[:-1] for path in paths]
    depth = 0
    while folders and all(len(folder) > depth and folder[depth] == folders[0][depth] for folder in folders):
        depth += 1
    counts = Counter("/" + "/".join(folder[: depth + 1]) for folder in folders if len(folder) > depth)
    if not paths:
        return "It has no pages at all."
    if not counts:
        some = ", ".join("/" + "/".join(path) for path in paths[:3])
        return f"Its pages are not in folders: {one_line(some, 300)} …"
    ordered = nearest(typed, [name for name, _ in counts.most_common()], _SHOWN)
    return f"Its pages stand under: {one_line(', '.join(f'{name} ({counts[name]})' for name in ordered), 600)}."


def _begun(pages: Sequence[PageEntry], typed: str) -> str:
    """A page whose path begins with what was typed, in the middle of a segment."""
    begun = next((path for page in pages if (path := path_of(page.url)).startswith("/" + typed.strip("/"))), None)
    return f" A prefix takes whole segments: {one_line(begun, 120)} is beside it." if begun else ""


def _primary(tag: str | None) -> str:
    return (tag or "").replace("_", "-").partition("-")[0].strip().lower()
