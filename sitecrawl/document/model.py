"""What is read from a page: blocks in reading order, links and facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

BlockKind = Literal["heading", "text", "list", "table", "code", "quote", "definitions", "math"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block of Markdown.

    A heading's `markdown` is its plain text and its `level` 1 to 6; other blocks have level 0.
    `anchor` is the id that opens the page at this block, or None.
    `region` is "main" or "footer" (contact facts, kept once per site).
    `closes` is a heading level, or 0: headings of that level and deeper that are still open end
    before this block (text that follows an accordion does not belong to its last question).
    """

    kind: BlockKind
    markdown: str
    level: int = 0
    anchor: str | None = None
    region: str = "main"
    closes: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A link as resolved against the page's base: absolute URL, visible text, and rel=nofollow."""

    url: str
    text: str
    nofollow: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A page read: `canonical` is the absolute rel=canonical target, `robots` the contents of
    its robots meta tags as (agent name in lower case, value); `refresh` a meta-refresh target.

    `shell` lists the signals that the page is an application shell without its content.
    `hidden_words` counts words left out because people cannot see them. `resources` are the files
    that the page is made of: images, scripts, styles. `unread` is the rule under which a body gave no
    text ("PDF encrypted"), `remark` a sentence about the reading for the report. `markdown` is the
    address of the page's own Markdown form, when it names one.
    """

    url: str
    title: str
    description: str | None
    lang: str | None
    modified_at: str | None
    blocks: tuple[Block, ...]
    canonical: str | None = None
    refresh: str | None = None
    robots: tuple[tuple[str, str], ...] = ()
    facts: tuple[dict[str, Any], ...] = ()
    shell: tuple[str, ...] = ()
    hidden_words: int = 0
    links: tuple[Link, ...] = field(default=(), repr=False)
    resources: tuple[str, ...] = field(default=(), repr=False)
    unread: str | None = None
    remark: str | None = None
    markdown: str | None = None
