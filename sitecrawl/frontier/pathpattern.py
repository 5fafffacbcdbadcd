"""The form of a path: its segments, the patterns it belongs to, and the ways in which it repeats itself."""

from __future__ import annotations

import re
from itertools import pairwise

_SESSION_SEGMENT = re.compile(
    r"\(?[a-z]\([0-9a-z]{5,}\)\)?|;?(?:jsessionid|phpsessid|sessionid|sid)=[^/;]+", re.IGNORECASE
)
_SESSION_SUFFIX = re.compile(r";(?:jsessionid|phpsessid|sessionid|sid)=[^/;]*", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?", re.IGNORECASE)
_HOST = re.compile(r"www\.[^.]+\..+|https?:", re.IGNORECASE)
_PRINT = frozenset({"print", "printable", "printview", "print-view", "print-version", "druckansicht", "imprimer"})
_PAGING = frozenset({"page", "pages", "p", "seite", "pagina", "sida", "strona"})


def split_path(path: str) -> list[str]:
    """The segments of a path without empty ones: "/a//b/" gives ["a", "b"]."""
    return [segment for segment in path.split("/") if segment]


def path_patterns(path: str) -> tuple[str, ...]:
    """The patterns of a path, the narrowest first.

    Runs of digits are one mark; then the last segment is free; then all between the first and the last:
    "/user/ann7/posts" gives "/user/ann#/posts", "/user/ann#/*" and "/user/*/posts".
    """
    segments = [re.sub(r"\d+", "#", segment.lower()) for segment in split_path(path)]
    if not segments:
        return ("/",)
    end = "/" if path.endswith("/") else ""
    folder = "/".join(["", *segments[:-1], ""])
    patterns = [folder + segments[-1] + end] if "#" in segments[-1] else []
    patterns.append(f"{folder}*{end}")
    if len(segments) > 2:
        patterns.append(f"/{segments[0]}/*/{segments[-1]}{end}")
    return tuple(patterns)


def repeats_itself(path: str) -> bool:
    """Whether a segment stands more than twice, or a run of two or more segments follows itself.

    Segments of digits are dates and numbers: /2024/01/01/1 does not count.
    """
    segments = split_path(path)
    words = [segment for segment in segments if not segment.isdigit()]
    if any(words.count(word) > 2 for word in set(words)):
        return True
    return any(
        segments[at : at + length] == segments[at + length : at + 2 * length]
        for length in range(2, len(segments) // 2 + 1)
        for at in range(len(segments) - 2 * length + 1)
        if not all(segment.isdigit() for segment in segments[at : at + length])
    )


def grows(path: str, parent_path: str) -> bool:
    """Whether a link resolved below its own page repeats what stands there already.

    Either a host name written without its scheme ("/legal/www.partner.example/policies/") or the
    end of the parent's path a second time ("/help/" to "/help/help/").
    """
    segments, above = split_path(path), split_path(parent_path)
    if any(_HOST.fullmatch(segment) for segment in segments[1:-1]):
        return True
    added = segments[len(above) :]
    return bool(above and added) and segments[: len(above)] == above and added == above[-len(added) :]


def extends(path: str, parent_path: str) -> bool:
    """Whether a path lies below the folder of its parent page and has more segments than it."""
    folder = parent_path.rsplit("/", 1)[0] + "/"
    return path.startswith(folder) and len(split_path(path)) > len(split_path(parent_path))


def without_session(path: str) -> str:
    """The path without session ids: ";jsessionid=…" and segments such as "(S(abc12345))" or "s(abc12345)"."""
    kept = [_SESSION_SUFFIX.sub("", part) for part in path.split("/") if not _SESSION_SEGMENT.fullmatch(part)]
    return "/".join(kept) or "/"


def without_print(path: str) -> str:
    """The path without a first or last segment that asks for a print view: "/print/lamp" gives "/lamp"."""
    segments = path.split("/")
    kept = [part for at, part in enumerate(segments) if part.lower() not in _PRINT or at not in (1, len(segments) - 1)]
    return "/".join(kept) or "/"


def page_number(path: str) -> int | None:
    """The number of a path that counts pages, "/blog/page/2/" gives 2; None for other paths."""
    segments = split_path(path)
    for word, number in pairwise(segments[-2:]):
        if word.lower() in _PAGING and number.isdigit():
            return int(number)
    return None


def names_language(path: str) -> bool:
    """Whether one of the first two segments is a language code: copies below it may be untranslated pages."""
    return any(_LANGUAGE.fullmatch(segment) for segment in split_path(path)[:2])
