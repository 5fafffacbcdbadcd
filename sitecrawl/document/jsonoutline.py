"""JSON as text for people: an outline in Markdown of its keys and values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.decode import media_type

MAX_LINES = 20_000
_DEEPEST_HEADING = 6
_LONG = 200  # characters from which a text is a paragraph of its own
_NAMES = ("title", "name", "label", "question", "headline", "id", "slug", "key")


def is_json(content_type: str | None) -> bool:
    """Whether a Content-Type says JSON (RFC 6839 suffixes included)."""
    kind = media_type(content_type)
    return kind.partition("/")[2] == "json" or kind.endswith("+json")


def json_outline(body: bytes | str, title: str) -> str | None:
    """The Markdown outline of a JSON document, or None when it is none or holds no word.

    Its own `title` or `name` is the first heading, `title` otherwise. Objects and lists of objects
    become sections, plain values `- key: value`. After 20,000 lines it is cut, and says so.
    """
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    lines: list[str] = []
    written = _write(value, 1)
    for line in written:
        if len(lines) == MAX_LINES:
            lines.append("- (cut here: the document is longer)")
            break
        lines.append(line)
    if not any(map(has_word, lines)):
        return None
    heading = (_name(value) if isinstance(value, dict) else None) or one_line(title)
    return "\n".join([f"# {heading}", "", *lines]) + "\n"


def _write(value: Any, level: int) -> Iterator[str]:
    """The lines of a value that stands under a heading of this level."""
    if isinstance(value, dict):
        named = [(one_line(str(key)), inner) for key, inner in value.items()]
    elif isinstance(value, list):
        named = [(_name(inner) or str(number), inner) for number, inner in enumerate(value, 1)]
        if not any(isinstance(inner, dict | list) for inner in value):
            yield from (f"- {text}" for inner in value if (text := _plain(inner)))
            return
    else:
        yield from _paragraphs(value)
        return
    short = [(key, text) for key, inner in named if (text := _on_one_line(inner)) is not None]
    yield from (f"- {key}: {text}" for key, text in short if text)
    yield ""
    for key, inner in named:
        if _on_one_line(inner) is not None:
            continue
        if level >= _DEEPEST_HEADING:
            yield from (f"- {key}: {text}" for text in (one_line(json.dumps(inner, ensure_ascii=False)),))
            continue
        yield from ("", f"{'#' * (level + 1)} {key}", "")
        yield from _write(inner, level + 1)


def _on_one_line(value: Any) -> str | None:
    """A value that fits behind its key, or None; nothing to say is empty."""
    if isinstance(value, list):
        texts = [_plain(inner) for inner in value]
        if any(text is None for text in texts):
            return None
        joined = ", ".join(text for text in texts if text)
        return joined if len(joined) <= _LONG else None
    text = _plain(value)
    return text if text is None or len(text) <= _LONG else None


def _plain(value: Any) -> str | None:
    """A value as one line; None for what holds other values (an empty one says nothing)."""
    if isinstance(value, dict | list):
        return None if value else ""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return one_line(str(value))


def _paragraphs(value: Any) -> Iterator[str]:
    for paragraph in str(value).split("\n\n") if isinstance(value, str) else [_plain(value) or ""]:
        text = one_line(paragraph)
        if text:
            yield from (text, "")


def _name(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    texts = (value.get(name) for name in _NAMES)
    return next((one_line(str(text)) for text in texts if isinstance(text, str | int) and one_line(str(text))), None)
