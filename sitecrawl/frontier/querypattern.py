"""The form of a query string: which parameters turn pages, which choose a view, which narrow a list."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import parse_qsl

Pairs = tuple[tuple[str, str], ...]

_PAGING = re.compile(
    r"page|p|pg|paged|page_?(?:num|no|number|index)|currentpage|cpage|start|offset|skip|from|seite|pagina|sida|strona"
)
_VIEW = re.compile(
    r"sort|sort_?(?:by|order|dir|direction)|order|order_?(?:by|dir)|dir|direction"
    r"|print|printable|print_?view|printer|druck|imprimer"
)
# Names that also mean something else (a folder, an order's number) count only with these values.
_UNSURE_VIEW = {
    "dir": re.compile(r"asc|desc|a|d|up|down|[01]", re.IGNORECASE),
    "direction": re.compile(r"asc|desc|up|down|[01]", re.IGNORECASE),
    "order": re.compile(r"[a-z_.:-]+", re.IGNORECASE),
}
_FACET = re.compile(
    r"colou?r|farbe|couleur|size|groesse|taille|brand|marke|marque|material|price|preis|prix|min|max|(?:min|max)_?price"
    r"|price_?(?:min|max|from|to)|filters?|facets?|refine|rating|stars|in_?stock|availability|gender"
    r"|discount|onsale|(?:filter|facet|attribute|pa|fwp|min|max)[_.-].+"
)
_ADDRESS = re.compile(
    r".*id|lang|language|locale|hl|title|slug|name|path|file|doc|article|topic|post|thread|node|item|product|sku|isbn"
    r"|action|module|controller|task|option|board|forum|t|f|v|version|q|query|search|s"
)
_LANGUAGE = re.compile(r"lang|language|locale|hl")
# Apache's folder listings link "?C=N;O=D" for each column.
_FOLDER_ORDER = re.compile(r"C=[NMSD][;&]O=[AD]")


def read_query(query: str) -> Pairs:
    """The parameters of a query string in their order, empty values kept."""
    return tuple(parse_qsl(query, keep_blank_values=True))


def _stem(name: str) -> str:
    return name.split("[", 1)[0].lower()


def is_paging(name: str) -> bool:
    """Whether a parameter of this name turns the pages of a list."""
    return _PAGING.fullmatch(_stem(name)) is not None


def is_view(name: str, value: str) -> bool:
    """Whether a parameter only orders a list or asks for a print view."""
    stem = _stem(name)
    unsure = _UNSURE_VIEW.get(stem)
    return _VIEW.fullmatch(stem) is not None and (unsure is None or unsure.fullmatch(value) is not None)


def is_facet(name: str) -> bool:
    """Whether a parameter narrows a list, by its name or its brackets ("color[]", "filter[size]")."""
    return not is_paging(name) and ("[" in name or _FACET.fullmatch(_stem(name)) is not None)


def is_address(name: str) -> bool:
    """Whether a parameter by its name says which page is meant: ids, languages, titles, searches."""
    return _ADDRESS.fullmatch(_stem(name)) is not None


def names_a_language(name: str) -> bool:
    """Whether a parameter chooses the language: equal answers may be pages not translated yet."""
    return _LANGUAGE.fullmatch(_stem(name)) is not None


def without_views(query: str) -> Pairs:
    """The parameters but for those that only order a list or ask for a print view."""
    if _FOLDER_ORDER.fullmatch(query):
        return ()
    return tuple((name, value) for name, value in read_query(query) if not is_view(name, value))


def query_grows(pairs: Pairs, parent_pairs: Pairs) -> bool:
    """Whether a link repeats a parameter more often than the page that holds it, on the same path."""
    before = Counter(name for name, _ in parent_pairs)
    now = Counter(name for name, _ in pairs)
    return any(count > 1 and count > before[name] > 0 for name, count in now.items())
