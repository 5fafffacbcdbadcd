"""Contents lists: links to the headings of the page that they stand on."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text, text_length
from sitecrawl.document.model import Block
from sitecrawl.document.tree import HEADING_TAGS, PageTree

_NAMED = re.compile(r"(?:^|[\s_-])(?:toc|table-?of-?contents|contents|inhaltsverzeichnis|sommaire)(?:[\s_-]|$)", re.I)
_LABEL = re.compile(
    r"\W*(?:(?:table of )?contents|on this page|in this (?:article|page|guide)|jump to|in-page links|quick links|"
    r"inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des matières|sur cette page|índice|contenido|tabla de "
    r"contenidos?|en esta página|indice|sommario|conteúdo|nesta página|inhoud(?:sopgave)?|op deze pagina|spis treści|"
    r"содержание|оглавление|目次|目录|目錄|本页内容|목차)\W*",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]\w*")
_FEWEST = 3
_KNOWN_SHARE = 0.7
_TITLE = 40
_NUMBER = 6


class Contents:
    """Finds the contents lists of one page."""

    def __init__(self, tree: PageTree) -> None:
        self._addresses = tree.addresses
        self._root = tree.root
        self._headings: set[frozenset[str]] | None = None

    def is_list(self, element: Element, fewest: int = _FEWEST) -> bool:
        """Whether an element holds nothing but links to places of its own page, most of them named as headings."""
        links = element.iter("a")
        first = next(links, None)
        if first is None or not self._leads_here(first):
            return False
        found = [first, *links]
        if len(found) < fewest or not all(map(self._leads_here, found)):
            return False
        if text_length(element) - sum(map(text_length, found)) > _TITLE + _NUMBER * len(found):
            return False
        return sum(map(self._names_heading, found)) >= _KNOWN_SHARE * len(found)

    def is_box(self, element: Element, attributes: dict[str, str]) -> bool:
        """Whether an element around a contents list and its title says so by its class or id."""
        return _is_named(f"{attributes.get('class', '')} {attributes.get('id', '')}") and self.is_list(element, 1)

    def _leads_here(self, link: Element) -> bool:
        href = link.get("href") or ""
        if href.startswith("#"):
            return len(href) > 1
        page, sign, _ = (self._addresses.resolve(href) or "").partition("#")
        return bool(sign) and page == self._addresses.url.partition("#")[0]

    def _names_heading(self, link: Element) -> bool:
        if self._headings is None:
            self._headings = {_words(heading) for heading in self._root.iter(*HEADING_TAGS)}
        words = _words(link)
        return not words or words in self._headings or any(words <= heading for heading in self._headings)


def drop_title(blocks: list[Block]) -> None:
    """Take the title of a contents list that was left out off the end of the blocks."""
    if blocks and _LABEL.fullmatch(blocks[-1].markdown.strip("*_ ")):
        blocks.pop()


@lru_cache(maxsize=20_000)
def _is_named(names: str) -> bool:
    return _NAMED.search(names) is not None


def _words(element: Element) -> frozenset[str]:
    return frozenset(_WORD.findall(all_text(element).casefold()))
