"""Formulas: the TeX behind what MathJax, KaTeX, MathML and formula images show."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

from sitecrawl.document.extent import all_text

_DELIMITED = re.compile(r"^\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)\s*$", re.S)
_CLASS = re.compile(
    r"(?:^|\s)(?:katex(?:-display)?|math(?:jax)?|MathJax(?:_Display)?|mwe-math-element|tex|latex|math-tex|mjx-chtml)(?:\s|$)"
)
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle) (.*)\}$", re.S)


def is_formula(element: Element, classes: str) -> bool:
    """Whether an element holds one formula."""
    if element.tag in ("math", "math-tex", "mjx-container"):
        return True
    return (
        classes != ""
        and element.tag in ("span", "div")
        and _CLASS.search(classes) is not None
        and tex_of(element) != ""
    )


def tex_of(element: Element) -> str:
    """The TeX source of a formula, or an empty string."""
    if element.tag == "math-tex":
        return _tidy(element.text or "")
    for note in element.iter("annotation"):
        if "tex" in (note.get("encoding") or "").lower():
            return _tidy(all_text(note))
    for holder in element.iter("math", "img"):
        alternative = holder.get("alttext") or holder.get("alt")
        if alternative and (holder.tag == "math" or "math" in (holder.get("class") or "")):
            return _tidy(alternative)
    source = element.get("data-tex") or element.get("data-latex")
    if source:
        return _tidy(source)
    found = _DELIMITED.match(all_text(element))
    return _tidy(next(part for part in found.groups() if part is not None)) if found else ""


def is_display(element: Element) -> bool:
    """Whether a formula stands in a line of its own."""
    classes = element.get("class") or ""
    if element.tag == "div" or "display" in classes.lower() or element.get("display") in ("block", "true"):
        return True
    return any(math.get("display") == "block" for math in element.iter("math"))


def _tidy(tex: str) -> str:
    tex = " ".join(tex.split())
    styled = _STYLE.match(tex)
    return styled[1].strip() if styled else tex
