"""The names a passage defines: definition terms, first cells of table rows, the id it opens at."""

from __future__ import annotations

import re

_TERM = re.compile(r"^(?!\s*[:|#>])(.{1,120})\n(?:\n?:[ \t])", re.M)
_FIRST_CELL = re.compile(r"^\|[ \t]*([^|\n]{1,80}?)[ \t]*\|", re.M)
_LIST_TERM = re.compile(r"^[ \t]*[-*+][ \t]+(?:\*\*([^*\n]{1,80})\*\*|`([^`\n]{1,80})`)[ \t]*(?:[:–—-]|$)", re.M)
_CELL_RULE = re.compile(r"^:?-+:?$")


def defined_names(text: str, anchor: str | None) -> str:
    """The names, one a line, of a passage's Markdown and its anchor."""
    names = [] if anchor is None else [re.sub(r"[-_.:/]+", " ", anchor)]
    if "\n:" in text:
        names += _TERM.findall(text)
    if "|" in text:
        names += [cell for cell in _FIRST_CELL.findall(text) if not _CELL_RULE.match(cell)]
    if "**" in text or "`" in text:
        names += [bold or code for bold, code in _LIST_TERM.findall(text)]
    return "\n".join(names)
