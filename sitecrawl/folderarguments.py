"""The arguments of `scrapy crawl folder`, checked before a crawler is made."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.arguments import REFRESH, choice, flag, refuse_unknown
from sitecrawl.datafolder import folder_name
from sitecrawl.errors import UsageRefused
from sitecrawl.frontier.canonical import normalize

# a file name on every system, and the host of a folder:// address; `_80` at its end means a port
_NAME = re.compile(r"(?!.*_\d{1,5}$)[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


@dataclass(frozen=True, slots=True)
class FolderArguments:
    """What was asked for: the folder, the name it is served under, where its files are cited."""

    path: Path
    name: str
    base_url: str | None = None
    watch: bool = False
    refresh: str = "auto"
    force: bool = False

    @property
    def site(self) -> str:
        """The site's name in the data folder."""
        return self.name

    @property
    def base(self) -> str:
        """What the address of each file begins with; it ends in a slash."""
        return self.base_url or f"folder://{self.name}/"

    def as_given(self) -> dict[str, Any]:
        """The arguments as the report keeps them, fit to repeat the crawl."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**given, "path": str(self.path)}


NAMES = tuple(f.name for f in fields(FolderArguments))


def read_folder_arguments(given: Mapping[str, str]) -> FolderArguments:
    """Check and convert spider arguments; UsageRefused names the argument, its value and what is right."""
    refuse_unknown(given, NAMES)
    path = _folder(given.get("path"))
    return FolderArguments(
        path=path,
        name=_name(given.get("name"), path),
        base_url=_base_url(given.get("base_url")),
        watch=flag(given, "watch"),
        refresh=choice(given, "refresh", REFRESH),
        force=flag(given, "force"),
    )


def _folder(value: str | None) -> Path:
    if value is None or not value.strip():
        raise UsageRefused("No folder to read. Give one: scrapy crawl folder -a path=docs -a name=docs")
    path = Path(os.path.abspath(Path(value).expanduser()))  # noqa: PTH100  a link to a folder keeps its name
    if not path.exists():
        raise UsageRefused(f"path={value}: there is no such folder. Give the folder that holds the files.")
    if not path.is_dir():
        raise UsageRefused(f"path={value} is a file. Give the folder that holds it.")
    try:
        os.scandir(path).close()
    except OSError as error:
        raise UsageRefused(f"path={value} cannot be read ({error.strerror}). Make it readable for you.") from None
    return path


def _name(value: str | None, path: Path) -> str:
    name = folder_name(path) if value is None else value.strip().lower()
    if not _NAME.fullmatch(name) or _RESERVED.match(name):
        proposal = folder_name(Path(name or path.name))
        proposal += "-docs" if _RESERVED.match(proposal) else ""
        raise UsageRefused(
            f"name={value} is no safe file name: letters a to z, digits and . _ - between them, "
            f"no _ and digits at the end. Give one like name={proposal}"
        )
    return name


def _base_url(value: str | None) -> str | None:
    if value is None or not value.strip():
        return None
    url = normalize(value.strip())
    if url is None or "://" not in value or urlsplit(value).query or "#" in value:
        raise UsageRefused(
            f"base_url={value} is no address that paths can be put behind. "
            "Give one like base_url=https://docs.example.com/guide/"
        )
    return url if url.endswith("/") else f"{url}/"
