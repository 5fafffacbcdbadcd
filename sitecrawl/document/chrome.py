"""A page's chrome: navigation, banners and buttons around the content."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element as Element

from sitecrawl.document.extent import text_length
from sitecrawl.document.tree import HEADING_TAGS

# the author's own word that a part is not to be found by searching
_NOT_SEARCHED = re.compile("no-?search|search-?ignore|robots-nocontent|docsearch-ignore", re.I)
_ROLES = frozenset({"navigation", "search", "menu", "menubar", "toolbar", "alertdialog", "tooltip", "progressbar"})
_NAMES = re.compile(
    r"""(?:
      [\w-]*cookie[-_]?(?:bar|banner|notice|consent|popup|modal|overlay|alert|message|law|dialog|disclaimer|hint
        |info|box)[\w-]*
    | [\w-]*(?:onetrust|cookiebot|cybotcookie|usercentrics|didomi|(?<![a-z])cky-|osano|iubenda-cs|qc-cmp|cc-window|cmplz
        |borlabs|gdpr)[\w-]*
    | consent-?(?:banner|bar|popup|modal|manager)
    | (?:[\w-]*[-_])?(?:share|sharing)(?:[-_](?:bar|buttons?|links?|icons?|tools?|this|list|widget|post|box|block))?
    | addtoany[\w-]* | a2a_kit | sharedaddy | addthis[\w-]* | jp-relatedposts
    | social(?:[-_](?:share|sharing|links?|icons?|media|buttons?|bar|nav|list))?s?
    | (?:[\w-]*[-_])?breadcrumbs?(?:[-_](?:nav|trail|list|wrapper|container|bar))? | crumbs
    | skip[-_]?(?:links?|nav|navigation|to[-_\w]*|main|content) | skiplinks?
    | (?:[\w-]*[-_])?edit[-_]?
        (?:this[-_]?)?(?:page|link|button|section|on[-_]?github|post)[\w-]* | mw-editsection | headeredit
    | (?:[\w-]*[-_])?pagination(?:[-_]nav|s|__\w+)?
    | pager | page-?nav | post-?navigation | nav-?links | nav(?:header|footer)
    | prev-?next | sphinxsidebar\w*
    | back-?to-?top | scroll-?to-?top | printfooter | docnav
    | copy-?(?:button|btn)\w* | clipboard-copy
    | mw-cite-backlink | backrefs | material-(?:icons|symbols)[\w-]*
    | longdesc(?:-link)? | print-?(?:link|button) | language-?(?:switcher|selector|picker) | tracking-?pixel
    )""",
    re.I | re.X,
)
# a long section about cookies or sharing is not chrome
_LONGEST = 1500
_SHORTEST_PROSE = 800


def is_chrome(element: Element, tag: str, attributes: dict[str, str], *, has_heading: bool) -> bool:
    """Whether an element is furniture of the page by its tag, role, class or id.

    The id of a section under a heading (`has_heading`) is made of the heading's words.
    """
    if tag == "nav":
        return not _is_misnamed(element)
    if tag in HEADING_TAGS:
        return False
    names, role = attributes.get("class", ""), attributes.get("role", "")
    if tag == "span" and names == "lang":
        # the language that a highlighter shows over its code
        return next((element.itersiblings("pre")), None) is not None
    identifier = "" if has_heading else attributes.get("id", "")
    if not names and not identifier and not role and "itemtype" not in attributes and "aria-label" not in attributes:
        return False
    if role == "tablist" and not has_heading and text_length(element) < _SHORTEST_PROSE:
        return element.find(".//*[@role='tabpanel']") is None
    if (role in _ROLES and not _is_misnamed(element)) or attributes.get("itemtype", "").endswith("BreadcrumbList"):
        return True
    if attributes.get("aria-label", "").lower() in ("breadcrumb", "breadcrumbs"):
        return True
    if "data-pagefind-ignore" in attributes or _is_not_searched(names):
        return True
    return (_reads_as_chrome(names) or _reads_as_chrome(identifier)) and text_length(element) < _LONGEST


def _is_misnamed(element: Element) -> bool:
    """Whether a long "navigation" is prose: an end tag was forgotten."""
    length = text_length(element)
    return length > _SHORTEST_PROSE and 3 * sum(text_length(link) for link in element.iter("a")) < length


@lru_cache(maxsize=20_000)
def _reads_as_chrome(names: str) -> bool:
    return any(map(_is_named_chrome, names.split()))


# single names are few, and stand in many combinations
@lru_cache(maxsize=20_000)
def _is_named_chrome(name: str) -> bool:
    return _NAMES.fullmatch(name) is not None


@lru_cache(maxsize=20_000)
def _is_not_searched(names: str) -> bool:
    return any(map(_NOT_SEARCHED.fullmatch, names.split()))


_SKIP = re.compile(
    r"^(?:skip|jump|go|zum|zur|aller|passer|saltar|ir|vai|ga|hoppa)\b.{0,30}\b(?:content|main|navigation|inhalt|hauptinhalt|contenu|contenido|conteúdo|contenuto|inhoud|innehåll)\b",
    re.I,
)
_EDIT = re.compile(
    r"^(?:edit|improve|suggest edits? (?:to|on)|edit source|view source|show source|report an issue with)"
    r"(?: (?:this|the|on|page|source|github|gitlab|in|wiki|doc|document))*$"
    r"|^(?:(?:diese )?seite (?:auf github )?bearbeiten|(?:modifier|éditer|améliorer) (?:cette|la) page|"
    r"(?:editar|mejorar|melhorar) (?:esta|la|a) página|modifica (?:questa|la) pagina|bewerk deze pagina|"
    r"rediger denne (?:side|siden)|redigera (?:den här )?sidan|edytuj (?:tę )?stronę|"
    r"(?:редактировать|изменить) (?:эту )?страницу|(?:この)?ページを編集(?:する)?|"
    r"编辑(?:此|本)页面?|編輯(?:此|本)頁面?|이 페이지 (?:편집|수정)(?:하기)?)"
    r"(?: (?:on|auf|sur|en|su|no|на) git(?:hub|lab))?$",
    re.I,
)


def is_furniture_link(text: str, href: str) -> bool:
    """Whether a link only moves about the page or invites to edit it."""
    if href.startswith("#"):
        return _SKIP.match(text) is not None
    return len(text) < 60 and (" " in text or not text.isascii()) and _EDIT.match(text) is not None
