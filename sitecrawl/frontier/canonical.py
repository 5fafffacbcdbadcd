"""Addresses: the form in which a page is asked for and cited, and the key of a page.

Resolution is that of the WHATWG URL standard (ada-url), percent-encoding that of RFC 3986, section 6.2.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote

from ada_url import URL

# an escape that closes a broken one stays, or decoding it would complete the other: `%2%35` is not `%25`
_ESCAPE = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SURROGATE = re.compile("[\ud800-\udfff]")

# what quote() leaves alone beside the unreserved characters: everything RFC 3986 lets stand in a path or query
_URL_CHARACTERS = "%!$&'()*+,;=:@/?"

# parameters that name the visitor or the campaign, never the page
_TRACKING = re.compile(
    r"""(?:
      utm_\w+ | hsa_\w+ | pk_(?:campaign|kwd|keyword|source|medium|content|cid) | (?:mtm|piwik|matomo)_\w+
    | _hs(?:enc|mi) | __hs(?:tc|sc|fp) | g(?:clid|clsrc|braid) | fbclid | msclkid | yclid | ysclid | twclid | ttclid
    | dclid | wbraid | li_fat_id | igshid? | mc_[ce]id | _gac? | _gl | vero_(?:id|conv) | oly_(?:enc|anon)_id
    | mkt_tok | rb_clickid | s_cid | wickedid | _openstat | srsltid | epik | _branch_match_id
    | ml_subscriber(?:_hash)? | trk_\w+
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_SESSION = re.compile(
    r"phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sess(?:ion)?_?id|zenid|oscsid|xtcsid|sessid",
    re.IGNORECASE,
)
# `sid=12` may be the twelfth story: only a value that looks drawn at random is a session
_SHORT_SESSION = re.compile(r"sid|s|sess|session", re.IGNORECASE)
_RANDOM_VALUE = re.compile(r"(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])[0-9a-z,_-]{16,}", re.IGNORECASE)
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid|sessionid)=[^/;?]*|/\([A-Z]\([0-9a-z]{16,}\)\)", re.IGNORECASE
)


def normalize(url: str, base: str | None = None) -> str | None:
    """The absolute http or https address that `url` means on a page at `base`, or None.

    Scheme and host in lower case (IDNA), no default port, credentials, fragment or lone `?`; dot segments
    resolved; escapes of unreserved characters decoded, the others in upper case; other characters UTF-8
    escaped. Case and trailing slash of the path, and the order of parameters, stay as written.
    """
    parts = _parse(_SURROGATE.sub("\ufffd", url), base)
    if parts is None or parts.protocol not in ("http:", "https:") or not parts.hostname:
        return None
    return parts.origin + _tidy_escapes(parts.pathname) + _tidy_escapes(parts.search)


def _parse(url: str, base: str | None) -> URL | None:
    # a base that is no address does not spoil an absolute link
    for given in (base, None) if base else (None,):
        try:
            return URL(url, given)
        except ValueError:
            continue
    return None


def _tidy_escapes(text: str) -> str:
    if "%" not in text:
        return text
    return _ESCAPE.sub(_tidy_escape, text)


def _tidy_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def without_tracking(url: str) -> str:
    """A normalized address without its tracking parameters and session ids; the rest keeps its order."""
    path, mark, query = url.partition("?")
    path = _PATH_SESSION.sub("", path)
    if not mark:
        return path
    kept = [pair for pair in query.split("&") if not _is_about_the_visitor(pair)]
    return f"{path}?{'&'.join(kept)}" if kept else path


def _is_about_the_visitor(pair: str) -> bool:
    name, _, value = pair.partition("=")
    name = unquote(name)
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    return bool(_SHORT_SESSION.fullmatch(name) and _RANDOM_VALUE.fullmatch(value))


def identity(url: str) -> str:
    """The key under which two addresses count as one page.

    `normalize`, then tracking parameters and session ids left out, characters that may not stand in a URL
    escaped, parameters sorted, each pair once, `b` the same as `b=`. `/a` and `/a/` differ. An address that
    `normalize` refuses is its own key.
    """
    normal = normalize(url)
    if normal is None:
        return url.strip()
    path, _, query = without_tracking(normal).partition("?")
    pairs = _sorted_pairs(query.split("&"))
    origin, slashes, rest = path.partition("://")
    host, slash, tail = rest.partition("/")
    path = f"{origin}{slashes}{host}{slash}{_escape(tail)}"
    return f"{path}?{pairs}" if pairs else path


def _sorted_pairs(pairs: Iterable[str]) -> str:
    named = {_escape(pair.removesuffix("=") if pair.count("=") == 1 else pair) for pair in pairs}
    return "&".join(sorted(pair for pair in named if pair))


def _escape(text: str) -> str:
    return quote(_BARE_PERCENT.sub("%25", text), _URL_CHARACTERS)
