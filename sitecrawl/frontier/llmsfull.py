"""llms-full.txt: the text of a site's pages in one file, cut back into pages.

There is no standard for where a page begins. Read are the marks that documentation tools write:
a line `Source: URL` (or `URL:`) next to the page's H1, a front matter that names its address
(between `---` or longer rules), and `<page>` tags around either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sitecrawl.frontier.canonical import normalize
from sitecrawl.frontier.llmstxt import is_markup
from sitecrawl.passagefile import site_name

MAX_PARTS = 20_000

_NEAR = 2  # lines with text between a page's H1 and its address at most
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_H1 = re.compile(r"# +\S")
_RULE = re.compile(r"-{3,}[ \t]*$")
_TAG = re.compile(r"</?(?:page|doc|document)(?:\s[^<>]*)?>[ \t]*$", re.IGNORECASE)
_ADDRESS = re.compile(
    r"[*_>\s]*(?:source|source[_ ]url|url|page[_ ]url|canonical|canonical[_ ]url|permalink|link|html)[*_]*\s*:[*_]*\s*"
    r"(?:\[[^\]]*\]\()?<?[\"']?(https?://[^\s<>\"')\]]+|/[^\s<>\"')\]]*)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\s*[\w-]+\s*:")
_LONGEST_FRONT = 60


@dataclass(frozen=True, slots=True)
class FullPart:
    """A page of the text: the address it names, or None, and its Markdown."""

    url: str | None
    markdown: str


@dataclass(frozen=True, slots=True)
class _Begin:
    """Where a page begins: its first line, the lines that are marks and no text, the address named."""

    line: int
    marks: range
    url: str | None


def split_full_text(text: str, url: str) -> list[FullPart]:
    """The pages of an llms-full.txt that answered at `url`, in order.

    Text that names no address of this site (none at all, or another host's) is put together in
    one part without an address, the last of the list. A web page has no parts. Of more than MAX_PARTS
    pages the first ones are given, without the text of the others.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip() or is_markup(text):
        return []
    lines = text.split("\n")
    begins = list(islice(_begins(lines, url), MAX_PARTS + 1))
    ends = [begin.line for begin in begins[1:]] + [len(lines)]
    begins = begins[:MAX_PARTS]
    # what stands before the first page that names its address is the file's own introduction
    loose = [] if any(begin.url for begin in begins) else [_joined(lines[: begins[0].line if begins else len(lines)])]
    parts: list[FullPart] = []
    for begin, end in zip(begins, ends, strict=False):
        kept = [lines[number] for number in range(begin.line, end) if number not in begin.marks]
        markdown = _joined(kept)
        if begin.url is None:
            loose.append(markdown)
        elif markdown:
            parts.append(FullPart(begin.url, markdown))
    rest = "\n\n".join(piece for piece in loose if piece)
    return [*parts, FullPart(None, rest)] if rest else parts


def _joined(lines: list[str]) -> str:
    return "\n".join(line for line in lines if not _TAG.match(line)).strip("\n")


def _begins(lines: list[str], base: str) -> Iterator[_Begin]:
    fence = ""
    number = 0
    while number < len(lines):
        line = lines[number]
        found = _FENCE.match(line)
        if found and (not fence or (found[1].startswith(fence) and line.strip() == found[1])):
            fence = "" if fence else found[1]
        begin = None
        if not fence and _RULE.match(line):
            begin = _front_matter(lines, number, base)
        elif not fence and _H1.match(line):
            begin = _under_title(lines, number, base)
        elif not fence and _ADDRESS.match(line):
            begin = _over_title(lines, number, base)
        if begin is not None:
            yield begin
            number = max(begin.marks.stop, number + 1)
        else:
            number += 1


def _front_matter(lines: list[str], number: int, base: str) -> _Begin | None:
    """A front matter that names an address; its title stands in its fields, so it stays unless an H1 follows."""
    for end in range(number + 1, min(number + _LONGEST_FRONT, len(lines))):
        if _RULE.match(lines[end]):
            inside = lines[number + 1 : end]
            named = [found[1] for line in inside if (found := _ADDRESS.match(line))]
            if not named or not _FIELD.match(inside[0]):
                return None
            titled = _H1.match(next((line for line in lines[end + 1 :] if line.strip()), ""))
            title = next((line.partition(":")[2].strip(" \"'") for line in inside if line.startswith("title:")), "")
            if not titled and title:
                # the title's line is kept, as the heading it stands for
                lines[number] = f"# {title}"
                return _Begin(number, range(number + 1, end + 1), _own(named, base))
            return _Begin(number, range(number, end + 1), _own(named, base))
        if not lines[end].strip() and end == number + 1:
            return None
    return None


def _under_title(lines: list[str], number: int, base: str) -> _Begin | None:
    near: list[int] = []
    for below in range(number + 1, min(number + 8, len(lines))):
        if lines[below].strip():
            near.append(below)
        if len(near) == _NEAR:
            break
    marks = [below for below in near if _ADDRESS.match(lines[below])]
    if not marks or marks[0] != near[0]:
        return None
    named = [found[1] for below in marks if (found := _ADDRESS.match(lines[below]))]
    return _Begin(number, range(number + 1, marks[-1] + 1), _own(named, base))


def _over_title(lines: list[str], number: int, base: str) -> _Begin | None:
    following = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
    found = _ADDRESS.match(lines[number])
    if found is None or not _H1.match(following):
        return None
    return _Begin(number, range(number, number + 1), _own([found[1]], base))


def _own(named: list[str], base: str) -> str | None:
    """The first of the addresses that is on the site."""
    for address in named:
        normal = normalize(address, base)
        if normal is not None and site_name(normal) == site_name(base):
            return normal
    return None
