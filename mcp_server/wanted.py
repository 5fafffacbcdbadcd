"""What a server was asked to serve when it was started: a site by its address, or a folder of documents."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mcp_server.publicaddress import crawl_target
from mcp_server.refusals import RefusalError
from mcp_server.sitereport import read_report
from sitecrawl.datafolder import folder_name
from sitecrawl.passagefile import SUFFIX, file_stem


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be served: a site by its address, or a folder of documents under a name."""

    name: str
    url: str | None = None
    folder: Path | None = None


def wanted_site(url: str) -> Wanted:
    """A site to keep fresh. Raises RefusalError for what is no web address."""
    return Wanted(name=crawl_target(url).partition("/")[0].lower(), url=url)


def wanted_folder(folder: Path, data: Path) -> Wanted:
    """A folder to serve under its own name, or where another folder in `data` has it (many are called
    docs) with its parents' before it. Raises RefusalError when it is none.
    """
    place = folder.expanduser().absolute()
    if not place.is_dir():
        raise RefusalError(f"{place} is not a folder. Give --folder (or DOCS_DIR) one with Markdown files.")
    parts = [part for part in place.parts if part != place.anchor]
    names = [folder_name(Path("-".join(parts[-count:]))) for count in range(1, len(parts) + 1)] or [folder_name(place)]
    return Wanted(name=next((name for name in names if not _is_taken(name, place, data)), names[-1]), folder=place)


def _is_taken(name: str, place: Path, data: Path) -> bool:
    """Whether `data` holds a site of this name that is not of the folder `place`."""
    file = data / f"{file_stem(name)}{SUFFIX}"
    if not file.is_file():
        return False
    owner = read_report(file).folder
    try:
        return owner is None or not Path(owner).samefile(place)
    except OSError:
        return False  # it has been moved here, or is gone
