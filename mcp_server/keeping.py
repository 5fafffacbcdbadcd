"""An engine's arrays under their names, for the cache, and back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mcp_server.cache import Arrays
from mcp_server.collection import Collection
from mcp_server.grams import Grams
from mcp_server.index import FieldBM25
from mcp_server.lexicon import Lexicon
from mcp_server.settings import RankingSettings
from mcp_server.statistics import Statistics

_T = TypeVar("_T")
_GROUPS = ("collection", "grams", "statistics")


def name_arrays(collection: Collection, index: FieldBM25, grams: Grams, statistics: Statistics) -> Arrays:
    """Every array of an engine, by group and field."""
    arrays: Arrays = {"index.starts": index.starts, "index.docs": index.docs, "index.impacts": index.impacts}
    for group, value in zip(_GROUPS, (collection, grams, statistics), strict=True):
        arrays.update(_flatten(group, value))
    return arrays


def take_arrays(arrays: Arrays, languages: list[str], settings: RankingSettings
                ) -> tuple[Collection, FieldBM25, Grams, Statistics]:  # fmt: skip
    """The parts of an engine from its arrays; the inverse of `name_arrays`."""
    collection = take_collection(arrays, languages)
    index = FieldBM25(collection.lexicon, arrays["index.starts"], arrays["index.docs"], arrays["index.impacts"],
                      len(collection), settings.k1, settings.b)  # fmt: skip
    return collection, index, _gather(Grams, "grams", arrays, {}), _gather(Statistics, "statistics", arrays, {})


def take_collection(arrays: Arrays, languages: list[str]) -> Collection:
    """The collection alone."""
    made: dict[str, Any] = {"languages": tuple(languages)}
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
