"""Text as a person would see it: what cannot be seen cannot smuggle instructions to a model.

Ordinary controls, zero-width, bidi-control, tag and variation-supplement characters go (Unicode
General Category Cf and the fillers of UAX #44's Default_Ignorable_Code_Point); the joiners stay
where a script or an emoji sequence needs them (UAX #31, section 2.3).
"""

from __future__ import annotations

import re
from typing import Any

_JOINING = r"\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_EMOJI = r"\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    rf"|(?<![{_JOINING}])\u200c|(?<![{_JOINING}{_EMOJI}])\u200d|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]+"
)
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")
MOST_DEPTH = 8


def visible(text: str) -> str:
    """`text` without what cannot be seen; half surrogate pairs become U+FFFD."""
    return _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", text))


def one_line(text: str, most: int = 300) -> str:
    """`text` visible, in one line, of at most `most` characters."""
    line = _SPACES.sub(" ", visible(text)).strip()
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def visible_json(value: Any, depth: int = MOST_DEPTH) -> Any:
    """A JSON value with every string and key visible; what lies deeper than `depth` is None."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(str(k)): visible_json(v, depth - 1) for k, v in value.items()} if depth else None
    if isinstance(value, list):
        return [visible_json(v, depth - 1) for v in value] if depth else None
    if isinstance(value, float) and value - value != 0:  # NaN and the infinities are not JSON
        return None
    return value
