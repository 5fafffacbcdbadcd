"""Code blocks: lines, indentation and language, whatever highlighter wrote them."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

from sitecrawl.document.characters import clean
from sitecrawl.document.extent import all_text

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-(?:source|text)|highlight|brush:?)[-_: ]\s*(?!highlight[-\s])([\w+#.-]+)", re.I
)
_NAMED = re.compile(
    r"(?:^|\s)(?:sourceCode|hljs|prettyprint|src|code|listing|programlisting|prism|brush)\s+(?:numberSource\s+)?([\w+#-]+)(?:\s|$)"
)
_NO_LANGUAGE = frozenset(
    (
        "none",
        "default",
        "text",
        "plain",
        "plaintext",
        "txt",
        "notranslate",
        "guess",
        "auto",
        "nohighlight",
        "highlighter",
        "highlight",
        "rouge",
        "highlighter-rouge",
        "code",
        "codehilite",
        "wrap",
        "line-numbers",
        "linenums",
        "copyable",
        "unknown",
        "undefined",
        "hljs",
        "shiki",
        "numberlines",
        "number-lines",
        "numbersource",
        "thin-scrollbar",
        "lit",
        "snippet",
    )
)
_ALIASES = {"html-basic": "html", "python3": "python", "py3": "python", "ipython3": "python", "pycon3": "pycon"}
_GUTTER = re.compile(
    r"(?:^|\s)(?:linenos?|linenodiv|gutter|rouge-gutter|line-?numbers?(?:-rows)?|blob-num|hljs-ln-numbers|hljs-ln-n|lnt?|ln-num|"
    r"code-line-numbers?|react-syntax-highlighter-line-number|lineno-container)(?:\s|$)",
    re.I,
)
_LINE = re.compile(
    r"(?:^|\s)(?:line|token-line|code-line|view-line|highlight-line|cl|cm-line|CodeMirror-line|blob-code-inner)(?:\s|$)"
)
_COPY = re.compile(r"copy|clipboard|sr-only|tooltip", re.I)
_OWN_LINE = frozenset(("div", "li", "p", "tr"))


def code_block(element: Element) -> str:
    """A fenced block of an element's code, or an empty string."""
    text = code_text(element)
    if not text.strip():
        return ""
    return fence(text, language_of(element))


def fence(text: str, language: str = "") -> str:
    """Lines as they are between fences longer than any run of backticks in them."""
    longest = max((len(run) for run in re.findall(r"^\s*(`{3,})", text, re.M)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{text}\n{ticks}"


def code_text(element: Element) -> str:
    """The lines of a `<pre>` or gutter table, without line numbers and buttons."""
    parts: list[str] = []
    _collect(element, parts)
    text = clean("".join(parts))
    lines = [line.rstrip() for line in text.split("\n")]
    if min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0) == 1 and _is_numbered(element):
        lines = [line[1:] for line in lines]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def _is_numbered(element: Element) -> bool:
    """Whether a number stands before each line, so that the space behind it is none of the code's."""
    numbers = [span for span in element.iter("span") if _GUTTER.search(span.get("class") or "") is not None]
    return len(numbers) > 1 and all((span.tail or "").startswith(" ") for span in numbers)


def is_gutter(element: Element) -> bool:
    """Whether an element is named as one that holds line numbers."""
    return _GUTTER.search(element.get("class") or "") is not None


def is_gutter_table(table: Element) -> bool:
    """Whether a table only puts line numbers beside code."""
    names = table.get("class") or ""
    if re.search(r"(?:^|\s)(?:highlighttable|rouge-table|hljs-ln|lntable|blob-wrapper|codehilitetable)(?:\s|$)", names):
        return True
    first = next(table.iter("td"), None)
    return first is not None and is_gutter(first)


def language_of(element: Element) -> str:
    """The language a highlighter notes on the element, its `<code>` or up to three elements around."""
    holder: Element | None = element
    inner = next(element.iter("code"), None)
    candidates = [] if inner is None else [inner]
    for _ in range(4):
        if holder is None or holder.tag in ("body", "main", "article"):
            break
        candidates.append(holder)
        holder = holder.getparent()
    # beside a gutter the second <code> is the code
    candidates[1:1] = [] if inner is None else [code for code in element.iter("code") if code is not inner][:1]
    for candidate in candidates:
        named = candidate.get("data-lang") or candidate.get("data-language") or candidate.get("lang-name")
        named = named or candidate.get("data-tagsearch-lang")
        for name in [named.lower()] if named else _names(candidate.get("class") or ""):
            if (
                name not in _NO_LANGUAGE
                and not name.startswith(("js-", "tab-"))
                and re.fullmatch(r"[\w+#.-]{1,30}", name)
            ):
                return _ALIASES.get(name, name)
    return ""


def _names(classes: str) -> list[str]:
    return [found[1].lower() for pattern in (_LANGUAGE, _NAMED) for found in pattern.finditer(classes)]


def _collect(element: Element, parts: list[str]) -> None:
    if element.text:
        parts.append(element.text)
    for child in element:
        tag = child.tag
        if tag == "br":
            parts.append("\n")
        elif not _is_furniture(child):
            _collect_child(child, parts)
        if child.tail:
            parts.append(child.tail)


def _collect_child(child: Element, parts: list[str]) -> None:
    names = child.get("class") or ""
    own_line = child.tag in _OWN_LINE or (names != "" and _LINE.search(names) is not None) or _follows_code(child)
    if own_line and parts and not _ends_line(parts):
        parts.append("\n")
    before = len(parts)
    _collect(child, parts)
    if own_line and child.tag in _OWN_LINE:
        is_followed = child.getnext() is not None and not (child.tail or "").startswith("\n")
        if len(parts) == before or not any(parts[before:]) or (is_followed and not _ends_line(parts)):
            parts.append("\n")
    elif own_line and len(parts) == before and not (child.tail or "").startswith("\n"):
        parts.append("\n")


def _follows_code(child: Element) -> bool:
    # one <code> a line, as some themes write it
    before = child.getprevious()
    return child.tag == "code" and before is not None and before.tag == "code" and not (before.tail or "").strip(" ")


def _ends_line(parts: list[str]) -> bool:
    for part in reversed(parts):
        if part:
            return part.endswith("\n")
    return True


def _is_furniture(child: Element) -> bool:
    if child.tag == "button":
        return True
    names = child.get("class") or ""
    if not names and child.get("data-line-number") is None:
        return False
    if _COPY.search(names) and child.tag in ("a", "div", "span", "clipboard-copy"):
        return len(all_text(child)) < 30
    gutter = _GUTTER.search(names) is not None or child.get("data-line-number") is not None
    return gutter and re.fullmatch(r"[\s\d.:|]*", all_text(child)) is not None
