"""Words and HTML of the made-up site."""

from __future__ import annotations

import random
from collections.abc import Iterable
from html import escape

_WORDS = (
    "anchor basket candle drawer engine fender garnet hammer island jacket kettle ladder mirror needle "
    "oyster paddle quarry ribbon saddle timber urchin velvet walnut yonder zephyr barrel copper damson "
    "ember furrow gravel hollow indigo juniper kernel linen mortar nutmeg orchard pepper quiver rudder "
    "shutter thistle umber vessel willow yarrow apron bramble cobalt dapple eddy flint grain harbour "
    "inkwell jasper knot lantern meadow nettle opal pebble "
)


def paragraph(seed: str, length: int) -> str:
    """The same words for the same seed, others for others."""
    source, words = random.Random(seed), _WORDS.split()
    return " ".join(source.choice(words) for _ in range(length))


def page(title: str, text: str, hrefs: Iterable[str], lead: str = "") -> str:
    """A page with a heading, a text and its links as a list; `lead` is a line between heading and text."""
    items = "".join(f'<li><a href="{escape(href)}">more</a></li>' for href in hrefs)
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)}</title></head><body>'
        f"<nav><ul>{items}</ul></nav>"
        f"<main><h1>{escape(title)}</h1>{f'<p>{escape(lead)}</p>' if lead else ''}<p>{escape(text)}</p></main>"
        "</body></html>"
    )
