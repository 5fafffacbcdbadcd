"""Contracts of `scrapy check`: callbacks run on pages that are answered without network."""

from __future__ import annotations

import os
from typing import Any

from scrapy import Request
from scrapy.contracts import Contract
from scrapy.crawler import Crawler
from scrapy.exceptions import ContractFail, NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse

from sitecrawl.items import PageItem
from sitecrawl.live.rows import LiveRow
from sitecrawl.live.session import open_live_session
from sitecrawl.passages import split_document
from sitecrawl.startup import check_session

_PAGE = """<!doctype html><html lang="en"><head><title>Delivery - Shop</title></head><body>
<nav><a href="/">Home</a></nav><main><h1>Delivery</h1><p>We send parcels by post on every weekday.</p>
<h2 id="costs">Costs</h2><p>Parcels to Norway cost 12 euros and arrive within five days.</p>
<p>See <a href="/returns">returns</a> and <a href="https://other.example/">our carrier</a>.</p></main></body></html>"""
_START = """<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1>
<p>Lamps and chairs, made to last.</p><h2>Opening hours</h2><p>We are open from Monday to Friday, nine to six.</p>
</main></body></html>"""
_SITEMAP = """<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://shop.example/delivery</loc></url><url><loc>https://other.example/page</loc></url></urlset>"""
_LLMS = """# Shop

> Lamps and chairs.

- [Delivery](/delivery): what it costs
- [Carrier](https://other.example/page)
"""
_MARKDOWN = """# Delivery

We send parcels by post on every weekday.

## Costs { #costs-and-time }

Parcels to Norway cost 12 euros and arrive within five days. See [returns](returns.md).
"""
FIXTURES = {"page": _PAGE, "start": _START, "sitemap": _SITEMAP, "llms": _LLMS, "markdown": _MARKDOWN}


class FixtureContract(Contract):
    """`@fixture NAME URL`: the callback gets this fixture, as if URL had answered it."""

    name = "fixture"

    def __init__(self, method: Any, *args: Any) -> None:
        super().__init__(method, *args)
        self._spider = method.__self__

    def pre_process(self, response: Response) -> None:
        """Each contract starts from an empty session: none depends on another."""
        spider = self._spider
        is_live = spider.name == "pages"
        spider.begin(open_live_session(spider.settings) if is_live else check_session(spider.name, spider.settings))

    def adjust_request_args(self, args: dict[str, Any]) -> dict[str, Any]:
        """Ask for the URL, and say which fixture answers."""
        name, url = self.args
        kind = "start" if name == "start" else "link"
        meta = {"fixture": FIXTURES[name], "page": kind, "rule": 0, "source": kind, "depth_found": 0}
        return {**args, "url": url, "meta": meta}


class YieldsContract(Contract):
    """`@yields KIND VALUE`: some output of the callback is that.

    Kinds: `heading` (a heading path, its parts joined by ` > `) and `text` are looked for in the
    passages that the crawl would write, `anchor` among their anchors; `link` and `sitemap` are
    requests that must be there, `nolink` one that must not.
    """

    name = "yields"

    def post_process(self, output: list[Any]) -> None:
        """Fails the contract, naming what was found instead."""
        kind, value = self.args[0], " ".join(self.args[1:])
        requests = [result.url for result in output if isinstance(result, Request)]
        if kind == "nolink":
            if value in requests:
                raise ContractFail(f"{value} must not be asked for")
            return
        found = requests if kind in {"link", "sitemap"} else _found(kind, output)
        if not (any(value in text for text in found) if kind == "text" else value in found):
            raise ContractFail(f"no {kind} {value!r} among {found}")


def _found(kind: str, output: list[Any]) -> list[str]:
    items = [result for result in output if isinstance(result, PageItem | LiveRow)]
    documents = [item.document for item in items if item.document is not None]
    passages = [passage for document in documents for passage in split_document(document, "shop.example")]
    if kind == "anchor":
        return [passage.anchor or "" for passage in passages]
    if kind == "text":
        return [passage.text for passage in passages]
    if kind == "heading":
        paths = [
            passage.headings if passage.headings[:1] == [passage.title] else [passage.title, *passage.headings]
            for passage in passages
        ]
        return [" > ".join(path) for path in paths] + [" > ".join(path[1:]) for path in paths]
    raise ContractFail(f"unknown kind {kind}")


class ContractAnswers:
    """Answers the requests of contracts from their fixtures; only there during `scrapy check`."""

    def __init__(self) -> None:
        # set by `scrapy check` for as long as it runs
        if not os.environ.get("SCRAPY_CHECK"):
            raise NotConfigured("only for scrapy check")

    @classmethod
    def from_crawler(cls, _: Crawler) -> ContractAnswers:
        """Made by Scrapy from DOWNLOADER_MIDDLEWARES."""
        return cls()

    def process_request(self, request: Request) -> Response | None:
        """The fixture, as an answer with status 200."""
        body = request.meta.get("fixture")
        if body is None:
            return None
        cls = TextResponse if body.startswith("<?xml") else HtmlResponse
        headers = {"Content-Type": "text/xml" if cls is TextResponse else "text/html; charset=utf-8"}
        return cls(request.url, body=body.encode("utf-8"), headers=headers, request=request)
