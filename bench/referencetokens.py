"""The references' analysis: words by Unicode, lower case, stop words out, Snowball stems.

The 179 English stop words of bm25s's longer list are left out; CJK and Thai go by bigrams.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import snowballstemmer

_STEMMERS = {"en": "english", "de": "german", "ru": "russian", "ar": "arabic", "hi": "hindi", "tr": "turkish",
             "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "nl": "dutch", "sv": "swedish",
             "fi": "finnish", "da": "danish", "no": "norwegian", "hu": "hungarian", "ro": "romanian", "el": "greek",
             "id": "indonesian", "pl": "polish", "cs": "czech", "ca": "catalan"}  # fmt: skip
_UNSPACED = "\u0e00-\u0eff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962-\u0963"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|(?:[^\W{_UNSPACED}]|[{_MARKS}])+")
_RUN = re.compile(f"[{_UNSPACED}]")


@cache
def english_stop_words() -> frozenset[str]:
    """bm25s's longer list, read without bm25s: what that imports would count as another engine's memory."""
    package = find_spec("bm25s")
    assert package is not None
    assert package.origin is not None
    spec = spec_from_file_location("stopwords", Path(package.origin).with_name("stopwords.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return frozenset(module.STOPWORDS_EN_PLUS)


def tokenizer(language: str) -> Callable[[str], list[str]]:
    """The common analysis of texts in a language."""
    name = _STEMMERS.get(language)
    stemmer = snowballstemmer.stemmer(name) if name else None
    stem = lru_cache(maxsize=None)(stemmer.stemWord if stemmer else str)
    stops = english_stop_words() if language == "en" else frozenset()

    def tokenize(text: str) -> list[str]:
        tokens = []
        for token in _TOKEN.findall(text.lower()):
            if _RUN.match(token):
                tokens += [token[i : i + 2] for i in range(max(1, len(token) - 1))]
            elif token not in stops:
                tokens.append(stem(token))
        return tokens

    return tokenize
