"""Facts that a page carries as JSON-LD."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from lxml.etree import _Element as Element

# describe the page or the site's furniture, not what the page is about
_FURNITURE = frozenset(
    (
        "WebPage",
        "WebSite",
        "BreadcrumbList",
        "ImageObject",
        "SearchAction",
        "SiteNavigationElement",
        "ItemPage",
        "CollectionPage",
        "AboutPage",
        "WPHeader",
        "WPFooter",
        "WPSideBar",
        "ReadAction",
        "ListItem",
        "SpeakableSpecification",
        "EntryPoint",
    )
)
_WRAPPER = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>)\s*;?\s*$"
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_MOST_ENTITIES = 24
_MOST_CHARACTERS = 40_000
_LONGEST_TEXT = 2_000
_MOST_ITEMS = 60
_DEEPEST = 8


def read_entities(root: Element) -> list[dict[str, Any]]:
    """Every entity of the page's JSON-LD, `@graph` and lists flattened; broken blocks are skipped."""
    found: list[dict[str, Any]] = []
    for script in root.iter("script"):
        if (script.get("type") or "").partition(";")[0].strip().lower() == "application/ld+json" and script.text:
            found.extend(_flatten(_parse(script.text)))
    return found


def choose_facts(entities: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """The entities that say something about the page's subject, bounded in number and size."""
    facts: list[dict[str, Any]] = []
    left = _MOST_CHARACTERS
    for entity in entities:
        kinds = _kinds(entity)
        if not kinds or kinds <= _FURNITURE:
            continue
        fact = _bounded(entity, 0)
        size = len(json.dumps(fact, ensure_ascii=False))
        if size > left or fact in facts:
            continue
        facts.append(fact)
        left -= size
        if len(facts) == _MOST_ENTITIES:
            break
    return tuple(facts)


def _parse(text: str) -> Any:
    text = _WRAPPER.sub("", _WRAPPER.sub("", text)).strip().rstrip(";")
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _flatten(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _flatten(item)
    elif isinstance(value, dict):
        graph = value.get("@graph")
        if isinstance(graph, list | dict):
            yield from _flatten(graph)
            if len(value) <= 3:
                return
        if "@type" in value:
            yield {key: inner for key, inner in value.items() if key not in ("@context", "@graph")}


def _kinds(entity: dict[str, Any]) -> set[str]:
    kinds = entity.get("@type")
    names = kinds if isinstance(kinds, list) else [kinds]
    return {str(name).rpartition("/")[2] for name in names if name}


def _bounded(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        text = html.unescape(value)
        return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT].rstrip() + "…"
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        return [_bounded(item, depth + 1) for item in value[:_MOST_ITEMS]]
    if isinstance(value, dict):
        return {str(key): _bounded(inner, depth + 1) for key, inner in list(value.items())[:_MOST_ITEMS]}
    if isinstance(value, float) and value != value:
        return None
    return value
