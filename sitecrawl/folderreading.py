"""A file of a folder to a document: the reading of the site crawl, then what only a folder needs."""

from __future__ import annotations

from dataclasses import replace

from sitecrawl.document import decode_body, is_binary, read_document
from sitecrawl.document.admonitions import unindent_admonitions
from sitecrawl.document.markdown import read_front_matter
from sitecrawl.document.mdx import mdx_to_markdown
from sitecrawl.document.model import Document
from sitecrawl.document.titles import name_from_url
from sitecrawl.folderanchors import anchored
from sitecrawl.folderlinks import FolderLinks

_MARKDOWN = "text/markdown"


def read_file(body: bytes, url: str, content_type: str, links: FolderLinks, region: str = "auto") -> Document:
    """Read a file: Markdown with an id at every heading, links between files leading to files.

    The title of Markdown is that of its front matter, else its first heading of level 1, else the
    file's name. What is no text gives a document without blocks.
    """
    if content_type == _MARKDOWN and not is_binary(body, content_type):
        text = decode_body(body, content_type)
        return links.settle(_read_markdown(text, url, region))
    document = read_document(body, url, content_type, region)
    # what a saved page says about the web and its robots does not hold for the owner's own folder
    return links.settle(replace(document, canonical=None, refresh=None, robots=()))


def _read_markdown(text: str, url: str, region: str) -> Document:
    text = text.replace("\r\n", "\n")
    source = mdx_to_markdown(text) if url.lower().endswith(".mdx") else unindent_admonitions(text)
    document = read_document(source.encode("utf-8", "replace"), url, f"{_MARKDOWN}; charset=utf-8", region)
    fields, _ = read_front_matter(text)
    first = next((block.markdown for block in document.blocks if block.kind == "heading" and block.level == 1), None)
    title = document.title if fields.get("title") else first or name_from_url(url)
    return replace(document, title=title, blocks=tuple(anchored(document.blocks)))
