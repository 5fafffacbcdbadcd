"""The passage file: what one process writes and the other reads.

UTF-8, one JSON object a line, lines end in LF only. `data/FORMAT.md` describes the fields.
Change a meaning and the version goes up; a new optional key is free.

History of the format:
1: page lines before their passages, levels beside headings
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.errors import PassageFileError, PassageVersionError

FORMAT_VERSION = 1
SUFFIX = ".jsonl"
REPORT_SUFFIX = ".report.json"
WITHDRAWN_SUFFIX = ".withdrawn"

_DEFAULT_PORTS = {"http": 80, "https": 443}
_OPTIONAL = frozenset({"near_group", "twin_url"})
_REMEDY = "Crawl the site again."


@dataclass(frozen=True, slots=True)
class Page:
    """One page line. Times are UTC ISO 8601; `source` is sitemap, link, llms, start or file."""

    url: str
    title: str
    description: str | None
    lang: str | None
    content_type: str
    fetched_at: str
    modified_at: str | None
    etag: str | None
    last_modified: str | None
    hash: str
    depth: int
    source: str
    fetched_with: str
    facts: list[dict[str, Any]]
    passages: int
    stale: bool
    near_group: str | None = None
    twin_url: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage line; `text[overlap:]` of a page's passages, joined, is the page's text."""

    id: str
    url: str
    anchor: str | None
    title: str
    headings: list[str]
    levels: list[int]
    text: str
    position: int
    overlap: int


@dataclass(frozen=True, slots=True)
class Record:
    """A decoded line and where it stands: byte offset and byte length without the LF."""

    offset: int
    length: int
    value: Page | Passage


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that could not be read: its number, counted from 1, and the reason."""

    line: int
    reason: str


@dataclass
class PageRecords:
    """A page with its passages in order, as the writer takes them."""

    page: Page
    passages: list[Passage] = field(default_factory=list)


_KINDS: dict[str, type[Page] | type[Passage]] = {"page": Page, "passage": Passage}
_NAMES = {kind: tuple(f.name for f in fields(cls)) for kind, cls in _KINDS.items()}
_TYPES = {"str": (str,), "str | None": (str, type(None)), "int": (int,), "bool": (bool,)}
_CHECKS = {kind: tuple((f.name, _TYPES.get(str(f.type), (list,))) for f in fields(cls)) for kind, cls in _KINDS.items()}
_MEMBERS: dict[str, type] = {"headings": str, "levels": int, "facts": dict}


def encode(value: Page | Passage) -> bytes:
    """The line of one record, LF included.

    A lone surrogate, which UTF-8 cannot hold, becomes "?"; a number that JSON cannot hold, null.
    """
    kind = "page" if isinstance(value, Page) else "passage"
    row: dict[str, Any] = {"v": FORMAT_VERSION, "kind": kind}
    # `asdict` copies every list, which costs ten times as much as the rest
    values = ((name, getattr(value, name)) for name in _NAMES[kind])
    row.update((name, each) for name, each in values if each is not None or name not in _OPTIONAL)
    try:
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        line = json.dumps(_finite(row), ensure_ascii=False, separators=(",", ":"))
    return line.encode("utf-8", "replace") + b"\n"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def decode(line: bytes, where: str) -> Page | Passage:
    """Read one line.

    `where` names file and line in the messages. Unknown keys are ignored; a field of another
    type than its own is an error, so that readers need not ask again.
    Raises PassageVersionError for another version, PassageFileError for anything else.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise PassageFileError(f"{where}: not a whole JSON object. {_REMEDY}") from None
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in _KINDS:
        raise PassageFileError(f"{where}: neither a page nor a passage. {_REMEDY}")
    version = row.get("v")
    if type(version) is not int or version != FORMAT_VERSION:
        raise PassageVersionError(
            f"{where}: passage format {version}, this program reads {FORMAT_VERSION}. "
            "Crawl the site again or update the program."
        )
    _check(row, kind, where)
    return _KINDS[kind](**{name: row[name] for name in _NAMES[kind] if name in row})


def _check(row: dict[str, Any], kind: str, where: str) -> None:
    missing = sorted(set(_NAMES[kind]) - row.keys() - _OPTIONAL)
    if missing:
        raise PassageFileError(f"{where}: {kind} without {', '.join(missing)}. {_REMEDY}")
    for name, types in _CHECKS[kind]:
        value: Any = row.get(name)
        if type(value) not in types or (name in _MEMBERS and any(type(each) is not _MEMBERS[name] for each in value)):
            raise PassageFileError(f"{where}: {name} of the {kind} is of the wrong type. {_REMEDY}")
    if kind == "passage" and not 0 <= row["overlap"] <= len(row["text"]):
        raise PassageFileError(f"{where}: overlap of the passage is {row['overlap']}. {_REMEDY}")


def read(path: Path, on_damage: Callable[[Damage], None] | None = None) -> Iterator[Record]:
    """Records in file order. A broken line is told to `on_damage`, or raises without one.

    Another format version always raises: nothing behind such a line can be trusted.
    """
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            body = line.rstrip(b"\n")
            if body.strip():
                try:
                    yield Record(offset, len(body), decode(body, f"{path}, line {number}"))
                except PassageVersionError:
                    raise
                except PassageFileError as error:
                    if on_damage is None:
                        raise
                    on_damage(Damage(number, str(error)))
            offset += len(line)


def read_pages(path: Path, on_damage: Callable[[Damage], None] | None = None) -> Iterator[PageRecords]:
    """Pages with their passages; a passage whose page line is missing is left out."""
    current: PageRecords | None = None
    for record in read(path, on_damage):
        if isinstance(record.value, Page):
            if current is not None:
                yield current
            current = PageRecords(record.value)
        elif current is not None and current.page.url == record.value.url:
            current.passages.append(record.value)
    if current is not None:
        yield current


def write(path: Path, pages: Iterable[PageRecords]) -> None:
    """Write a whole file beside `path` and rename it: readers see the old file or the new one."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        for entry in pages:
            file.write(encode(entry.page))
            for passage in entry.passages:
                file.write(encode(passage))
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    # a rename is durable only when its folder is; Windows cannot open folders
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def site_name(url: str) -> str:
    """`host`, or `host:port` where the port is not the scheme's own; lower case."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    try:
        port = parts.port
    except ValueError:
        port = None
    if port is None or port == _DEFAULT_PORTS.get(parts.scheme.lower()):
        return host
    return f"{host}:{port}"


def file_stem(site: str) -> str:
    """The file name of a site without suffix: `example.com_8080` for `example.com:8080`."""
    bare = re.sub(r"[\[\]]", "", site.lower())
    host, colon, port = bare.rpartition(":")
    if site.startswith("[") and site.endswith("]"):
        return bare.replace(":", "-")
    return f"{host.replace(':', '-')}_{port}" if colon else bare


def site_of_stem(stem: str) -> str:
    """The site a file name stands for; the inverse of `file_stem` for names and IPv4 hosts."""
    return re.sub(r"_(\d{1,5})$", r":\1", stem)
