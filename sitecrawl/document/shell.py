"""Application shells: pages whose content only a browser would fill in."""

from __future__ import annotations

import re

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text, text_length

_MOUNTS = etree.XPath(
    "//*[@id='root' or @id='app' or @id='__next' or @id='__nuxt' or @id='___gatsby' or @id='svelte'"
    " or @id='application'"
    " or @id='main-app' or @id='react-root' or @id='app-root' or @id='q-app' or @data-reactroot"
    " or @ng-app or @ng-version]"
    " | //app-root | //my-app"
)
_ENABLE = re.compile(r"javascript", re.I)
_BUNDLE = re.compile(
    r"/_next/static|/_nuxt/|/static/js/|(?:^|/)(?:main|app|index|bundle|runtime|vendors?|polyfills|chunk|client|entry)[\w~-]*[.-]?"
    r"(?:[0-9a-f]{6,}|[A-Za-z0-9_-]{8})?(?:\.chunk|\.bundle|\.min)?\.m?js(?:\?|$)",
    re.I,
)
_LOADING = re.compile(
    r"^\W*(?:loading|please wait|lädt|wird geladen|chargement|cargando"
    r"|caricamento|読み込み中|加载中|загрузка)\b.{0,40}$",
    re.I,
)
_EMPTY, _WAITING = "empty mount element", "only a loading message"
_MOST_WORDS = 40
_MOST_CHARACTERS = 1_500
_BLOB = 2_000
_LARGE = 10_000
_SMALL_SHARE = 0.05
_MANY_IMAGES = 3


def shell_signals(root: Element, html_length: int) -> tuple[str, ...]:
    """Signals that a page is a shell without its content, or nothing when it has content.

    To be asked before scripts are dropped. A login form, pictures or data in the page speak
    against; one signal alone is not enough.
    """
    body = root.find("body")
    if body is None:
        return ()
    scripts = list(root.iter("script"))
    noscripts = " ".join(all_text(element) for element in root.iter("noscript"))
    unread = sum(text_length(element) for element in body.iter("script", "style", "noscript", "template", "svg"))
    shown = text_length(body) - unread
    if shown > _MOST_CHARACTERS:
        return ()
    words = _visible_words(body)
    if len(words) > _MOST_WORDS or _has_content(body, scripts):
        return ()
    signals = []
    mount = _empty_mount(root)
    if mount:
        signals.append(f"{_EMPTY} {mount}")
    if _ENABLE.search(noscripts):
        signals.append("noscript asks for JavaScript")
    if any(_BUNDLE.search(script.get("src") or "") for script in scripts):
        signals.append("script bundle")
    if html_length >= _LARGE and shown < _SMALL_SHARE * html_length:
        signals.append(f"{shown} characters of text in {html_length} of HTML")
    if _LOADING.match(" ".join(words)):
        signals.append(_WAITING)
    return tuple(signals) if len(signals) > 1 or (mount and scripts and not words) else ()


def still_empty(signals: tuple[str, ...]) -> tuple[str, ...]:
    """The signals that still count when a browser has rendered the page: those of missing text, not of scripts."""
    return tuple(signal for signal in signals if signal.startswith((_EMPTY, _WAITING)))


def _visible_words(body: Element) -> list[str]:
    parts: list[str] = []
    for element in body.iter():
        if (
            isinstance(element.tag, str)
            and element.tag not in ("script", "style", "noscript", "template", "svg")
            and element.text
        ):
            parts.append(element.text)
        if element.tail:
            parts.append(element.tail)
    return " ".join(parts).split()


def _has_content(body: Element, scripts: list[Element]) -> bool:
    images = sum(1 for image in body.iter("img") if image.get("width") not in ("0", "1"))
    if images >= _MANY_IMAGES or any(field.get("type") == "password" for field in body.iter("input")):
        return True
    return any("json" in (script.get("type") or "") and len(script.text or "") > _BLOB for script in scripts)


def _empty_mount(root: Element) -> str | None:
    mounts: list[Element] = _MOUNTS(root)
    for mount in mounts:
        if mount.tag not in ("html", "body") and len(_visible_words(mount)) <= 3:
            return "#" + (mount.get("id") or str(mount.tag))
    return None
