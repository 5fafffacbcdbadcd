"""Characters: what nobody sees is stripped, the rest is NFC."""

from __future__ import annotations

import re
import unicodedata

# soft hyphen, combining grapheme joiner, Hangul fillers, zero-width and bidi controls, invisible
# operators, private use (icons of fonts), interlinear marks, tags, C0 and C1 controls; two variation
# selectors in a row hide data
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e007f"
    "\ue000-\uf8ff\U000f0000-\U0010ffff]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
)
_SPACES = re.compile("[\u00a0\u2007\u202f]")
_LINES = re.compile("\r\n?|[\x85\u2028\u2029]")


def clean(text: str) -> str:
    """Text in NFC without invisible characters; no-break spaces are spaces, line ends are LF."""
    if text.isascii() and text.isprintable():
        return text
    text = _INVISIBLE.sub("", _LINES.sub("\n", text))
    text = _SPACES.sub(" ", text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def one_line(text: str | None) -> str:
    """Cleaned text with each run of white space as one space, none at the ends."""
    return " ".join(clean(text).split()) if text else ""


def count_words(text: str) -> int:
    """Words of a text; in scripts without spaces three characters count as one (contract 3)."""
    if text.isascii():
        return len(text.split())
    unspaced = len(_UNSPACED.findall(text))
    return len(_UNSPACED.sub(" ", text).split()) + (unspaced + 2) // 3


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def has_word(text: str) -> bool:
    """Whether a letter or a digit stands in the text."""
    return _WORD.search(text) is not None


_WORD = re.compile(r"[^\W_]")
