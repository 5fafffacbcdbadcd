"""A crawl of the made-up site without network: breadth-first with the penalties of `TrapGuard`."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from html import unescape
from urllib.parse import urlsplit

from bench.trapsite import TrapSite
from sitecrawl.document.model import Block, Document
from sitecrawl.frontier.canonical import identity, normalize
from sitecrawl.frontier.soft404 import is_soft_404
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.passages.duplicates import near_key, text_key

HOME = "http://shop.test"
TODAY = date(2024, 5, 15)


@dataclass
class Walk:
    """What a crawl asked for: targets in order, what was real of them, what was refused by which rule."""

    site: TrapSite
    budget: int
    asked: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def found(self) -> float:
        """The share of the real pages that was fetched."""
        return len(self.site.real & {self.site.plain(target) for target in self.asked}) / len(self.site.real)

    @property
    def trapped(self) -> list[str]:
        """Requests that brought no new real page."""
        plain = [self.site.plain(target) for target in self.asked]
        return [
            self.asked[at] for at, target in enumerate(plain) if target not in self.site.real or target in plain[:at]
        ]


def walk(site: TrapSite, budget: int = 300, guard: TrapGuard | None = None) -> Walk:
    """Crawl until the budget or the queue is at its end."""
    guard = guard or TrapGuard(budget, TODAY)
    done = Walk(site, budget)
    queue: list[tuple[int, int, int, str, str | None]] = []
    met: set[str] = set()

    def offer(url: str, parent: str | None, depth: int) -> None:
        if identity(url) in met:
            return
        met.add(identity(url))
        rule = guard.refusal(url, parent, depth, listed=False)
        if rule:
            done.refused[rule] += 1
        else:
            heapq.heappush(queue, (guard.penalty(url), depth, len(met), url, parent))

    offer(f"{HOME}/", None, 0)
    while queue and len(done.asked) < budget:
        _, depth, _, url, parent = heapq.heappop(queue)
        if rule := guard.closed(url):
            done.refused[rule] += 1
            continue
        for link in _fetch(url, parent, guard, done):
            offer(link, url, depth + 1)
    return done


def _fetch(url: str, parent: str | None, guard: TrapGuard, done: Walk) -> list[str]:
    """Ask for a page, tell the guard its text and give its links, none of an error page."""
    parts = urlsplit(url)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    done.asked.append(target)
    status, html = done.site.answer(target)
    if status != 200:
        return []
    document = read(url, html)
    is_error = is_soft_404(document)
    words = sum(len(block.markdown.split()) for block in document.blocks)
    guard.saw_page(url, parent, text_key(document.blocks), near_key(document.blocks), words, is_error)
    links = [normalize(unescape(href), url) for href in re.findall(r'href="([^"]*)"', html)]
    return [] if is_error else [link for link in links if link and link.startswith(HOME)]


def read(url: str, html: str) -> Document:
    """The page as the made-up site writes it."""
    heading = re.search(r"<h1>(.*?)</h1>", html)
    title = unescape(heading[1]) if heading else ""
    texts = [Block("text", unescape(text)) for text in re.findall(r"<p>(.*?)</p>", html)]
    return Document(url, title, None, "en", None, (Block("heading", title, 1), *texts))
