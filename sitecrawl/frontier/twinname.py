"""Which page a Markdown file is the twin of, by its address (llmstxt.org: the page's address with `.md`)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_MARKDOWN = re.compile(r"\.(?:md|mdx|markdown)$", re.IGNORECASE)
_INDEX = re.compile(r"(?:^|/)(?:index|readme)$", re.IGNORECASE)
_PAGE = re.compile(r"\.(?:html?|xhtml|php|aspx?)$", re.IGNORECASE)
_QUARTO = "-commonmark"  # what Quarto adds where a page has several forms


def page_candidates(url: str) -> list[str]:
    """The addresses that the page of a Markdown file may have, the likeliest first; none for another file.

    `/a/page.html.md` belongs to `/a/page.html`; `/a/page.md` to `/a/page`, `/a/page.html` or
    `/a/page/`; `/a/index.md` to `/a/`.
    """
    parts = urlsplit(url)
    found = _MARKDOWN.search(parts.path)
    if found is None:
        return []
    path = parts.path[: found.start()]
    if not path.rpartition("/")[2]:
        return []
    return [parts._replace(path=candidate).geturl() for candidate in dict.fromkeys(_pages(path))]


def _pages(path: str) -> list[str]:
    if _PAGE.search(path):
        return [path, f"{path.rpartition('/')[0]}/"] if _INDEX.search(path.rpartition(".")[0]) else [path]
    if path.endswith(_QUARTO):
        return [f"{path.removesuffix(_QUARTO)}.html", *_pages(path.removesuffix(_QUARTO))]
    if _INDEX.search(path):
        folder = path.rpartition("/")[0]
        return [f"{folder}/", f"{path}.html", folder or "/"]
    return [path, f"{path}.html", f"{path}/"]
