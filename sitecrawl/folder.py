"""The files of a folder: which are read, and which are left out under which rule."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from sitecrawl.document.pdf import can_read_pdf
from sitecrawl.frontier.filetype import PDF_READER_MISSING

CONTENT_TYPES = {
    ".md": "text/markdown",
    ".mdx": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".html": "text/html",
}
_PDF = ".pdf"
MOST_BYTES = 10 * 1024 * 1024  # as the crawl of a site: a bigger "page" is not a page
_DEPENDENCIES = frozenset({"node_modules", "bower_components", "jspm_packages", "__pycache__", "site-packages"})
# a virtual environment and a cache name themselves (PEP 405; bford.info/cachedir)
_MARKERS = frozenset({"pyvenv.cfg", "CACHEDIR.TAG"})
_SAFE = "/~@!$&'*+,;=:"


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A file to read: where it is, its path below the folder with `/`, bytes and time of change."""

    path: Path
    relative: str
    size: int
    mtime_ns: int

    @property
    def depth(self) -> int:
        """How many folders below the folder it stands in."""
        return self.relative.count("/")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file or folder that is not read: the rule, its path below the folder, and what else is known."""

    rule: str
    relative: str
    detail: str | None = None


@dataclass(slots=True)
class Listing:
    """What a folder holds, in order of path; `closed` are folders that could not be listed."""

    files: list[FolderFile] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    closed: list[LeftOut] = field(default_factory=list)

    @property
    def state(self) -> tuple[tuple[str, int, int], ...]:
        """Equal for two listings as long as no file came, went or changed."""
        return tuple((file.relative, file.size, file.mtime_ns) for file in self.files)


def content_type_of(name: str) -> str | None:
    """The media type of a file that is read, by its ending; None for any other."""
    ending = os.path.splitext(name)[1].lower()  # noqa: PTH122  a name, with bytes that may be no text
    if ending == _PDF:
        return "application/pdf" if can_read_pdf() else None
    return CONTENT_TYPES.get(ending)


def page_url(base: str, relative: str) -> str:
    """The address of a file: `base` ends in a slash."""
    return base + quote(os.fsencode(relative), safe=_SAFE)


def relative_of(base: str, url: str) -> str | None:
    """The path of an address below `base`, the inverse of `page_url`; None for one elsewhere."""
    if not url.startswith(base):
        return None
    return os.fsdecode(unquote_to_bytes(url[len(base) :]))


def list_folder(root: Path) -> Listing:
    """The files below `root`. Raises OSError when `root` itself cannot be listed.

    Symbolic links are never walked through; one to a file that is not read under its own name is
    read under the link's, unless it lies outside.
    """
    root = root.resolve()
    listing = Listing()
    links: list[tuple[str, Path]] = []
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            entries = _entries(root / folder)
        except OSError as error:
            if not folder:
                raise
            listing.closed.append(LeftOut("unreadable folder", folder, error.strerror))
            continue
        for entry in entries:
            relative = f"{folder}/{entry.name}" if folder else entry.name
            waiting += _take(entry, relative, root, listing, links)
    _take_links(links, root, listing)
    listing.files.sort(key=lambda file: os.fsencode(file.relative))
    listing.left_out.sort(key=lambda left: os.fsencode(left.relative))
    return listing


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        return list(found)


def _take(
    entry: os.DirEntry[str], relative: str, root: Path, listing: Listing, links: list[tuple[str, Path]]
) -> Iterator[str]:
    """Sort one entry in; yields a folder to go into."""
    rule = detail = None
    if entry.name.startswith("."):
        rule = "hidden"
    elif entry.is_symlink():
        rule, detail = _judge_link(entry, relative, root, links)
    elif entry.is_dir(follow_symlinks=False):
        if entry.name not in _DEPENDENCIES and not any(Path(entry.path, name).is_file() for name in _MARKERS):
            yield relative
            return
        rule = "dependencies"
    elif not entry.is_file(follow_symlinks=False):
        rule = "not a file"
    else:
        rule, detail = _judge_file(Path(entry.path), relative, listing)
    if rule is not None:
        listing.left_out.append(LeftOut(rule, relative, detail))


def _judge_file(path: Path, relative: str, listing: Listing) -> tuple[str | None, str | None]:
    """The rule that leaves a file out, or None when it was taken."""
    if content_type_of(relative) is None:
        return PDF_READER_MISSING if relative.lower().endswith(_PDF) else "file type", None
    try:
        stat = path.stat()
    except OSError as error:
        return "unreadable", error.strerror
    if stat.st_size > MOST_BYTES:
        return "too large", f"{stat.st_size} bytes, at most {MOST_BYTES}"
    listing.files.append(FolderFile(path, relative, stat.st_size, stat.st_mtime_ns))
    return None, None


def _judge_link(
    entry: os.DirEntry[str], relative: str, root: Path, links: list[tuple[str, Path]]
) -> tuple[str | None, str | None]:
    try:
        target = Path(entry.path).resolve(strict=True)
    except (OSError, RuntimeError):  # a loop is a RuntimeError until Python 3.13
        return "broken symlink", None
    if not target.is_relative_to(root):
        return "symlink out of the folder", str(target)
    if target.is_file() and content_type_of(relative) is not None:
        links.append((relative, target))
        return None, None
    return "symlink", target.relative_to(root).as_posix()


def _take_links(links: list[tuple[str, Path]], root: Path, listing: Listing) -> None:
    read = {file.path for file in listing.files}
    for relative, target in links:
        if target in read:
            listing.left_out.append(LeftOut("symlink", relative, target.relative_to(root).as_posix()))
            continue
        rule, detail = _judge_file(target, relative, listing)
        if rule is not None:
            listing.left_out.append(LeftOut(rule, relative, detail))


def read_bytes(file: FolderFile, root: Path) -> bytes:
    """The file's bytes. Raises OSError, also when it has become a link out of the folder meanwhile."""
    if not file.path.resolve(strict=True).is_relative_to(root.resolve()):
        raise OSError(f"{file.relative} is a symlink out of the folder")
    return file.path.read_bytes()
