"""What a page says of itself outside its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sitecrawl.document.metadata import Metadata

_LONGEST_SAID = 60_000


@dataclass(frozen=True, slots=True)
class Hints:
    """What a page says of itself outside its text: address, title, descriptions, JSON-LD types, og:type."""

    url: str
    title: str = ""
    said: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    page_kind: str = ""


def read_hints(url: str, metadata: Metadata, entities: Iterable[dict[str, Any]]) -> Hints:
    """Hints from a page's metadata and JSON-LD entities."""
    found = list(entities)
    kinds = frozenset(str(kind) for entity in found for kind in _as_list(entity.get("@type")))
    said = [metadata.description] if metadata.description else []
    left = _LONGEST_SAID
    for text in _strings(found, 0):
        left -= len(text)
        if left < 0:
            break
        said.append(text)
    # also "og:product", "product.item"
    kind = metadata.values.get("og:type", "").strip().lower().removeprefix("og:").partition(".")[0]
    return Hints(url, metadata.title, tuple(said), kinds, kind)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) > 30 and " " in value:
            yield value
    elif depth < 8:
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from _strings(inner, depth + 1)
