"""A made-up site of a shop's size or a manual's: sections, pages, a sitemap, validators, and what goes wrong."""

from __future__ import annotations

import random
from email.message import Message
from functools import cached_property
from html import escape

from bench.localsite import Reply
from bench.traptext import paragraph

_PER_SECTION = 20
_POOL = 1_500
_MODIFIED = "Mon, 0{} Jan 2024 10:00:00 GMT"


class MadeSite:
    """`size` pages, the home page included, of about `kilobytes` each; a sitemap unless `listed` is false.

    To be changed between crawls: `versions` (a page's text, ETag and Last-Modified follow its number),
    `gone` (404), `failing` (503), `latency` in seconds, `robots` (lines of robots.txt).
    """

    def __init__(self, size: int, kilobytes: int = 8, listed: bool = True) -> None:
        self.kilobytes = kilobytes
        self.listed = listed
        self.sections = -(-(size - 1) // (_PER_SECTION + 1))
        self.targets = ["/", *(f"/s{number}/" for number in range(self.sections))]
        self.targets += [f"/s{at % self.sections}/page-{at}.html" for at in range(size - len(self.targets))]
        self.versions: dict[str, int] = {}
        self.gone: set[str] = set()
        self.failing: set[str] = set()
        self.latency = 0.0
        self.robots = "User-agent: *\nDisallow: /private/\n"

    def answer(self, target: str, headers: Message) -> Reply:
        if target == "/robots.txt":
            return Reply(200, self.robots.encode(), {"Content-Type": "text/plain"})
        if target == "/sitemap.xml" and self.listed:
            return Reply(200, self._sitemap(headers["Host"]), {"Content-Type": "application/xml"})
        if target not in self._known or target in self.gone:
            return Reply(404, b"<h1>Not found</h1>", {"Content-Type": "text/html"}, self.latency)
        if target in self.failing:
            return Reply(503, b"<h1>Busy</h1>", {"Content-Type": "text/html"}, self.latency)
        version = self.versions.get(target, 0)
        tag = f'"{version}"'
        validators = {"ETag": tag, "Last-Modified": _MODIFIED.format(version % 9 + 1)}
        if headers.get("If-None-Match") == tag:
            return Reply(304, b"", validators, self.latency)
        kind = {"Content-Type": "text/html; charset=utf-8"}
        return Reply(200, self.html(target, version).encode(), kind | validators, self.latency)

    @property
    def living(self) -> set[str]:
        """Targets of the pages that are there."""
        return set(self.targets) - self.gone

    def mark(self, target: str, version: int) -> str:
        """A sentence that stands on this page in this version, and nowhere else."""
        return f"The keeper of {target} counted {paragraph(f'{target} {version}', 6)} in edition {version}."

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.targets)

    @cached_property
    def _pool(self) -> list[str]:
        return [paragraph(str(number), 45).capitalize() + "." for number in range(_POOL)]

    def _sitemap(self, host: str) -> bytes:
        rows = "".join(f"<url><loc>http://{host}{target}</loc></url>" for target in self.targets if target != "/")
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'.encode()

    def _links(self, target: str) -> list[str]:
        if target == "/":
            return self.targets[1 : self.sections + 1]
        section = int(target[2 : target.index("/", 2)])
        members = self.targets[1 + self.sections + section :: self.sections]
        if target.endswith("/"):
            return members
        at = members.index(target)
        return members[max(0, at - 2) : at + 3]

    def html(self, target: str, version: int) -> str:
        """A page: menus, headings, paragraphs, a table, a list, code, a footer."""
        source = random.Random(target)
        menu = "".join(
            f'<li class="menu-item"><a href="/s{n}/">Section {n}</a></li>' for n in range(self.sections)[:40]
        )
        links = "".join(f'<li><a href="{escape(href)}">On {escape(href)}</a></li>' for href in self._links(target))
        body = [f"<h1>About {target}</h1><p>{self.mark(target, version)}</p>"]
        length = len(menu) + len(links) + 900
        while length < self.kilobytes * 1024:
            body.append(_part(len(body), source.sample(self._pool, 6)))
            length += len(body[-1])
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>About {target}</title>'
            f'<meta name="description" content="All about {target}."><link rel="stylesheet" href="/style.css"></head>'
            f'<body class="page"><header><a href="/">Quay Manual</a></header><nav><ul>{menu}</ul></nav>'
            f'<main>{"".join(body)}<ul class="related">{links}</ul></main>'
            '<footer><p>Quay Works, 4 Harbour Street. Phone 0123 456.</p><a href="/private/login">Log in</a></footer>'
            "</body></html>"
        )


def _part(number: int, texts: list[str]) -> str:
    """One section of a page, of the next kind in turn."""
    heading = f'<h2 id="part-{number}">{texts[0][:40]}</h2><p>{texts[0]}</p>'
    kind = number % 4
    if kind == 1:
        cells = "".join(f"<tr><td>{text[:30]}</td><td>{len(text)}</td></tr>" for text in texts[1:])
        return f"{heading}<table><tr><th>Part</th><th>Length</th></tr>{cells}</table>"
    if kind == 2:
        return f"{heading}<ul>" + "".join(f"<li>{text[:120]}</li>" for text in texts[1:]) + "</ul>"
    if kind == 3:
        return f"{heading}<pre><code>store --part {number}\n  --name {texts[1][:12]!r}\n</code></pre><p>{texts[2]}</p>"
    return heading + "".join(f'<div class="text"><p>{text}</p></div>' for text in texts[1:4])
