"""Private areas: addresses that serve one visitor (a login, a cart) and say nothing about the site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote

_NAMES = """
    login log-in logon logout log-out logoff signin sign-in signout sign-out wp-login wp-admin wp-json xmlrpc.php
    cart basket shopping-cart add-to-cart checkout account my-account myaccount customer-account userlogin userlogout
    forgot-password lost-password reset-password password-reset forgotpassword lostpassword resetpassword
    wishlist warenkorb mein-konto panier mon-compte carrito mi-cuenta carrello winkelwagen koszyk
    special:userlogin special:userlogout special:createaccount special:preferences special:watchlist
"""
_ANYWHERE = frozenset(_NAMES.split())
# words that documentation uses as well (`/ref/contrib/admin/`): private only where a site keeps its own
_AT_THE_ROOT = frozenset({"admin", "administrator", "signup", "sign-up", "register", "auth", "oauth", "oauth2"})
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2,4})?")
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jspx?|do|action|cgi|pl|cfm)$")
_PAGE = re.compile(r"\.html?$")
_CHANGES_STATE = frozenset(
    {"add-to-cart", "add_to_cart", "addtocart", "add_to_wishlist", "remove_item", "remove_from_cart", "logout", "login"}
)
# a page named in the query: `title=Special:UserLogin`, `route=checkout/cart`
_PAGE_NAMES = frozenset({"title", "page", "route", "view", "r"})
_ACTION = frozenset({"action", "do", "mode", "task", "act", "op"})
_ACTIONS = _ANYWHERE | {"register", "edit", "delete", "submit", "add", "remove", "reply"}


def is_private(path: str, query: str = "", asked_for: str = "/") -> bool:
    """Whether a segment of the path, or a parameter of the query (without `?`), names a private area.

    Segments that `asked_for`, the path prefix the user typed, holds already are not counted.
    """
    segments = [unquote(part).lower() for part in path.split("/") if part]
    own = [part for part in asked_for.split("/") if part]
    return _has_private_segment(segments, len(own)) or _has_private_parameter(query)


def _has_private_segment(segments: Sequence[str], skipped: int) -> bool:
    root = 1 if segments and _LANGUAGE.fullmatch(segments[0]) else 0
    for place, segment in enumerate(segments[skipped:], skipped):
        at_root = place <= root
        program = _PROGRAM.sub("", segment)
        # `/login.html` is the form; `/admin.html` may well be a chapter of a manual
        name = _PAGE.sub("", program) if at_root else program
        if segment in _ANYWHERE or name in _ANYWHERE or (at_root and program in _AT_THE_ROOT):
            return True
    return False


def _has_private_parameter(query: str) -> bool:
    if not query:
        return False
    for written, value in parse_qsl(query, keep_blank_values=True):
        name = written.lower()
        if name in _CHANGES_STATE or (name in _ACTION and value.lower() in _ACTIONS):
            return True
        if name in _PAGE_NAMES and not _ANYWHERE.isdisjoint(value.lower().split("/")):
            return True
    return False
