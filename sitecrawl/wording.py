"""Sentences in the words of the one who called.

A crawl writes its sentences, the report's too, with the commands of a checkout (`scrapy crawl site -a url=…`,
`render=auto`). Where they are shown they name what the reader can type: that, the installed command, or a tool.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum


class Caller(StrEnum):
    """Who started a crawl: a person in a checkout, the installed command, or a tool of the server."""

    SCRAPY = "scrapy"
    INSTALLED = "site-knowledge"
    TOOL = "tool"


_Rules = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]


def _option(found: re.Match[str]) -> str:
    return f"--{found[1].replace('_', '-')}"


_VALUED = "max_pages|max_depth|path_prefix|include|exclude|sitemap|render|refresh|lang|name|base_url"
# an argument stands by itself: what follows `?`, `&` or a letter belongs to an address
_START = r"(?<![^\s(“\"'])"
_INSTALLED: _Rules = (
    (r"scrapy crawl site -a url=", "site-knowledge crawl "),
    (r"scrapy crawl folder -a path=", "site-knowledge folder "),
    (r"python -m mcp_server\b", "site-knowledge"),
    (r"-s SITECRAWL_DATA_DIR=", "--data "),
    (r"pip install -r requirements-\w+\.txt \(installed: ([^)]*)\)", r"\1"),
    (r"-a (?=\w+=)", ""),
    (rf"{_START}(?:url|path)=(?=\S)", ""),
    (rf"{_START}(force|watch)=1\b", r"--\1"),
    (rf"{_START}({_VALUED})=(?=\S)", lambda found: f"{_option(found)} "),
    (rf"{_START}(max_pages|max_depth|path_prefix|base_url)\b(?!=)", _option),
)
_TOOL: _Rules = (
    (r"Run: scrapy crawl site -a url=(\S+)", r"Call crawl_site with url \1"),
    (r"Ask it: python -m mcp_server search \S.*? --site (\S+).*", r"Ask it with search_site, site \1."),
)


def in_words_of(caller: Caller, sentence: str) -> str:
    """`sentence`, written with the commands of a checkout, as `caller` would type what it names."""
    rules: dict[Caller, _Rules] = {Caller.SCRAPY: (), Caller.INSTALLED: _INSTALLED, Caller.TOOL: _TOOL}
    for pattern, words in rules[caller]:
        sentence = re.sub(pattern, words, sentence)
    return sentence
