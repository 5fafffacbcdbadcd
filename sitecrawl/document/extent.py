"""How much text an element holds, without walking it in Python."""

from __future__ import annotations

from lxml import etree
from lxml.etree import _Element as Element

_LENGTH = etree.XPath("string-length(normalize-space(.))")
_STRING = etree.XPath("string()", smart_strings=False)


def text_length(element: Element) -> int:
    """Characters of an element's text, runs of white space as one."""
    return int(_LENGTH(element))


def all_text(element: Element) -> str:
    """An element's text as it stands in the source."""
    return str(_STRING(element))
