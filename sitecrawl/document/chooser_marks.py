"""Marks of an element: what its tag, role and names say about the text in it."""

from __future__ import annotations

import re
from functools import lru_cache

_NAMES = (
    "main", "article", "header", "aside", "form", "dialog", "list", "table", "pre", "figure", "quote", "details",
    "hidden", "nav",
    "content", "post", "body", "comment", "review", "card", "related", "share", "cookie", "sidebar", "menu",
    "breadcrumb", "author", "date", "tags", "price", "product", "banner", "newsletter", "filter", "widget", "footer",
    "modal", "paging", "action", "faq", "slider", "caption", "login", "hero", "title", "rating", "cart", "tab",
    "quote_of_user", "signature", "user", "search", "description", "thread",
)  # fmt: skip
MARKS = {name: 1 << number for number, name in enumerate(_NAMES)}
NAV = MARKS["nav"]

_TAGS = {
    "main": "main", "article": "article", "header": "header", "aside": "aside", "form": "form", "dialog": "dialog",
    "ul": "list", "ol": "list", "menu": "list", "dl": "list", "table": "table", "pre": "pre", "figure": "figure",
    "figcaption": "caption", "blockquote": "quote", "details": "details",
}  # fmt: skip
_ROLES = {
    "main": "main", "article": "article", "banner": "header", "complementary": "aside", "navigation": "nav",
    "contentinfo": "nav", "dialog": "dialog", "alertdialog": "dialog", "list": "list", "tabpanel": "tab",
    "search": "search", "menu": "nav", "menubar": "nav",
}  # fmt: skip
_FAMILIES = {
    "content": "content contents inhalt contenu",
    "post": "post entry story blog blogpost",
    "body": "body text richtext rte prose markdown wysiwyg copy articlebody",
    "comment": "comment comments commentlist disqus reply replies respond komm",
    "review": "review reviews testimonial testimonials",
    "card": "card cards tile tiles teaser teasers grid item items listing",
    "related": (
        "related recommended recommendations similar also upsell crosssell more trending popular recent "
        "suggested suggestions next previous prev"
    ),
    "share": "share sharing social follow",
    "cookie": "cookie cookies consent gdpr onetrust",
    "sidebar": "sidebar side rail secondary aside",
    "menu": "menu nav navigation navbar subnav toc dropdown mega sitemap",
    "breadcrumb": "breadcrumb breadcrumbs crumb crumbs",
    "author": "author byline bio avatar",
    "date": "date time published meta timestamp postmeta",
    "tags": "tag tags category categories topic topics label labels chip chips badge",
    "price": "price prices pricing plan plans cost amount money",
    "product": "product products shop sku variant variants swatch",
    "banner": "banner ad ads advert advertisement promo promotion sponsor sponsored announcement ticker marquee",
    "newsletter": "newsletter subscribe subscription signup mailing optin",
    "filter": "filter filters facet facets sort sorting refine toolbar",
    "widget": "widget widgets block module",
    "footer": "footer foot bottom colophon copyright legal",
    "modal": "modal popup overlay drawer offcanvas lightbox tooltip",
    "paging": "pagination pager paging pages",
    "action": "cta button btn buttons action actions link links",
    "faq": "faq faqs accordion question answer collapse collapsible",
    "slider": "slider carousel slide swiper slick gallery",
    "caption": "caption credit figcaption",
    "login": "login signin account register user",
    "hero": "hero jumbotron intro lead masthead",
    "title": "title heading headline",
    "rating": "rating ratings stars star score vote votes",
    "cart": "cart basket checkout wishlist quantity qty shipping delivery",
    "tab": "tab tabs",
    "quote_of_user": "quote quoted bbcode",
    "signature": "signature sig",
    "user": "profile member rank poster username postprofile",
    "search": "search searchbox",
    "description": "description desc summary excerpt details specification specs feature features",
    "thread": "thread topic forum message messages posts",
}
_WORDS: dict[str, int] = {}
for _name, _members in _FAMILIES.items():
    for _member in _members.split():
        _WORDS[_member] = _WORDS.get(_member, 0) | MARKS[_name]
_PART = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


def mark_of(tag: str, attributes: list[tuple[str, str]]) -> tuple[int, int]:
    """The marks of an element, one bit each, and a number for its tag and classes."""
    if not attributes:
        return _mark_by_class(tag, "")
    if len(attributes) == 1 and attributes[0][0] == "class":
        return _mark_by_class(tag, attributes[0][1])
    names = identifier = role = ""
    hidden = False
    for name, value in attributes:
        if name == "class":
            names = value
        elif name == "id":
            identifier = value
        elif name == "role":
            role = value
        elif (
            name == "hidden"
            or (name == "aria-hidden" and value == "true")
            or (name == "style" and _HIDDEN.search(value))
        ):
            hidden = True
    mark = _mark(tag, names, identifier, role)
    return (mark | MARKS["hidden"] if hidden else mark), hash((tag, names))


@lru_cache(maxsize=20_000)
def _mark_by_class(tag: str, names: str) -> tuple[int, int]:
    return _mark(tag, names, "", ""), hash((tag, names))


@lru_cache(maxsize=50_000)
def _mark(tag: str, names: str, identifier: str, role: str) -> int:
    mark = 0
    if tag in _TAGS:
        mark |= MARKS[_TAGS[tag]]
    if role in _ROLES:
        mark |= MARKS[_ROLES[role]]
    for part in _PART.findall(f"{names} {identifier}"):
        mark |= _WORDS.get(part.lower(), 0)
    return mark
