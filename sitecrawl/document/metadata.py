"""What a page's head says about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml.etree import _Element as Element

from sitecrawl.document.characters import one_line
from sitecrawl.document.extent import all_text
from sitecrawl.document.tree import PageTree

MARKDOWN_TYPES = frozenset(("text/markdown", "text/x-markdown"))
_REFRESH = re.compile(r"^\s*[\d.]*\s*(?:[;,]\s*)?(?:url\s*=\s*)?(?:\"([^\"]*)|'([^']*)|(\S.*))?", re.I | re.S)
_SLOWEST_REFRESH = 30
_MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "og:article:modified_time",
    "last-modified",
    "lastmod",
    "dcterms.modified",
    "dc.date.modified",
    "revised",
    "date-modified",
    "datemodified",
    "docbuild:last-update",
    "updated_time",
)
_PUBLISHED = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "date",
    "dc.date",
    "dcterms.date",
    "dc.date.issued",
    "publishdate",
    "publication_date",
    "citation_publication_date",
    "sailthru.date",
    "pubdate",
)


@dataclass(slots=True)
class Metadata:
    """Head facts as found: meta values by lower-case name, first one wins."""

    title: str = ""
    values: dict[str, str] = field(default_factory=dict)
    robots: list[tuple[str, str]] = field(default_factory=list)
    canonical: str | None = None
    refresh: str | None = None
    lang: str | None = None
    markdown: str | None = None

    @property
    def description(self) -> str | None:
        """The description for people, or None."""
        return self._first(
            "description", "og:description", "twitter:description", "dc.description", "dcterms.description"
        )

    @property
    def site_name(self) -> str | None:
        """The name of the site as the page gives it, or None."""
        return self._first("og:site_name", "application-name", "apple-mobile-web-app-title")

    @property
    def modified(self) -> list[str]:
        """Dates of the last change, best first."""
        return [self.values[name] for name in _MODIFIED if name in self.values]

    @property
    def published(self) -> list[str]:
        """Dates of publication, best first."""
        return [self.values[name] for name in _PUBLISHED if name in self.values]

    def _first(self, *names: str) -> str | None:
        return next((value for name in names if (value := one_line(self.values.get(name)))), None)


# agents that a robots meta tag may name: any that is no other known meta name
_ROBOTS = re.compile(r"^[a-z][a-z0-9_-]*$")
_DIRECTIVE = re.compile(
    r"\b(?:noindex|nofollow|none|index|follow|all|noarchive|nosnippet|noimageindex|max-snippet|unavailable_after)\b",
    re.I,
)
_NO_AGENTS = frozenset(
    ("description", "keywords", "author", "viewport", "generator", "title", "abstract", "subject", "theme-color")
)


def read_metadata(tree: PageTree) -> Metadata:
    """Read title, meta and link elements, wherever malformed markup has put them."""
    found = Metadata()
    root = tree.root
    for element in root.iter("title", "meta", "link"):
        if element.tag == "title":
            if not found.title and not _in_drawing(element):
                found.title = one_line(all_text(element))
        elif element.tag == "meta":
            _read_meta(tree, found, element)
        elif not _in_body_text(element):
            _read_link(tree, found, element)
    found.lang = _declared_language(tree, found)
    return found


def _read_meta(tree: PageTree, found: Metadata, element: Element) -> None:
    content = element.get("content")
    if content is None:
        return
    directive = (element.get("http-equiv") or "").strip().lower()
    if directive == "refresh":
        # in a noscript it leads browsers without scripts away from a page that has its text
        if next(element.iterancestors("noscript"), None) is None:
            found.refresh = found.refresh or refresh_target(content, tree.addresses.resolve_web)
    elif directive:
        found.values.setdefault(directive, content)
    name = (element.get("name") or element.get("property") or element.get("itemprop") or "").strip().lower()
    if not name:
        return
    found.values.setdefault(name, content)
    if name == "robots" or (
        _ROBOTS.match(name)
        and name not in _NO_AGENTS
        and "bot" in name + _named_ours(name)
        and _DIRECTIVE.search(content)
    ):
        found.robots.append((name, content))


def _named_ours(name: str) -> str:
    return "bot" if name == "siteknowledge" else ""


def _read_link(tree: PageTree, found: Metadata, element: Element) -> None:
    rel = (element.get("rel") or "").lower().split()
    if "canonical" in rel and found.canonical is None:
        found.canonical = tree.addresses.resolve_web(element.get("href") or None)
    kind = (element.get("type") or "").partition(";")[0].strip().lower()
    if "alternate" in rel and kind in MARKDOWN_TYPES and not element.get("hreflang"):
        found.markdown = found.markdown or tree.addresses.resolve_web(element.get("href") or None)


def refresh_target(content: str, resolve: Callable[[str], str | None]) -> str | None:
    """The address that the value of a meta refresh or a Refresh header leads to soon, or None.

    HTML standard, "shared declarative refresh steps".
    """
    seconds = re.match(r"\s*(\d*)", content)
    if seconds and seconds[1] and int(seconds[1][:6]) > _SLOWEST_REFRESH:
        return None
    match = _REFRESH.match(content)
    target = next((part for part in match.groups() if part), None) if match else None
    return resolve(target.strip()) if target else None


def _declared_language(tree: PageTree, found: Metadata) -> str | None:
    """html lang, Content-Language, or the hreflang under which the page lists itself."""
    return next((tag for candidate in _languages(tree, found) if (tag := language_tag(candidate))), None)


def _languages(tree: PageTree, found: Metadata) -> Iterator[str | None]:
    root = tree.root
    yield from (root.get(name) for name in ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang"))
    body = root.find("body")
    if body is not None:
        yield body.get("lang")
    yield found.values.get("content-language")
    own = {tree.addresses.url.partition("#")[0], found.canonical}
    for link in root.iter("link"):
        if "alternate" in (link.get("rel") or "").lower() and tree.addresses.resolve_web(link.get("href")) in own:
            yield link.get("hreflang")
    yield (found.values.get("og:locale") or "").partition(".")[0]


def language_tag(value: str | None) -> str | None:
    """A BCP 47 tag in its usual letter case (`de`, `pt-BR`, `zh-Hant`), or None."""
    parts = re.split("[-_]", (value or "").strip().split(",")[0].strip())
    if not re.fullmatch("[A-Za-z]{2,3}", parts[0]) or not all(re.fullmatch("[A-Za-z0-9]{1,8}", part) for part in parts):
        return None
    if len(parts) > 1 and parts[0].lower() == "x":
        return None
    cased = [
        part.upper() if len(part) == 2 else part.title() if len(part) == 4 and part.isalpha() else part.lower()
        for part in parts[1:]
    ]
    return "-".join([parts[0].lower(), *cased])


def _in_drawing(element: Element) -> bool:
    return next(element.iterancestors("svg", "symbol"), None) is not None


def _in_body_text(element: Element) -> bool:
    # a canonical link typed into the text of a page is not the page's word
    return next(element.iterancestors("p", "article", "pre", "textarea", "li"), None) is not None
