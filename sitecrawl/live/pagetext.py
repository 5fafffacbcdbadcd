"""A document as the Markdown of one page, with its headings."""

from __future__ import annotations

from sitecrawl.document.model import Document


def page_markdown(document: Document) -> str:
    """The page's blocks with their heading lines; its title as heading where it has none of level 1."""
    blocks = document.blocks
    untitled = document.title and blocks and all(block.level != 1 for block in blocks)
    parts = [f"{'#' * block.level} {block.markdown}" if block.level else block.markdown for block in blocks]
    return "\n\n".join([f"# {document.title}", *parts] if untitled else parts)


def headings_of(document: Document) -> list[str]:
    """The page's headings in order, as plain text."""
    return [block.markdown for block in document.blocks if block.level]
