"""What the Markdown of a passage marks: the words a reader sees, and the names it defines."""

from __future__ import annotations

import re

_TERMS = re.compile(r"^((?:(?!\s*[:|#>]).{1,120}\n){1,8})(?:\n?:[ \t])", re.M)
_DEFINED = re.compile(r"\n\n?:[ \t]")
_FIRST_CELL = re.compile(r"^\|[ \t]*([^|\n]{1,80}?)[ \t]*\|", re.M)
_LIST_TERM = re.compile(r"^[ \t]*[-*+][ \t]+(?:\*\*([^*\n]{1,80})\*\*|`([^`\n]{1,80})`)[ \t]*(?:[:–—-]|$)", re.M)
_CELL_NAME = re.compile(r"^\|[ \t]*`([^`\n]{1,80})`", re.M)
_CELL_RULE = re.compile(r"^:?-+:?$")
_STRESSED = re.compile(r"(\*(?<![\w*\\]\*)\*?)(?![\s*])([^*`\n]{2,60}?)(?<![\s\\])\1(?![\w*])")
_SIGNATURE = re.compile(r"^([^(]*\w[^(]*)\(.*|^(--?\w[\w\-]*)[=\[ ].*")
_QUALIFIER = re.compile(
    r"^(?:(?:abstract|abstractmethod|async|awaitable|class|classmethod|const|coroutine|def|enum|exception|final|"
    r"function|interface|method|module|property|public|static|staticmethod|struct|type)[ \t]+)+(?=\S)"
)
_ALONE = re.compile(
    r"^(?:`[^`\n]{1,80}`|\*\*[^*\n]{1,80}\*\*)(?:[ ,]+`[^`\n]{1,80}`)*(?:[ \t]*\([^()\n]{1,40}\))?[ \t]*$", re.M
)
_TARGET = re.compile(r"\]\((?:[^()\s]++|\([^()\s]*+\))*+(?:\s+\"[^\"]*\")?\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def seen_text(text: str) -> str:
    """The text without link targets and without the backslashes that Markdown needs."""
    if "](" in text:
        text = _TARGET.sub("] ", text)
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def defined_names(text: str, anchor: str | None) -> list[str]:
    """The names: definition terms, first cells of table rows, the id it opens at; of a signature its name."""
    names = [] if anchor is None else [re.sub(r"[-_.:/]+", " ", anchor)]
    if _DEFINED.search(text):
        names += [line for lines in _TERMS.findall(text) for line in lines.split("\n") if line]
    if "|" in text:
        names += [cell for cell in _FIRST_CELL.findall(text) if not _CELL_RULE.match(cell)]
        names += _CELL_NAME.findall(text)
    if "**" in text or "`" in text:
        names += [bold or code for bold, code in _LIST_TERM.findall(text)]
        names += _ALONE.findall(text)
    return list(dict.fromkeys(_QUALIFIER.sub("", _SIGNATURE.sub(r"\1\2", name)) for name in names))


def stressed_names(text: str) -> list[str]:
    """Short emphasised words: where a text brings in a term, it stresses it."""
    return list(dict.fromkeys(name for _, name in _STRESSED.findall(text))) if "*" in text else []
