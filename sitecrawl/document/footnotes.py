"""Footnotes: their marks are no links worth citing, and a note stands behind its number."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

_MARK = re.compile(r"[\[(]?\s*(?:\d{1,4}|[a-z]{1,2}|[ivx]{1,5}|[*†‡§]{1,3}|(?:note|fn)\s?\d{1,3})\s*[\])]?\.?", re.I)
_BACK = re.compile(r"[\s^↩↵⤴⏎↑⬆⮌⇧\ufe0e\ufe0f]+|(?:jump |back )?(?:up|back)(?: to (?:the )?(?:text|content))?", re.I)
_NAMES = re.compile(r"foot|(?:^|[\W_])(?:fn|note|cite|ref|sdfn)|noteref|backlink|backref|citation", re.I)
_NOTE = re.compile(r"(?:^|\s)(?:footnote|citation)(?:\s|$)")


def is_mark(link: Element, href: str, text: str) -> bool:
    """Whether a link only leads from a number in the text to a note, or from the note to its number."""
    return href.startswith("#") and _MARK.fullmatch(text.strip()) is not None and _is_of_note(link, href)


def leads_back(link: Element, href: str, text: str) -> bool:
    """Whether a link is the arrow behind a note that leads back into the text."""
    return href.startswith("#") and _BACK.fullmatch(text) is not None and text.strip() != "" and _is_of_note(link, href)


def join_labels(root: Element, source: bytes) -> None:
    """Put the number of a note, which docutils writes beside it, at the beginning of its text."""
    if b"footnote" not in source and b"citation" not in source:
        return
    for label in root.iter("span"):
        note = label.getparent()
        if label.get("class") != "label" or note is None or not _NOTE.search(note.get("class") or ""):
            continue
        text = next((beside for beside in label.itersiblings() if beside.get("class") != "backrefs"), None)
        if text is not None and text.tag == "p":
            label.tail, text.text = f" {text.text or ''}", None
            text.insert(0, label)


def _is_of_note(link: Element, href: str) -> bool:
    parent = link.getparent()
    names = [
        link.get("class"),
        link.get("id"),
        link.get("role"),
        href[1:],
        None if parent is None else parent.get("class"),
    ]
    if any(name and _NAMES.search(name) for name in names):
        return True
    return (parent is not None and parent.tag == "sup") or link.find("sup") is not None
