"""Links between the files of a folder: each target is spelled as the file that it means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from sitecrawl.document.model import Document
from sitecrawl.folder import CONTENT_TYPES, page_url, relative_of

# what documentation tools serve for a folder's own address
_FRONT_PAGES = ("index", "README", "readme", "_index")


class FolderLinks:
    """Knows the files of a folder; `base` is what their addresses begin with."""

    def __init__(self, base: str, relatives: Iterable[str]) -> None:
        self._base = base
        self._known = frozenset(relatives)
        self._target = re.compile(rf"(?<=\]\(){re.escape(base)}[^\s()]*")

    def settle(self, document: Document) -> Document:
        """The document with links to `guide`, `guide/` and `guide.html` leading to the file that is there."""
        blocks = tuple(
            replace(block, markdown=self._target.sub(lambda found: self.address(found[0]), block.markdown))
            if block.kind != "code" and self._base in block.markdown
            else block
            for block in document.blocks
        )
        links = tuple(replace(link, url=self.address(link.url)) for link in document.links)
        return replace(document, blocks=blocks, links=links)

    def address(self, url: str) -> str:
        """The address of the file that `url` means, or `url` when there is none."""
        page, mark, fragment = url.partition("#")
        relative = relative_of(self._base, page.partition("?")[0])
        if relative is None or relative in self._known:
            return url
        found = next((name for name in _spellings(relative) if name in self._known), None)
        return f"{page_url(self._base, found)}{mark}{fragment}" if found else url


def _spellings(relative: str) -> Iterable[str]:
    bare = relative.rstrip("/")
    names = [bare.removesuffix(".html")] if bare else []
    names += [f"{bare}/{front}" if bare else front for front in _FRONT_PAGES]
    return (name + ending for name in names for ending in CONTENT_TYPES)
