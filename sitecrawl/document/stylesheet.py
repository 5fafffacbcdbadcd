"""Style elements: which classes and ids they hide for good."""

from __future__ import annotations

import re

_COMMENTS = re.compile(r"/\*.*?\*/", re.S)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"^(?:[a-z]+[0-9]?)?([.#])([\w-]+)$")
_NAME = re.compile(r"[.#]([\w-]+)")
_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3,}(?:px|em|rem)?")
_SHOWS = re.compile(r"display\s*:\s*(?!none)|visibility\s*:\s*visible|(?:left|top)\s*:\s*(?!-)")


class Stylesheet:
    """The names that a page's own style rules hide and no other rule shows again.

    Only plain `.name` and `#name` rules outside `@media` count: what depends on a state, a
    screen or another element is opened by something.
    """

    def __init__(self, styles: str) -> None:
        self._hidden: set[str] = set()
        if _HIDES.search(styles):
            self._read(_without_conditions(_COMMENTS.sub("", styles)))

    def __bool__(self) -> bool:
        return bool(self._hidden)

    def hides(self, identifier: str | None, classes: str | None) -> bool:
        """Whether an element with this id and these classes is hidden."""
        if identifier and "#" + identifier in self._hidden:
            return True
        return any("." + name in self._hidden for name in (classes or "").split())

    def _read(self, styles: str) -> None:
        shown: set[str] = set()
        for selectors, body in _RULE.findall(styles):
            for selector in selectors.split(","):
                simple = _SIMPLE.match(selector.strip())
                if _HIDES.search(body):
                    if simple:
                        self._hidden.add(simple[1] + simple[2])
                elif _SHOWS.search(body):
                    shown.update(_NAME.findall(selector))
        self._hidden = {name for name in self._hidden if name[1:] not in shown}


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
    for brace in re.compile(r"[{}]").finditer(styles, position):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(styles)
