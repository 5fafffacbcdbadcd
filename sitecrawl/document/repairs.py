"""Repairs of a parsed tree: what a browser's parser or scripts would have made of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from lxml import etree
from lxml.etree import _Element as Element

from sitecrawl.document.extent import text_length

_HEAD_TAGS = frozenset(
    ("title", "meta", "link", "base", "script", "style", "noscript", "template", "basefont", "bgsound")
)
_LONG_NOSCRIPT = 300
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_VOID_TAGS = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_PARAGRAPHS = frozenset(("p", "li", "dt", "dd", "pre", "table", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"))
_DEEPEST, _DEEPEST_PARAGRAPH = 500, 1500
_EARLY_END = re.compile(rb"</(?:body|html)\s*>", re.I)


def without_early_ends(body: bytes, lower: bytes) -> bytes:
    """A page without the end tags of body and html: what follows them is content (HTML standard, "after body").

    libxml2 stops at them. `lower` is the page in lower case.
    """
    kept: list[bytes] = []
    begin = 0
    for place in sorted(_places(lower, b"</body") + _places(lower, b"</html")):
        end = _EARLY_END.match(body, place)
        if end is not None:
            kept.append(body[begin:place])
            begin = end.end()
    return b"".join([*kept, body[begin:]]) if kept else body


def _places(text: bytes, part: bytes) -> list[int]:
    places: list[int] = []
    place = text.find(part)
    while place >= 0:
        places.append(place)
        place = text.find(part, place + len(part))
    return places


def without_deep_nesting(text: str) -> str:
    """A page without containers below its 500th level: their text and paragraphs stay.

    libxml2 drops everything behind the 2,048th level; browsers keep 512.
    """
    kept: list[str] = []
    open_tags: list[tuple[str, bool]] = []
    names = Counter[str]()
    depth = position = 0
    for tag in _TAG.finditer(text):
        ends, name = tag[1] == "/", tag[2].lower()
        if name in _VOID_TAGS or (ends and not names[name]):
            continue
        drops = depth >= (_DEEPEST_PARAGRAPH if name in _PARAGRAPHS else _DEEPEST)
        if not ends:
            open_tags.append((name, drops))
            names[name] += 1
            depth += not drops
        while ends:
            closed, drops = open_tags.pop()
            names[closed] -= 1
            depth -= not drops
            ends = closed != name
        if drops:
            # the words on both sides of a border stay two
            kept += [text[position : tag.start()], " "]
            position = tag.end()
    return "".join([*kept, text[position:]])


def mend_head(root: Element) -> None:
    """Move what cannot stand in a head into the body, as the HTML standard's parser does.

    libxml2 leaves `<main>` and other elements it does not know in a head whose end tag is omitted.
    """
    head = root.find("head")
    if head is None:
        return
    stray = next((place for place, child in enumerate(head) if child.tag not in _HEAD_TAGS), None)
    first = head[stray - 1].tail if stray else head.text if stray == 0 else None
    if stray is None:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    moved = head[stray:]
    for place, child in enumerate(moved):
        body.insert(place, child)
    if moved[-1].tail is None and body.text:
        moved[-1].tail, body.text = body.text, None
    if first and first.strip():
        body.text = first


def keep_formulas(scripts: Iterable[Element]) -> None:
    """Turn TeX scripts into `<math-tex>` elements, which are not dropped with the scripts."""
    for script in scripts:
        kind = (script.get("type") or "").lower()
        if kind.startswith("math/tex"):
            script.tag = "math-tex"
            script.set("class", "display" if "display" in kind else "inline")
            _drop_drawn(script)


def _drop_drawn(script: Element) -> None:
    """Empty what MathJax 2 has drawn of a TeX script in a browser: it stands before the script."""
    for drawn in script.itersiblings(preceding=True):
        is_drawn = drawn.tag in ("span", "div") and (drawn.get("class") or "").startswith("MathJax")
        if not is_drawn or (drawn.tail or "").strip():
            return
        drawn.clear(keep_tail=True)


def show_noscript(root: Element) -> None:
    """Keep noscript text where the page has next to no other: it is the page without scripts."""
    body = root.find("body")
    texts = [element for element in root.iter("noscript") if text_length(element) > _LONG_NOSCRIPT]
    if not texts or body is None:
        return
    unread = sum(text_length(element) for element in body.iter("script", "style", "noscript", "template"))
    if text_length(body) - unread < _LONG_NOSCRIPT:
        for element in texts:
            element.tag = "div"
