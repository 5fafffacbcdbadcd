"""What counts as a word, in scripts with spaces and without."""

from __future__ import annotations

import re
import unicodedata

CHARACTERS_A_WORD = 3
"""So many characters of a script without spaces count as one word."""

LONG_RUN = 60
"""A run of other characters counts one word more for each so many: addresses, hashes, base64."""

# Thai, Lao, Tibetan, Myanmar, Khmer; hangul; CJK with its punctuation, kana, full-width forms
_SPACELESS = (
    "\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u303f\u3040-\u31ff\u3200-\ua4cf"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
SPACELESS = re.compile(f"[{_SPACELESS}]")
_RUN = re.compile(f"[{_SPACELESS}]+|[^{_SPACELESS}]+")
_WORD_CHARACTER = re.compile(r"[^\W_]")


def has_word(text: str) -> bool:
    """Whether a letter or digit of any script stands in the text."""
    return _WORD_CHARACTER.search(text) is not None


def count_words(text: str) -> int:
    """Words of a text: runs between spaces, three characters of a spaceless script to a word.

    Never less than `len(text.split())`; the sum over the parts of a text is never less than the
    whole, so sizes added up are an upper bound.
    """
    tokens = text.split()
    if not text.isascii() and SPACELESS.search(text) is not None:
        return sum(map(_token_words, tokens))
    if max(map(len, tokens), default=0) <= LONG_RUN:
        return len(tokens)
    return sum(-(-len(token) // LONG_RUN) for token in tokens)


def _token_words(token: str) -> int:
    return sum(run_words(run) for run in _RUN.findall(token))


def run_words(run: str) -> int:
    """Words of a run without spaces that is all of a spaceless script, or has none of it."""
    return -(-len(run) // run_unit(run))


def run_unit(run: str) -> int:
    """Characters that count as one word in such a run."""
    return CHARACTERS_A_WORD if SPACELESS.match(run) else LONG_RUN


def runs(token: str) -> list[str]:
    """A token cut where spaceless scripts and others meet; joined, the token."""
    return _RUN.findall(token)


def fold(text: str) -> str:
    """The text for comparison: NFKC, case folded, white space collapsed."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())
