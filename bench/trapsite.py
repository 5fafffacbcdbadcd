"""A made-up site with real pages and, as asked, traps: a pure function from address to answer, and a server.

`TrapSite(("calendar", "facets")).answer("/events/2024/05/")` gives (status, HTML). `real` holds the pages
worth finding; every other request, and every second request for a page, is one into a trap.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from bench.trapkinds import KINDS, strip_session, with_sessions
from bench.traptext import page, paragraph

TRAPS = ("calendar", "facets", "sessions", "growing paths", "endless pages", "fan", "variants", "soft 404", "queries")
_PER_PAGE = 5


class TrapSite:
    """One site: `products` and `guides` bound its size, `traps` are names out of `TRAPS`."""

    def __init__(self, traps: tuple[str, ...] = (), products: int = 60, guides: int = 20, posts: int = 18) -> None:
        self.traps = traps
        self._kinds = [KINDS[name]() for name in traps if name in KINDS]
        self._sizes = products, guides, posts

    @cached_property
    def pages(self) -> dict[str, tuple[str, list[str]]]:
        """The real pages: target to (title, hrefs)."""
        products, guides, posts = self._sizes
        entrances = [target for kind in self._kinds for target in kind.real]
        found = {"/": ("Harbour Supplies", ["/products/", "/guides/", "/blog/", "/contact", "/delivery", "/about"])}
        found["/"][1].extend(entrances)
        found |= {target: (target.strip("/").split("/")[0].title(), []) for target in entrances}
        found |= {f"/{name}": (name.title(), ["/"]) for name in ("contact", "delivery", "about")}
        found["/guides/"] = ("Guides", [f"/guides/{topic(number)}" for number in range(guides)])
        found |= {f"/guides/{topic(number)}": (f"How to {topic(number)}", ["/guides/"]) for number in range(guides)}
        found |= _listing("/products/", "?page={}", [f"/product/{number}" for number in range(1, products + 1)])
        found |= _listing("/blog/", "page/{}/", [_post(number) for number in range(posts)])
        found |= {f"/product/{number}": (f"Item {number}", ["/products/"]) for number in range(1, products + 1)}
        return found | {_post(number): (f"News {number}", ["/blog/"]) for number in range(posts)}

    @property
    def real(self) -> frozenset[str]:
        """Targets of the pages worth finding, those that a trap begins with included."""
        return frozenset(self.pages) | {target for kind in self._kinds for target in kind.pages}

    def plain(self, target: str) -> str:
        """A target without the session ids that this site puts in."""
        return strip_session(target) if "sessions" in self.traps else target

    def answer(self, target: str) -> tuple[int, str]:
        """(status, HTML) for a request target: path and query."""
        status, html = self._answer(self.plain(target))
        return status, with_sessions(html, target) if "sessions" in self.traps else html

    def _answer(self, target: str) -> tuple[int, str]:
        extra = [href for kind in self._kinds for href in kind.links(target)]
        if target in self.pages:
            title, hrefs = self.pages[target]
            return 200, page(title, paragraph(target, 70), [*hrefs, *extra])
        for kind in self._kinds:
            html = kind.answer(target, self._text_of)
            if html is not None:
                return 200, html
        gone = page("Page not found", "Sorry, there is nothing at this address. Try the start page.", ["/"])
        return (200 if "soft 404" in self.traps else 404), gone

    def _text_of(self, target: str) -> tuple[str, str] | None:
        """(title, text) of a real page."""
        return (self.pages[target][0], paragraph(target, 70)) if target in self.pages else None


def topic(number: int) -> str:
    """A name of a guide."""
    verb = ("oil", "mend", "sharpen", "store", "paint")[number % 5]
    return f"{verb}-{('oars', 'sails', 'ropes', 'lamps')[number // 5 % 4]}" + ("" if number < 20 else f"-{number}")


def _post(number: int) -> str:
    return (
        f"/blog/{2021 + number // 12}/{number % 12 + 1:02}/news-from-the-{paragraph(str(number), 2).replace(' ', '-')}"
    )


def _listing(path: str, form: str, items: list[str]) -> dict[str, tuple[str, list[str]]]:
    """A list in pages: the first at `path`, then `form` below it, each with its items and links to all pages near."""
    last = -(-len(items) // _PER_PAGE)
    targets = [path, *(path + form.format(number) for number in range(2, last + 1))]
    return {
        target: (
            f"{path.strip('/').title()}, page {at + 1}",
            [*items[at * _PER_PAGE : (at + 1) * _PER_PAGE], *targets[max(0, at - 2) : at + 3]],
        )
        for at, target in enumerate(targets)
    }


@contextmanager
def serve(site: TrapSite) -> Iterator[tuple[str, list[str]]]:
    """Serve a site on a free loopback port; gives its address and the growing list of targets asked for."""
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            log.append(self.path)
            status, html = site.answer(self.path) if urlsplit(self.path).path != "/robots.txt" else (404, "")
            body = html.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", log
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
