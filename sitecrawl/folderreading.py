"""A file of a folder to a document: the reading of the site crawl, then what only a folder needs."""

from __future__ import annotations

import re
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
_RAW_H1 = re.compile(r"<h1\b[^>]*>(.*?)</h1>", re.I | re.S)


def read_file(body: bytes, url: str, content_type: str, links: FolderLinks, region: str = "auto") -> Document:
    """Read a file: Markdown with an id at every heading, links between files leading to files.

    The title of Markdown is that of its front matter, else its first heading of level 1 (one in
    raw HTML, which is often a banner, only when there is no other), else the file's name. What is
    no text gives a document without blocks.
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
    title = document.title if fields.get("title") else _first_h1(document, text) or name_from_url(url)
    return replace(document, title=title, blocks=tuple(anchored(document.blocks)))


def _first_h1(document: Document, text: str) -> str | None:
    banners = {" ".join(re.sub(r"<[^>]*>", "", raw).split()) for raw in _RAW_H1.findall(text)}
    h1s = [block.markdown for block in document.blocks if block.kind == "heading" and block.level == 1]
    return next((h1 for h1 in h1s if h1 not in banners), h1s[0] if h1s else None)
