"""The language of a text that does not say which it is in."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

_SHORTEST = 60
_SAMPLE = 4000


def detect_language(text: str) -> str | None:
    """The two-letter code of a text's language; None when it is too short to tell."""
    letters = sum(character.isalpha() for character in text[:_SAMPLE])
    if letters < _SHORTEST and text.isascii():
        return None
    if letters < _SHORTEST // 3:
        return None
    language, _ = _detector().classify(text[:_SAMPLE])
    return str(language)


@lru_cache(maxsize=1)
def _detector() -> Any:
    # imported late: the model is loaded with it
    import py3langid  # type: ignore[import-untyped]

    return py3langid
