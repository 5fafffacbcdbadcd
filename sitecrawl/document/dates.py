"""When a page was last changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import escape
from typing import Any

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text
from sitecrawl.document.metadata import Metadata

_ISO = re.compile(
    r"^\s*(\d{4})-?(\d{2})-?(\d{2})"
    r"(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2}|UTC|GMT)?)?\s*$",
    re.I,
)
_EARLIEST = 1990
_LONGEST_DATE = 70
_CJK_DATE = re.compile(r"(\d{4})\s?[年.]\s?(\d{1,2})\s?[月.]\s?(\d{1,2})\s?日?")
# words that stand before a date; a date elsewhere in a text may be anything
_SPEAKS_OF_DATE = (
    "last updated",
    "last update",
    "last modified",
    "last-modified",
    "last changed",
    "last revised",
    "last edited",
    "last reviewed",
    "updated on",
    "updated:",
    "modified:",
    "zuletzt",
    "stand:",
    "aktualisiert",
    "mis à jour",
    "dernière modification",
    "actualizado",
    "aggiornat",
    "更新",
    "обновлен",
    "published on",
    "posted on",
)


def modification_time(root: Element, metadata: Metadata, entities: Iterable[dict[str, Any]]) -> str | None:
    """UTC ISO 8601 time of the last change by JSON-LD, meta, `<time>`, else by the page's own words.

    A date of publication stands in where no change is dated; times in the future are not believed.
    """
    facts = list(entities)
    candidates = [
        *(str(fact["dateModified"]) for fact in facts if fact.get("dateModified")),
        *metadata.modified,
        *_times(root, "modified"),
        *(str(fact["datePublished"]) for fact in facts if fact.get("datePublished")),
        *metadata.published,
        *_times(root, "published"),
    ]
    for candidate in candidates:
        if (time := utc_time(candidate)) is not None:
            return time
    return _from_words(all_text(root))


def utc_time(value: str) -> str | None:
    """An ISO 8601 or RFC 5322 time as `2024-05-01T08:30:00Z`, or None when it is neither or not past."""
    found = _ISO.match(value)
    try:
        moment = _moment(found) if found else parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        return None
    if moment.year < _EARLIEST or moment > datetime.now(UTC):
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _moment(found: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second, zone = found.groups()
    plain = f"{year}-{month}-{day}T{hour or '00'}:{minute or '00'}:{second or '00'}"
    offset = "+00:00" if zone is None or zone.upper() in ("Z", "UTC", "GMT") else zone
    return datetime.fromisoformat(plain + offset)


def _times(root: Element, which: str) -> list[str]:
    modified: list[str] = []
    published: list[str] = []
    for element in root.iter("time"):
        value = element.get("datetime") or element.text or ""
        about = f"{element.get('itemprop') or ''} {element.get('class') or ''}".lower()
        if "modif" in about or "updated" in about:
            modified.append(value)
        elif "publish" in about or element.get("pubdate") is not None:
            published.append(value)
    return modified if which == "modified" else published


def _from_words(text: str) -> str | None:
    """The date behind the words that announce one ("Last updated: 3 May 2021")."""
    lower = text.lower()
    for words in _SPEAKS_OF_DATE:
        place = lower.find(words)
        if place >= 0 and (time := _read_date(text[place : place + _LONGEST_DATE])) is not None:
            return time
    return None


def _read_date(words: str) -> str | None:
    # imported late: it costs a sixth of a second
    from htmldate import find_date

    words = _CJK_DATE.sub(r"\1-\2-\3", " ".join(words.split()))
    try:
        found = find_date(
            f"<html><body><time>{escape(words)}</time></body></html>",
            extensive_search=False,
            min_date=datetime(_EARLIEST, 1, 1),
        )
    except Exception:  # a guess that fails is no reason to lose the page
        return None
    return utc_time(found) if found else None
