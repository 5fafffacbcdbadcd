"""Inline Markdown: text escaped where it would mean something else, marks set around words."""

from __future__ import annotations

import re

from sitecrawl.document.characters import clean

# stands for a <br> until white space is collapsed
BREAK = "\ufdd0"

_SPECIAL = re.compile(r"[\\`*_\[<~&]")
_ESCAPES = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"  # a backslash that would itself escape
    r"|`"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=#?\w{1,32};)"
    r"|~(?=~)"
    r"|\[(?=[^\[\]]*\](?:\(|\[|:))"
)
_STARS = re.compile(r"\*(?=\S)(?=.*\S\*)", re.S)
_UNDERSCORES = re.compile(r"(?<![^\W_])_(?=[^\s].*\S_(?![^\W_]))", re.S)
_LINE_START = re.compile(
    r"^(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|~{3,}|[-=]+$|[-*_](?:\s*[-*_]){2,}$)", re.M
)


def escape(text: str) -> str:
    """A text node as Markdown; characters that keep their meaning stay as they are."""
    if not _SPECIAL.search(text):
        return text
    text = _ESCAPES.sub(r"\\\g<0>", text)
    if "*" in text and _STARS.search(text):
        text = re.sub(r"(?<=\S)\*|\*(?=\S)", r"\\*", text)
    if "_" in text and _UNDERSCORES.search(text):
        text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)
    return text


def settle(pieces: list[str], *, starts_line: bool = True) -> str:
    """Joined pieces as Markdown lines: white space collapsed, breaks as line ends.

    `starts_line` also escapes what would begin a list, heading or quote.
    """
    text = "".join(pieces)
    if BREAK in text:
        text = clean(text)
        lines = [" ".join(line.split()) for line in text.split(BREAK)]
        text = re.sub(r"\n{2,}", "\n\n", "\n".join(lines)).strip()
    else:
        # white space first: what is left of most texts is plain ASCII and clean
        text = " ".join(text.split())
        cleaned = clean(text)
        text = text if cleaned == text else " ".join(cleaned.split())
    return _LINE_START.sub(_escape_start, text) if starts_line else text


def _escape_start(found: re.Match[str]) -> str:
    start = found[0]
    return start + "\\" if start.isdigit() else "\\" + start


# bold in bold says nothing, and its marks would pair wrongly
_SAME_MARK = {
    "*": re.compile(r"(?<!\*)\*(?!\*)|\*{3}"),
    "**": re.compile(r"\*\*"),
    "~~": re.compile("~"),
}


def emphasise(inner: str, mark: str, before: str, after: str) -> str:
    """Text between marks; bare where a mark would stand inside a word or around nothing."""
    core = inner.strip()
    if not core or BREAK in core or _SAME_MARK[mark].search(core):
        return inner
    start, end = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    if (
        (not start and before[-1:].isalnum())
        or (not end and after[:1].isalnum())
        or not _flanks(core, before, after, start, end)
    ):
        return inner
    return f"{start}{mark}{core}{mark}{end}"


def _flanks(core: str, before: str, after: str, start: str, end: str) -> bool:
    """CommonMark 6.2: a mark next to punctuation opens or closes only beside space or punctuation."""
    opens = core[0].isalnum() or start != "" or not before[-1:] or not before[-1].isalnum()
    closes = core[-1].isalnum() or end != "" or not after[:1] or not after[0].isalnum()
    return opens and closes


def code_span(text: str) -> str:
    """Text as a code span, with as many backticks as it needs."""
    text = " ".join(text.split())
    if not text:
        return ""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def link(text: str, address: str | None) -> str:
    """A Markdown link, or the bare text where the address says the same or is missing."""
    core = text.strip()
    if not core or address is None or BREAK in core or "](" in core:
        return text
    if core == address or address in (f"mailto:{core}", f"http://{core}", f"https://{core}", f"https://{core}/"):
        return text
    if address.startswith("tel:"):
        return text
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{start}[{core}]({address}){end}"
