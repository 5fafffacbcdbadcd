"""llms.txt: a site's own list of the pages that are worth a language model's reading (llmstxt.org).

The form is an H1 with the name, a quoted summary, notes, and H2 sections that list links; the
section "Optional" may be skipped. Real files are read leniently: any Markdown link counts, in
document order, wherever it stands outside code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sitecrawl.frontier.canonical import normalize

MAX_CHARACTERS = 5_000_000
MAX_LINKS = 50_000  # as many as a sitemap may list (sitemaps.org)
LLMS_TXT, LLMS_FULL = "llms.txt", "llms-full.txt"

_GATHERED = re.compile(r"/llms(?:-[a-z0-9]+)*\.txt$", re.IGNORECASE)
_LIST = re.compile(r"/llms\.txt$", re.IGNORECASE)
_FULL = re.compile(r"/llms-full\.txt$", re.IGNORECASE)
# possessive: a comment ends at its first end, however many follow
_MARKUP = re.compile(r"\s*+(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype|html|head|body|\?xml)\b", re.I | re.DOTALL)
_OPTIONAL = "optional"
_BARE = re.compile(r"https?://[^\s<>\"'`|\]]+", re.IGNORECASE)
_TRAILING = re.compile(r"[.,;:!?*_]+$")


@dataclass(frozen=True, slots=True)
class LlmsLink:
    """One link: absolute normalized address, its text, and whether it stands under "Optional"."""

    url: str
    text: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class LlmsList:
    """What an llms.txt says: the site's name and summary, its links in document order, optional ones last.

    `problems` are sentences for the report; a body that is no llms.txt has no links and says why.
    """

    name: str | None = None
    summary: str | None = None
    links: tuple[LlmsLink, ...] = ()
    problems: tuple[str, ...] = ()


def is_list(url: str) -> bool:
    """Whether an address is an llms.txt."""
    return _LIST.search(urlsplit(url).path) is not None


def is_full_text(url: str) -> bool:
    """Whether an address is an llms-full.txt: the text of many pages in one file."""
    return _FULL.search(urlsplit(url).path) is not None


def is_gathered(url: str) -> bool:
    """Whether an address is an llms.txt or a text gathered from pages beside it (`llms-full.txt`, `llms-ctx.txt`)."""
    return _GATHERED.search(urlsplit(url).path) is not None


def is_markup(text: str) -> bool:
    """Whether a body is a web page: many sites answer every address with their own."""
    return _MARKUP.match(text[:2_000]) is not None


def read_llms(text: str, url: str) -> LlmsList:
    """Read an llms.txt that answered at `url`, decoded; relative links are resolved against it.

    Raises nothing: what cannot be read gives no links and a problem.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return LlmsList(problems=("it is empty",))
    if is_markup(text):
        return LlmsList(problems=("it is an HTML page",))
    problems = []
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS].rpartition("\n")[0]
        problems.append(f"only its first {MAX_CHARACTERS:,} characters were read")
    name, summary, found = _walk(_parse(text), url)
    links = sorted(found.values(), key=lambda link: link.optional)
    if len(links) > MAX_LINKS:
        links = links[:MAX_LINKS]
        problems.append(f"it has more than {MAX_LINKS:,} links; the rest was not read")
    if not links:
        problems.append("it links no page")
    return LlmsList(name, summary, tuple(links), tuple(problems))


def _parse(text: str) -> list[Any]:
    # imported late: few sites have one
    from markdown_it import MarkdownIt

    # lists are often indented so far that CommonMark takes them for code
    return MarkdownIt("commonmark").enable("table").disable("code").parse(text)


def _walk(tokens: list[Any], url: str) -> tuple[str | None, str | None, dict[str, LlmsLink]]:
    name = summary = None
    found: dict[str, LlmsLink] = {}
    optional = False
    opened = ""
    quoted = 0
    for token in tokens:
        quoted += (token.type == "blockquote_open") - (token.type == "blockquote_close")
        if token.type == "heading_open":
            opened = token.tag
        elif token.type == "inline":
            words = " ".join(token.content.split())
            if opened == "h1" and name is None:
                name = words
            elif opened in ("h1", "h2"):
                optional = opened == "h2" and words.strip(" *_:").lower() == _OPTIONAL
            elif quoted and summary is None:
                summary = words
            for address, shown in _links(token.children or []):
                normal = normalize(address, url)
                if normal is not None:
                    found.setdefault(normal, LlmsLink(normal, " ".join(shown.split()), optional))
            opened = ""
    return name, summary, found


def _links(tokens: list[Any]) -> Iterator[tuple[str, str]]:
    """Link targets and texts of a run of inline tokens, bare addresses included; in-page links are none."""
    target: str | None = None
    shown = ""
    for token in tokens:
        if token.type == "link_open":
            target, shown = str(token.attrGet("href") or ""), ""
        elif token.type == "link_close":
            if target and not target.startswith("#"):
                yield target, shown
            target = None
        elif token.type in ("text", "code_inline"):
            if target is not None:
                shown += token.content
            elif token.type == "text":
                yield from ((_trimmed(bare), "") for bare in _BARE.findall(token.content))


def _trimmed(address: str) -> str:
    address = _TRAILING.sub("", address)
    # a closing bracket belongs to the sentence unless the address opened it
    return address[:-1] if address.endswith(")") and "(" not in address else address
