"""A page's title, without the site's name behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from sitecrawl.document.characters import has_word, one_line
from sitecrawl.document.metadata import Metadata

_SEPARATORS = re.compile(r"\s+[|–—·•»«›:~/-]+\s+|\s*[|»«]\s*|:\s+")
_LETTERS = re.compile(r"[\W_]+")


def choose_title(metadata: Metadata, h1s: Sequence[str], first_heading: str | None, url: str) -> str:
    """og:title, else the h1, else `<title>`, each without the site's own name; never empty."""
    host = (urlsplit(url).hostname or "").lower()
    main_heading = _best_heading(h1s, metadata.title)
    og = without_site(one_line(metadata.values.get("og:title")), metadata.site_name, host, main_heading)
    tag = without_site(metadata.title, metadata.site_name, host, main_heading or first_heading)
    is_generic = (
        _letters(og) == _letters(metadata.site_name or "")
        or (og != "" and _letters(og) in _letters(host.partition(".")[0]))
        or _is_the_rest(og, metadata.title, main_heading)
    )
    candidates = (main_heading, tag, og, first_heading) if is_generic else (og, main_heading, tag, first_heading)
    return next((title for title in candidates if title and has_word(title)), None) or name_from_url(url)


def _is_the_rest(og: str, title: str, heading: str | None) -> bool:
    """Whether `<title>` is the h1 and og:title: the same og:title stands on every page of such a site."""
    name, own, whole = _letters(og), _letters(heading or ""), _letters(title)
    return name != "" and own != "" and name != own and whole in (own + name, name + own)


def without_site(title: str, site_name: str | None, host: str, heading: str | None) -> str:
    """A title without the site's name at its end or beginning.

    The name is what the page says it is, or what the host spells; a part that is the h1 is
    the title.
    """
    cuts = list(_SEPARATORS.finditer(title))
    if not cuts:
        return title
    first, last = title[: cuts[0].start()].strip(), title[cuts[-1].end() :].strip()
    if heading:
        for part in (title[: cuts[-1].start()].strip(), title[cuts[0].end() :].strip(), first, last):
            if _letters(part) == _letters(heading):
                return part
    if _is_site(last, site_name, host):
        return title[: cuts[-1].start()].strip() or title
    if _is_site(first, site_name, host):
        return title[cuts[0].end() :].strip() or title
    return title


def name_from_url(url: str) -> str:
    """Words of an address's last segment, or its host."""
    parts = urlsplit(url)
    segment = unquote(parts.path.rstrip("/").rpartition("/")[2])
    words = re.sub(
        r"[-_+.]+", " ", re.sub(r"\.(?:html?|xhtml|php|aspx?|md|txt|markdown|pdf)$", "", segment, flags=re.I)
    ).strip()
    return one_line(words) or parts.hostname or url


def _best_heading(h1s: Sequence[str], title: str) -> str | None:
    named = next((heading for heading in h1s if _letters(heading) and _letters(heading) in _letters(title)), None)
    return named or (h1s[0] if h1s else None)


def _is_site(part: str, site_name: str | None, host: str) -> bool:
    letters = _letters(part)
    if not letters:
        return False
    if site_name and letters == _letters(site_name):
        return True
    label = _letters(host)
    return len(letters) >= 3 and (letters in label or any(_letters(name) == letters for name in host.split(".")))


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).casefold()
