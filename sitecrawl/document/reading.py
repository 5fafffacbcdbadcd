"""The door of this room: a body becomes a Document."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from sitecrawl.document.blocks import BlockWriter
from sitecrawl.document.characters import clean, has_word, one_line
from sitecrawl.document.chooser import choose_blocks
from sitecrawl.document.chooser_hints import read_hints
from sitecrawl.document.dates import modification_time, utc_time
from sitecrawl.document.decode import decode_body, is_binary, media_type
from sitecrawl.document.facts import choose_facts, read_entities
from sitecrawl.document.feedback import without_feedback
from sitecrawl.document.footer import contact_blocks
from sitecrawl.document.hidden import Visibility
from sitecrawl.document.language import detect_language
from sitecrawl.document.links import collect_links, collect_resources
from sitecrawl.document.markdown import looks_like_markdown, markdown_blocks, plain_blocks, read_front_matter
from sitecrawl.document.metadata import MARKDOWN_TYPES, language_tag, read_metadata
from sitecrawl.document.model import Block, Document, Link
from sitecrawl.document.panels import Panels
from sitecrawl.document.pdf import can_read_pdf, is_pdf, read_pdf
from sitecrawl.document.region import Region, choose_region, find_footers, whole_document
from sitecrawl.document.shell import shell_signals
from sitecrawl.document.titles import choose_title, name_from_url
from sitecrawl.document.trails import without_trails
from sitecrawl.document.tree import PageTree, parse_page, prepare

__all__ = ["decode_body", "is_binary", "is_markdown", "read_document"]

# what servers send that do not know the type of a Markdown file
_UNTOLD_TYPES = ("text/plain", "application/octet-stream", "")
_MARKDOWN_NAMES = re.compile(r"\.(?:md|mdx|markdown)$|/llms(?:-full)?\.txt$", re.I)
_MARKUP = re.compile(
    r"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype html|html|head|body|title|meta|div|p|h1|main|article)\b",
    re.I | re.S,
)


def read_document(body: bytes, url: str, content_type: str | None, region: str = "auto") -> Document:
    """Read a page: HTML and XHTML, Markdown, plain text, PDF where the optional extra is installed.

    `region` is "auto" (the trained chooser) or "rule" (the landmark rule). What is no text
    at all gives a document without blocks; nothing in a body makes this raise.
    """
    kind = media_type(content_type)
    if is_pdf(body):
        return read_pdf(body, url) if can_read_pdf() else _empty(url)
    if is_binary(body, content_type):
        return _empty(url)
    text = decode_body(body, content_type)
    if is_markdown(kind, url) and (kind in MARKDOWN_TYPES or not _MARKUP.match(text[:500])):
        return _read_markdown(text, url)
    if kind == "text/plain" or (kind.startswith("text/") and "html" not in kind and "xml" not in kind):
        return _read_markdown(text, url) if looks_like_markdown(text) else _read_plain(text, url)
    return _read_html(text, url, region)


def is_markdown(content_type: str | None, url: str) -> bool:
    """Whether an answer of this type at this address is read as Markdown, unless it plainly is a web page."""
    kind = media_type(content_type)
    return kind in MARKDOWN_TYPES or (kind in _UNTOLD_TYPES and _MARKDOWN_NAMES.search(urlsplit(url).path) is not None)


def _read_html(text: str, url: str, region: str) -> Document:
    tree = parse_page(text, url)
    if tree is None:
        return _empty(url)
    metadata = read_metadata(tree)
    entities = read_entities(tree.root)
    shell = shell_signals(tree.root, len(text))
    resources = collect_resources(tree)  # scripts and styles are gone once the tree is prepared
    prepare(tree)
    modified = modification_time(tree.root, metadata, entities)
    visibility, panels = Visibility(tree), Panels(tree)
    hints = read_hints(url, metadata, entities)
    chosen = choose_region(tree) if region == "rule" else choose_blocks(tree, hints)
    writer = _write_region(tree, visibility, panels, chosen)
    blocks = writer.blocks or _write_region(tree, visibility, panels, whole_document(tree)).blocks
    if not blocks and not shell and (tree.length or entities):
        blocks = _blocks_by_trafilatura(text, url)
    blocks = without_trails(without_feedback(blocks))
    footers = contact_blocks(tree, visibility, panels, find_footers(tree))
    h1s = [block.markdown for block in blocks if block.kind == "heading" and block.level == 1]
    first = next((block.markdown for block in blocks if block.kind == "heading"), None)
    return Document(
        url=url,
        title=choose_title(metadata, h1s, first, url),
        description=metadata.description,
        lang=metadata.lang or _detect(blocks),
        modified_at=modified,
        blocks=(*blocks, *footers),
        canonical=metadata.canonical,
        refresh=metadata.refresh,
        robots=tuple(metadata.robots),
        facts=choose_facts(entities),
        shell=shell,
        hidden_words=writer.hidden_words,
        links=collect_links(tree),
        resources=resources,
        markdown=metadata.markdown,
    )


def _write_region(tree: PageTree, visibility: Visibility, panels: Panels, region: Region) -> BlockWriter:
    writer = BlockWriter(tree, visibility, panels, region.skip)
    for element in region.elements:
        writer.write(element)
    return writer


def _read_markdown(text: str, url: str) -> Document:
    fields, source = read_front_matter(text.replace("\r\n", "\n"))
    blocks = markdown_blocks(source, url, lambda html: _fragment_blocks(html, url))
    first = next((block.markdown for block in blocks if block.kind == "heading"), None)
    title = one_line(fields.get("title")) or first or name_from_url(url)
    modified = next(
        (time for name in ("updated", "last_updated", "lastmod", "date") if (time := utc_time(fields.get(name, "")))),
        None,
    )
    lang = language_tag(fields.get("lang") or fields.get("language")) or _detect(blocks)
    links = tuple(_markdown_links(blocks))
    return Document(url, title, fields.get("description"), lang, modified, tuple(blocks), links=links)


def _read_plain(text: str, url: str) -> Document:
    blocks = plain_blocks(text)
    first = one_line(next((line for line in text.split("\n") if has_word(line)), ""))
    title = clean(first) if 0 < len(first) <= 100 else name_from_url(url)
    return Document(url, title, None, _detect(blocks), None, tuple(blocks))


def _fragment_blocks(html: str, url: str) -> list[Block]:
    tree = parse_page(html, url)
    if tree is None:
        return []
    prepare(tree)
    return _write_region(tree, Visibility(tree), Panels(tree), whole_document(tree)).blocks


_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((https?://[^\s)]+|folder://[^\s)]+)")


def _markdown_links(blocks: list[Block]) -> list[Link]:
    return [
        Link(address, one_line(text))
        for block in blocks
        if block.kind != "code"
        for text, address in _LINK.findall(block.markdown)
    ]


def _blocks_by_trafilatura(text: str, url: str) -> list[Block]:
    # imported late: it costs a second, and few pages need it
    from trafilatura import extract

    try:
        found = extract(
            text, url=url, output_format="markdown", include_tables=True, include_formatting=True, include_links=False
        )
    except Exception:  # a last resort that fails leaves the page as empty as it was
        found = None
    return markdown_blocks(found, url, lambda _: []) if found else []


def _detect(blocks: list[Block]) -> str | None:
    return detect_language(" ".join(block.markdown for block in blocks if block.kind not in ("code", "math"))[:6000])


def _empty(url: str) -> Document:
    return Document(url, name_from_url(url), None, None, None, ())
