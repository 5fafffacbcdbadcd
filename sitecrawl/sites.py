"""The sites of a data folder: which exist, which one a name means, and what belongs to each."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from sitecrawl import passagefile
from sitecrawl.errors import SiteKnowledgeError, UsageRefused
from sitecrawl.passagefile import REPORT_SUFFIX, SUFFIX, WITHDRAWN_SUFFIX, Page, file_stem, site_name, site_of_stem
from sitecrawl.report import read_report
from sitecrawl.sitepaths import SitePaths

_MOST_CANDIDATES = 10


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """Numbers of one passage file; `crawled_at` is the newest page's time, None without pages."""

    pages: int
    passages: int
    stale: int
    crawled_at: str | None
    broken_lines: int


def list_sites(data: Path) -> list[str]:
    """Every site with a passage file, a withdrawn one or a report, in order of name."""
    stems: set[str] = set()
    if data.is_dir():
        for path in data.iterdir():
            for suffix in (REPORT_SUFFIX, SUFFIX + WITHDRAWN_SUFFIX, SUFFIX):
                if path.name.endswith(suffix) and path.name != suffix and path.is_file():
                    stems.add(path.name.removesuffix(suffix))
                    break
    return sorted(site_of_stem(stem) for stem in stems)


def count_site(data: Path, site: str) -> SiteCounts | None:
    """Read a passage file's numbers, or None without one. Raises PassageVersionError."""
    path = SitePaths(data, site).passages
    if not path.is_file():
        return None
    damage: list[passagefile.Damage] = []
    pages = passages = stale = 0
    newest: str | None = None
    for record in passagefile.read(path, damage.append):
        if isinstance(record.value, Page):
            pages += 1
            stale += record.value.stale
            newest = max(newest or "", record.value.fetched_at)
        else:
            passages += 1
    return SiteCounts(pages, passages, stale, newest, len(damage))


def typed_site(name: str) -> str:
    """A name as typed (URL, host, host:port) as a site name."""
    typed = name.strip().lower()
    if "://" in typed:
        try:
            return site_name(typed)
        except ValueError:
            return typed
    return typed.partition("/")[0]


def typed_names(data: Path, sites: Iterable[str]) -> dict[str, str]:
    """The names under which sites were typed when they were crawled, each with its site."""
    names: dict[str, str] = {}
    for site in sites:
        try:
            typed = read_report(SitePaths(data, site).report).arguments.get("url")
        except SiteKnowledgeError:
            continue
        if isinstance(typed, str):
            names.setdefault(typed_site(typed), site)
    return names


def resolve_site(name: str, sites: Iterable[str], aliases: Mapping[str, str] | None = None) -> str:
    """The one site that a name means: itself, also as its file spells it, the one it was crawled as
    (`aliases`), else the only one equal up to `www.`, else up to the port.

    Raises UsageRefused that names the candidates.
    """
    known = list(sites)
    wanted = typed_site(name)
    rules: tuple[Callable[[str], bool], ...] = (
        lambda site: _is_named(site, wanted),
        lambda site: (aliases or {}).get(wanted) == site,
        lambda site: _bare(site) == _bare(wanted),
        lambda site: _bare(_host(site)) == _bare(wanted),
    )
    for rule in rules:
        found = [site for site in known if rule(site)]
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageRefused(f"Site {name} is ambiguous. Name one of: {', '.join(found[:_MOST_CANDIDATES])}")
    raise unknown_site(name, known)


def exact_site(name: str, sites: Iterable[str]) -> str:
    """The site of exactly this name, as host, host:port, URL or file name. Raises UsageRefused with candidates."""
    known = list(sites)
    for site in known:
        if _is_named(site, typed_site(name)):
            return site
    raise unknown_site(name, known)


def unknown_site(name: str, known: list[str]) -> UsageRefused:
    """The refusal of a name that no site has, with those most like it first."""
    if not known:
        return UsageRefused(f"No site named {name}: nothing has been crawled yet. Run: site-knowledge crawl URL")
    alike = [site for site in known if _bare(_host(site)) == _bare(_host(typed_site(name)))]
    nearest = alike or difflib.get_close_matches(typed_site(name), known, _MOST_CANDIDATES, 0.5) or known
    return UsageRefused(f"No site named {name}. There is: {', '.join(nearest[:_MOST_CANDIDATES])}")


def remove_site(data: Path, site: str) -> list[Path]:
    """Delete all that belongs to one site and name what was deleted.

    Raises UsageRefused while a crawl of the site runs.
    """
    paths = SitePaths(data, site)
    removed: list[Path] = []
    with _unlocked(paths):
        for path in (paths.passages, paths.withdrawn, paths.report):
            for one in (path, path.with_name(path.name + ".part")):
                if one.is_file():
                    one.unlink()
                    removed.append(one)
    for folder in (paths.work, paths.index):
        if folder.is_dir():
            shutil.rmtree(folder)
            removed.append(folder)
    paths.lock.unlink(missing_ok=True)
    with suppress(OSError):
        paths.lock.parent.rmdir()  # stays when the other spelling of the host has its files there
    return removed


@contextmanager
def _unlocked(paths: SitePaths) -> Iterator[None]:
    if not paths.lock.exists():
        yield
        return
    try:
        with FileLock(paths.lock, timeout=0):
            yield
    except Timeout:
        raise UsageRefused(f"A crawl of {paths.site} is running. Wait for its end, then remove the site.") from None


def _is_named(site: str, name: str) -> bool:
    stem = file_stem(site)  # `127.0.0.1_8000` for `127.0.0.1:8000`
    return name in (site, stem, stem + SUFFIX)


def _bare(site: str) -> str:
    return site.removeprefix("www.")


def _host(site: str) -> str:
    host, colon, port = site.rpartition(":")
    return host if colon and port.isdigit() else site
