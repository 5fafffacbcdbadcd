"""Which of the sites does a typed name mean? A name is compared with names, never with a path."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from sitecrawl import passagefile


def spoken_name(typed: str) -> str:
    """The site a typed text speaks of: `Example.com`, `https://example.com/docs` and
    `example.com/docs` all speak of `example.com`.
    """
    name = typed.strip().lower()
    if "://" in name:
        try:
            name = passagefile.site_name(name)
        except ValueError:
            return ""
    else:
        name = name.partition("/")[0]
    return name if name.isascii() else _ascii_host(name)


def fitting_sites(typed: str, sites: Sequence[str], aliases: Mapping[str, str]) -> list[str]:
    """The sites that `typed` fits by the first rule that fits any; none is an empty list.

    The rules in order: the whole name, also as its file spells it (`127.0.0.1_8000`, with `.jsonl`
    too); a name it was crawled under (`aliases`: name typed to site); with or without `www.`; the
    host without its port; a run of whole labels of the host that is more than its last one
    (`python` or `docs.python` for `docs.python.org`).
    """
    name = spoken_name(typed)
    if not name:
        return []
    rules = (
        lambda site: name in (site, passagefile.file_stem(site), passagefile.file_stem(site) + passagefile.SUFFIX),
        lambda site: aliases.get(name) == site,
        lambda site: _bare(site) == _bare(name),
        lambda site: _host(site) == name or _bare(_host(site)) == _bare(name),
        lambda site: _holds_labels(_host(site), name),
    )
    for rule in rules:
        found = [site for site in sites if rule(site)]
        if found:
            return found
    return []


def nearest(typed: str, names: Sequence[str], most: int = 20) -> list[str]:
    """`names` with those most like `typed` first, at most `most`."""
    wanted = typed.strip().lower()[:200]
    close = difflib.get_close_matches(wanted, list(names), n=most, cutoff=0.5)
    return [*close, *(name for name in names if name not in close)][:most]


def is_address(text: str) -> bool:
    """Whether `text` is a URL with a host."""
    try:
        return "://" in text and bool(urlsplit(text.strip()).netloc)
    except ValueError:
        return False


def _ascii_host(name: str) -> str:
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def _bare(name: str) -> str:
    return name.removeprefix("www.")


def _host(site: str) -> str:
    host, colon, port = site.rpartition(":")
    return host if colon and port.isdigit() else site


def _holds_labels(host: str, name: str) -> bool:
    labels, wanted = host.split("."), name.strip(".").split(".")
    if not all(wanted):
        return False
    last = len(labels) - len(wanted)
    return any(labels[at : at + len(wanted)] == wanted for at in range(last)) or (
        len(wanted) > 1 and labels[last:] == wanted
    )
