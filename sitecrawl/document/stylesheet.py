"""Style elements: which classes and ids they hide for good."""

from __future__ import annotations

import re
from functools import lru_cache

_COMMENTS = re.compile(r"/\*.*?\*/", re.S)
_SIMPLE = re.compile(r"^(?:[a-z]+[0-9]?)?([.#])([\w-]+)$")
_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}(?:px|em|rem)?")
_SHOWS = re.compile(r"display\s*:\s*(?!none)|visibility\s*:\s*visible|(?:left|top)\s*:\s*(?!-)")
# what every value that hides looks like: quick to find
_HIDING = re.compile(r":\s*(?:none|hidden|-\d{3})")
_IN_NAME = re.compile(r"[\w-]")
_BRACE = re.compile(r"[{}]")


class Stylesheet:
    """The names that a page's own style rules hide and no other rule shows again.

    Only plain `.name` and `#name` rules outside `@media` count: what depends on a state, a
    screen or another element is opened by something.
    """

    def __init__(self, styles: str) -> None:
        self._hidden = _hidden_names(styles)

    def __bool__(self) -> bool:
        return bool(self._hidden)

    def hides(self, identifier: str | None, classes: str | None) -> bool:
        """Whether an element with this id and these classes is hidden."""
        if identifier and "#" + identifier in self._hidden:
            return True
        return any("." + name in self._hidden for name in (classes or "").split())


# the pages of a site carry the same styles
@lru_cache(maxsize=16)
def _hidden_names(styles: str) -> frozenset[str]:
    if not _HIDING.search(styles):
        return frozenset()
    styles = _without_conditions(_COMMENTS.sub("", styles))
    hidden = {
        simple[1] + simple[2]
        for found in _HIDING.finditer(styles)
        if (start := _hiding_body(styles, found.start())) is not None
        for selector in _selectors(styles, start).split(",")
        if (simple := _SIMPLE.match(selector.strip()))
    }
    return frozenset(name for name in hidden if not _is_shown(styles, name[1:])) if hidden else frozenset()


def _is_shown(styles: str, name: str) -> bool:
    """Whether the name stands in the selectors of a rule that shows and does not hide."""
    place = styles.find(name)
    while place >= 0:
        end = place + len(name)
        if styles[place - 1] in ".#" and not _IN_NAME.match(styles, end):
            start = _BRACE.search(styles, end)
            close = _BRACE.search(styles, start.end()) if start is not None and start[0] == "{" else None
            if start is not None and close is not None and close[0] == "}":
                body = styles[start.end() : close.start()]
                if _SHOWS.search(body) and not _HIDES.search(body):
                    return True
        place = styles.find(name, end)
    return False


def _hiding_body(styles: str, place: int) -> int | None:
    """Where the body of the rule around a place begins; None when it is no rule that hides."""
    start = styles.rfind("{", 0, place)
    if start < 0 or styles.rfind("}", start, place) >= 0:
        return None
    end = _BRACE.search(styles, place)
    hides = end is not None and end[0] == "}" and _HIDES.search(styles, start, end.start()) is not None
    return start if hides else None


def _selectors(styles: str, start: int) -> str:
    """What stands before the body that begins at `start`, up to the brace before."""
    return styles[max(styles.rfind("{", 0, start), styles.rfind("}", 0, start)) + 1 : start]


def _without_conditions(styles: str) -> str:
    """Styles without their `@…{…{…}…}` groups."""
    kept: list[str] = []
    position = 0
    for start in re.finditer(r"@(?:media|supports|container|keyframes|-webkit-keyframes|layer)[^{;]*\{", styles):
        if start.start() < position:
            continue
        kept.append(styles[position : start.start()])
        position = _end_of_group(styles, start.end())
    return "".join([*kept, styles[position:]])


def _end_of_group(styles: str, position: int) -> int:
    depth = 1
    for brace in _BRACE.finditer(styles, position):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(styles)
