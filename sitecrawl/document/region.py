"""The content region: where on a page its own text stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text, text_length
from sitecrawl.document.tree import PageTree

_TRUSTED_SHARE = 0.25
_RIGHTS = re.compile("©|copyright|all rights reserved", re.I)
_LINKED_SHARE = 0.5
_MAINS = etree.XPath("//main | //*[@role='main']")
_ARTICLES = etree.XPath("//article")
_AROUND = ("banner", "contentinfo", "complementary")
_NAMED = etree.XPath("//div[@id or @class] | //table[@id or @class]")
_FOOTER_NAME = re.compile(
    r"^(?:(?:site|page|main|global|the)[-_]?)?footer(?:[-_]?(?:wrapper|area|container|content|main))?$|^colophon$", re.I
)


@dataclass(frozen=True, slots=True)
class Region:
    """The elements to read, in document order, and those below them to leave out."""

    elements: tuple[Element, ...]
    skip: frozenset[Element] = frozenset()


def choose_region(tree: PageTree) -> Region:
    """The landmark rule: `<main>`, else the largest `<article>`, trusted only if it holds at least 25 % of the page's
    text, else the whole document without its headers, footers and asides.

    A listing renders one article per item, so that the largest may hold next to nothing; a `<main>` may be left
    around a banner while the text stands beside it.
    """
    body = tree.root.find("body")
    whole = body if body is not None else tree.root
    main = _largest(_MAINS(tree.root))
    if main is not None:
        # a menu of the whole site beside it may be longer than any page
        document = whole_document(tree)
        if text_length(main) >= _TRUSTED_SHARE * own_text(document):
            return Region((main,), _surroundings(main))
        return document
    article = _largest(_ARTICLES(tree.root))
    if article is not None and text_length(article) >= _TRUSTED_SHARE * text_length(whole):
        return Region((article,), _surroundings(article))
    return whole_document(tree)


def own_text(region: Region) -> int:
    """Characters of a region's text without what is left out of it and without its menus."""
    left_out = set(region.skip)
    for element in region.elements:
        left_out.update(element.iter("nav"))
    outermost = [element for element in left_out if left_out.isdisjoint(element.iterancestors())]
    return sum(map(text_length, region.elements)) - sum(map(text_length, outermost))


def whole_document(tree: PageTree) -> Region:
    """The body without what stands around its content."""
    body = tree.root.find("body")
    whole = body if body is not None else tree.root
    around = [*tree.root.iter("header", "footer", "aside")]
    around += [element for element in tree.having("role") if element.get("role") in _AROUND]
    skip = {element for element in around if not _belongs_to_section(element)}
    return Region((whole,), frozenset(skip | set(find_footers(tree))))


def find_footers(tree: PageTree) -> list[Element]:
    """The page's own footers: not those of a section, of an article or of a quotation."""
    marked = list(tree.root.iter("footer"))
    marked += [
        element for element in tree.having("role") if element.get("role") == "contentinfo" and element.tag != "footer"
    ]
    found = [
        element
        for element in marked
        if not _is_within(element, ("article", "blockquote", "section", "aside"))
        and (not _is_within(element, ("main",)) or _closes_page(element))
    ]
    if found:
        return found
    if not tree.mentions("footer", "colophon"):
        return []
    named: list[Element] = _NAMED(tree.root)
    return [
        element
        for element in named
        if _is_named_footer(f"{element.get('id') or ''} {element.get('class') or ''}")
        and not _is_within(element, ("article", "main"))
    ]


def _largest(elements: list[Element]) -> Element | None:
    filled = [(text_length(element), element) for element in elements if element.get("hidden") is None]
    if not filled:
        return None
    length, largest = max(filled, key=lambda pair: pair[0])
    return largest if length else None


def _belongs_to_section(element: Element) -> bool:
    """A header or footer of a section within the page is content; an aside is not."""
    return (
        element.tag in ("header", "footer")
        and element.get("role") is None
        and _is_within(element, ("article", "section", "blockquote"))
    )


def _is_within(element: Element, tags: tuple[str, ...]) -> bool:
    return next(element.iterancestors(*tags), None) is not None


@lru_cache(maxsize=20_000)
def _is_named_footer(names: str) -> bool:
    return any(_FOOTER_NAME.match(name) for name in names.split())


def _closes_page(footer: Element) -> bool:
    """Whether a footer within `<main>` is the page's: so marked, or with the site's rights."""
    return footer.get("role") == "contentinfo" or _RIGHTS.search(all_text(footer)) is not None


def _surroundings(region: Element) -> frozenset[Element]:
    """What stands in a region and is not its text: the page's footer, asides that are mostly
    links (contents lists, related pages).
    """
    return frozenset(
        element
        for element in region.iter("aside", "footer")
        if element is not region
        and (
            (element.tag == "footer" and region.tag != "article" and _closes_page(element))
            or sum(text_length(link) for link in element.iter("a")) > _LINKED_SHARE * text_length(element)
        )
    )
