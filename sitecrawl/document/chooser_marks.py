"""Marks of an element: what its tag, role and names say about the text in it."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element as Element

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
_OF_TAGS = {tag: MARKS[name] for tag, name in _TAGS.items()}
_OF_ROLES = {role: MARKS[name] for role, name in _ROLES.items()}
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


def mark_of(tag: str, element: Element) -> tuple[int, str]:
    """The marks of an element, one bit each, and its tag (as given) and classes."""
    names = element.get("class", "")
    mark, signature = _of_classes(tag, names)
    keys = element.keys()
    # most elements have classes and nothing else
    if len(keys) > (1 if names else 0):
        for key in keys:
            if key == "id":
                mark |= _of_names(element.get(key, ""))
            elif key == "role":
                mark |= _OF_ROLES.get(element.get(key, ""), 0)
            elif (
                key == "hidden"
                or (key == "aria-hidden" and element.get(key) == "true")
                or (key == "style" and _HIDDEN.search(element.get(key, "")))
            ):
                mark |= MARKS["hidden"]
    return mark, signature


@lru_cache(maxsize=20_000)
def _of_classes(tag: str, names: str) -> tuple[int, str]:
    return _OF_TAGS.get(tag, 0) | _of_names(names), f"{tag} {names}"


@lru_cache(maxsize=50_000)
def _of_names(names: str) -> int:
    mark = 0
    for part in _PART.findall(names):
        mark |= _WORDS.get(part.lower(), 0)
    return mark
