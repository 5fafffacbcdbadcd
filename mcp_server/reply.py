"""A reply as a client gets it: structured, and the same facts as one text block, within a budget.

The text block is made so that a page cannot forge a part of it: a text of the site stands either
as a JSON string on its own line or behind `| ` on every one of its lines.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

TEXT_BYTES = 36_000
LINE_BYTES = 100_000
# jsonrpc, id, resultType and the server's name, which a transport adds to the line
_ENVELOPE_BYTES = 2_000
_BREAKS = re.compile("\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

T = TypeVar("T")


def structured(reply: Any) -> dict[str, Any]:
    """A reply as JSON values."""
    return dataclasses.asdict(reply)


def as_text(value: Mapping[str, Any]) -> str:
    """The text block of a structured reply: one `name: value` a line, values as JSON,
    longer texts line by line behind `| `.
    """
    return "\n".join(_lines(value))


def is_within_budget(reply: Any) -> bool:
    """Whether both forms of a reply fit into what clients take in one piece."""
    value = structured(reply)
    text = as_text(value)
    size = len(text.encode("utf-8"))
    if size > TEXT_BYTES:
        return False
    line = json.dumps([text, value], ensure_ascii=False, separators=(",", ":"))
    return len(line.encode("utf-8")) + _ENVELOPE_BYTES <= LINE_BYTES


def largest_reply(build: Callable[[int], T], most: int, least: int = 0) -> T:
    """`build(n)` for the largest n of `least` … `most` whose reply is within the budget.

    Replies grow with n. `build(least)` is given when none fits.
    """
    best = build(most)
    if is_within_budget(best):
        return best
    fits, too_many = least, most
    best = build(least)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        tried = build(middle)
        if is_within_budget(tried):
            fits, best = middle, tried
        else:
            too_many = middle
    return best


def _lines(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, item in value.items():
        name = key if _PLAIN_KEY.fullmatch(key) else _json(key)
        yield from _item_lines(f"{indent}{name}:", item, indent + "  ")


def _item_lines(head: str, item: Any, indent: str) -> Iterator[str]:
    if isinstance(item, str) and _BREAKS.search(item):
        yield head
        yield from (f"{indent}| {line}".rstrip(" ") for line in _BREAKS.split(item))
    elif isinstance(item, Mapping) and item:
        yield head
        yield from _lines(item, indent)
    elif isinstance(item, list) and any(isinstance(part, Mapping | list) for part in item):
        yield head
        for number, part in enumerate(item, 1):
            yield from _item_lines(f"{indent}[{number}]", part, indent + "  ")
    else:
        yield f"{head} {_json(item)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
