"""Markdown and plain text bodies: their blocks as they stand in the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sitecrawl.document.addresses import Addresses
from sitecrawl.document.characters import clean, has_word, one_line
from sitecrawl.document.inline import settle
from sitecrawl.document.model import Block, BlockKind

_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)(?:^|\n)(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
# `name: value` of YAML, a folded or literal value on the lines below; `name = value` of TOML
_FIELD = re.compile(
    r"^([A-Za-z_][\w-]*)[ \t]*[:=][ \t]*(?:[>|][+-]?[ \t]*\n((?:[ \t]+\S.*(?:\n|\Z))+)|(.+?)[ \t]*$)", re.M
)
_ANCHOR = re.compile(r"\s*\{\s*(?::|/\*)?\s*#([^\s}]+)[^}]*\}\s*$")  # `{ #id }`, `{: #id }`, MDX `{/* #id */}`
_TARGET = re.compile(r"(\]\()(<[^>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)")
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
_REFERENCE = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\](?:\([^()\s]*\))?)++)\](?:\[([^\[\]]*)\]|(?![\[(:]))")
_KINDS: dict[str, BlockKind] = {
    "paragraph_open": "text",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "quote",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "math_block": "math",
}
_MOST_INDENTED = 0.5


def read_front_matter(text: str) -> tuple[dict[str, str], str]:
    """The simple fields of a YAML or TOML front matter, and the text behind it."""
    found = _FRONT_MATTER.match(text)
    if not found:
        return {}, text
    fields = {
        name.lower(): one_line(folded) or value.strip("\"'") for name, folded, value in _FIELD.findall(found[2] + "\n")
    }
    if not fields and found[2].strip():
        return {}, text  # two rules with text between them
    return fields, text[found.end() :]


def markdown_blocks(text: str, url: str, read_html: Callable[[str], list[Block]]) -> list[Block]:
    """Blocks of a CommonMark text with tables.

    A heading's anchor is its explicit `{ #id }`. Raw HTML blocks are read by `read_html`.
    """
    text = clean(text)
    lines = text.split("\n")
    addresses = Addresses(url)
    blocks: list[Block] = []
    anchor: str | None = None
    parser, known = _parser(), {}  # type: Any, dict[str, Any]
    tokens = iter(parser.parse(text, known))
    references = known.get("references", {})
    for token in tokens:
        if token.level or token.map is None:
            continue
        if token.type == "heading_open":
            level, inner = int(token.tag[1]), next(tokens)
            heading, own = _heading(inner, parser, references)
            anchor = own or anchor
            if has_word(heading):
                blocks.append(Block("heading", heading, level, own))
        elif token.type == "html_block":
            blocks.extend(read_html(token.content))
        elif token.type in _KINDS:
            source = "\n".join(lines[token.map[0] : token.map[1]]).rstrip()
            markdown = (
                _code(token)
                if token.type == "code_block"
                else source
                if token.type == "fence"
                else _absolute(_with_targets(source, references), addresses)
            )
            if has_word(markdown):
                blocks.append(Block(_KINDS[token.type], markdown, 0, anchor))
    return blocks


def plain_blocks(text: str) -> list[Block]:
    """Paragraphs of plain text; indented ones keep their lines as code."""
    blocks: list[Block] = []
    for paragraph in re.split(r"\n[ \t]*\n", clean(text).expandtabs(4)):
        lines = [line.rstrip() for line in paragraph.strip("\n").split("\n")]
        if not has_word(paragraph):
            continue
        indented = sum(line.startswith("  ") for line in lines)
        if len(lines) > 1 and indented > _MOST_INDENTED * len(lines):
            from sitecrawl.document.code import fence

            blocks.append(Block("code", fence("\n".join(lines))))
        else:
            blocks.append(Block("text", "\n".join(settle([line]) for line in lines)))
    return blocks


def looks_like_markdown(text: str) -> bool:
    """Whether a plain text begins as Markdown does: with a heading, and links or more headings."""
    start = text.lstrip("\ufeff \n\r\t")
    return (
        re.match(r"#{1,3} \S", start) is not None
        and re.search(r"^#{1,6} |\]\(|^```|^> |^- ", start[3:], re.M) is not None
    )


def _heading(inner: Any, parser: Any, references: Mapping[str, Any]) -> tuple[str, str | None]:
    """A heading's plain text and its own id: `{ #id }` behind it, else an `<a id>` or `<a name>` in it."""
    content = str(inner.content)
    explicit = _ANCHOR.search(content)
    content = content[: explicit.start()] if explicit else content
    named = re.search(r"<a\s+(?:id|name)=[\"']?([^\"'\s>]+)", content)
    tokens: list[Any] = []
    parser.inline.parse(content, parser, {"references": references}, tokens)
    return one_line(_words(tokens)), explicit[1] if explicit else named[1] if named else None


def _words(tokens: Iterable[Any]) -> str:
    spoken = {"text", "text_special", "code_inline", "image"}
    return "".join(
        str(token.content) if token.type in spoken else " " if token.type.endswith("break") else "" for token in tokens
    )


def _code(token: Any) -> str:
    from sitecrawl.document.code import fence

    return fence(str(token.content).rstrip("\n"))


def _with_targets(source: str, references: Mapping[str, Any]) -> str:
    """The source with reference links made inline ones: their definitions stand elsewhere in the text."""
    if not references or "]" not in source:
        return source

    from markdown_it.common.utils import normalizeReference

    def inline(found: re.Match[str]) -> str:
        known = references.get(normalizeReference(found[2] or found[1]))
        return f"[{found[1]}]({known['href']})" if known else found[0]

    return "".join(piece if is_code else _REFERENCE.sub(inline, piece) for piece, is_code in _pieces(source))


def _absolute(source: str, addresses: Addresses) -> str:
    """The source with its link targets absolute, code spans and fences untouched."""
    if "](" not in source:
        return source
    parts: list[str] = []
    for piece, is_code in _pieces(source):
        parts.append(piece if is_code else _TARGET.sub(lambda found: found[1] + _resolve(found[2], addresses), piece))
    return "".join(parts)


def _resolve(target: str, addresses: Addresses) -> str:
    return addresses.in_markdown(target.strip("<>")) or target


def _pieces(source: str) -> Iterator[tuple[str, bool]]:
    position = 0
    for span in _CODE_SPAN.finditer(source):
        yield source[position : span.start()], False
        yield span[0], True
        position = span.end()
    yield source[position:], False


def _parser() -> Any:
    # imported late: few sites answer with Markdown
    from markdown_it import MarkdownIt

    # what stands inside a block is kept as it is written: only headings are read further
    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])
