"""An engine's arrays under their names, for the cache, and back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mcp_server.cache import Arrays, Kept
from mcp_server.collection import Collection
from mcp_server.grams import Grams
from mcp_server.index import FieldBM25
from mcp_server.lexicon import Lexicon
from mcp_server.settings import RankingSettings
from mcp_server.statistics import Indexes, Statistics

_T = TypeVar("_T")
_POSTINGS = ("starts", "docs", "impacts")


def name_arrays(collection: Collection, indexes: Indexes) -> Arrays:
    """Every array of an engine, by group and field."""
    arrays = _flatten("collection", collection) | _flatten("indexes", indexes)
    for name in ("passages", "pages"):
        index = getattr(indexes, name)
        if index is not None:
            arrays.update({f"{name}.{part}": getattr(index, part) for part in _POSTINGS})
    return arrays


def take_arrays(kept: Kept, settings: RankingSettings) -> tuple[Collection, Indexes]:
    """The parts of an engine from its arrays; the inverse of `name_arrays`."""
    arrays, collection = kept.arrays, take_collection(kept)
    pages = int(collection.pages[-1]) + 1 if len(collection) else 0
    made: dict[str, Any] = {"pages": None}
    for name, size, b in (("passages", len(collection), settings.b), ("pages", pages, settings.page_b)):
        if f"{name}.docs" in arrays:
            starts, docs, impacts = (arrays[f"{name}.{part}"] for part in _POSTINGS)
            made[name] = FieldBM25(collection.lexicon, starts, docs, impacts, size, settings.k1, b)
    made["grams"] = _gather(Grams, "indexes.grams", arrays, {})
    made["statistics"] = _gather(Statistics, "indexes.statistics", arrays, {})
    return collection, Indexes(**made)


def take_collection(kept: Kept) -> Collection:
    """The collection alone."""
    arrays = kept.arrays
    made: dict[str, Any] = {"languages": tuple(kept.notes["languages"])}
    made["gather"] = partial(kept.gather, "collection.tokens")
    for name in ("words", "lexicon"):
        made[name] = _gather(Lexicon, f"collection.{name}", arrays, {})
    return _gather(Collection, "collection", arrays, made)


def _flatten(prefix: str, value: Any) -> Arrays:
    found: Arrays = {}
    for name in (field.name for field in fields(value)):
        part: NDArray[Any] | Any = getattr(value, name)
        if isinstance(part, np.ndarray):
            found[f"{prefix}.{name}"] = part
        elif is_dataclass(part):
            found.update(_flatten(f"{prefix}.{name}", part))
    return found


def _gather(kind: type[_T], prefix: str, arrays: Arrays, made: dict[str, Any]) -> _T:
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: made[name] if name in made else arrays[f"{prefix}.{name}"] for name in names})
