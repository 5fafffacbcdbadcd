"""MDX to Markdown: statements and tags go, what stands between the tags stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"[ \t]*(?:(?:[-*+>]|\d+\.)[ \t]+)*(`{3,}|~{3,})")
_STATEMENT = re.compile(
    r"import\s+(?:[\"'{*]|[\w$\s,{}*]+\sfrom\s+[\"'])|export\s+(?:default|const|let|var|function|class|async|[{*])"
)
# a heading's own id may be written as one: that stays
_COMMENT = re.compile(r"\{\s*/\*(?!\s*#[\w-]+\s*\*/).*?\*/\s*\}", re.S)
_BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
_TAG = re.compile(rf"<(/?)(?:[A-Z][\w.-]*|(?=>))((?:[^<>\"'{{}}/]|/(?!>)|\"[^\"]*\"|'[^']*'|{_BRACES})*+)(/?)>")
_LABEL = re.compile(r"(?<!\S)(?:title|label|summary)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|\{\s*[\"'`]([^\"'`{}]*)[\"'`])")
_CODE_SPAN = re.compile(r"(`+)(?!`)(?:.|\n(?!\s*\n))*?(?<!`)\1(?!`)")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    is_code: bool


def mdx_to_markdown(text: str) -> str:
    """The Markdown of an MDX text (mdxjs.com): without `import` and `export`, comments and components'
    tags. A tag's `title` or `label` becomes a paragraph; fences stay as they are.
    """
    return "\n".join(_without_tags(_lines(text)))


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a text; outside fences without statements and comments, each tag on one line."""
    for run, is_code in _segments(text):
        if not is_code:
            run = _outside_code(run)  # noqa: PLW2901  the same run, cleaned
        for line in run.split("\n"):
            yield _Line(line, is_code)


def _segments(text: str) -> Iterator[tuple[str, bool]]:
    """Runs of lines, inside and outside fences."""
    run: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found and not fence:
            if run:
                yield "\n".join(run), False
            run, fence = [line], found[1]
            continue
        run.append(line)
        if found and found[1].startswith(fence) and not line[found.end() :].strip():
            yield "\n".join(run), True
            run, fence = [], ""
    if run:
        yield "\n".join(run), bool(fence)


def _outside_code(prose: str) -> str:
    kept: list[str] = []
    blank = True
    statement: list[str] = []
    for line in prose.split("\n"):
        if statement or (blank and _STATEMENT.match(line)):
            statement.append(line)
            # a statement ends at a blank line behind its last bracket
            if not line.strip() and _is_closed("\n".join(statement)):
                statement = []
            continue
        kept.append(line)
        blank = line.strip() in ("", "---")
    return _outside_spans("\n".join(kept), _plainer)


def _is_closed(statement: str) -> bool:
    return all(statement.count(one) <= statement.count(other) for one, other in ("{}", "()", "[]"))


def _outside_spans(prose: str, change: Callable[[str], str]) -> str:
    """Prose with what stands outside code spans changed."""
    parts: list[str] = []
    position = 0
    for span in _CODE_SPAN.finditer(prose):
        parts += [change(prose[position : span.start()]), span[0]]
        position = span.end()
    return "".join([*parts, change(prose[position:])])


def _plainer(prose: str) -> str:
    return _TAG.sub(lambda tag: " ".join(tag[0].split()), _COMMENT.sub("", prose))


def _without_tags(lines: Iterable[_Line]) -> Iterator[str]:
    """The lines without tags; what stands inside a component is moved left as it was indented for it."""
    indents: list[int | None] = []
    for line in lines:
        bare = line.text.strip()
        tag = None if line.is_code else _TAG.fullmatch(bare)
        if tag is not None:
            if tag[1]:
                del indents[-1:]
            elif not tag[3]:
                indents.append(None)
            label = _LABEL.search(tag[2])
            yield from ("", next(filter(None, label.groups()), ""), "") if label else ("",)
            continue
        own = len(line.text) - len(line.text.lstrip(" \t"))
        if indents and indents[-1] is None and bare:
            indents[-1] = own
        moved = line.text[min(own, next((indent for indent in reversed(indents) if indent is not None), 0)) :]
        yield moved if line.is_code else _outside_spans(moved, lambda prose: _TAG.sub("", prose))
