"""The traps of the made-up site, one class each.

`real`: pages that the trap begins with, linked from the home page; `pages`: all its pages worth finding;
`links(target)`: what it adds to a real page; `answer(target, text_of)`: its HTML for an address, or None.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import ClassVar
from urllib.parse import parse_qsl, quote, urlsplit

from bench.traptext import page, paragraph

TextOf = Callable[[str], tuple[str, str] | None]
_MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
_DAYS = " ".join(str(day) for day in range(1, 31))


class Kind:
    """A trap that adds nothing."""

    real: Sequence[str] = ()

    @property
    def pages(self) -> Sequence[str]:
        return self.real

    def links(self, target: str) -> list[str]:
        return []

    def answer(self, target: str, text_of: TextOf) -> str | None:
        return None


class Calendar(Kind):
    """Months without end, in the path and in the query."""

    real = ("/events/", "/diary")

    @property
    def pages(self) -> Sequence[str]:
        return (*self.real, "/events/2024/05/", "/diary?month=2024-05")

    def links(self, target: str) -> list[str]:
        return {"/events/": ["/events/2024/05/"], "/diary": ["/diary?month=2024-05"]}.get(target, [])

    def answer(self, target: str, text_of: TextOf) -> str | None:
        match = re.fullmatch(r"(/events/(\d+)/(\d\d)/)|(/diary\?month=(\d+)-(\d\d))", target)
        if not match:
            return None
        months = int(match[2] or match[5]) * 12 + int(match[3] or match[6]) - 1
        form = "/events/{}/{:02}/" if match[1] else "/diary?month={}-{:02}"
        near = [form.format(other // 12, other % 12 + 1) for other in (months - 1, months + 1, months + 12)]
        title = f"{_MONTHS[months % 12]} {months // 12}"
        return page(title, f"Mon Tue Wed Thu Fri Sat Sun {_DAYS} There are no events in this month.", near)


class Facets(Kind):
    """Five parameters on one list, in any order and combination, some with brackets."""

    real = ("/shop",)
    _values: ClassVar = {
        "color[]": ("red", "blue", "green", "black"),
        "size": ("s", "m", "l", "xl"),
        "brand": ("acme", "orion", "vela", "lyra"),
        "price": ("0-10", "10-20", "20-50", "50-99"),
        "sort": ("price", "name", "date", "rank"),
    }

    def links(self, target: str) -> list[str]:
        return self._narrower({}) if target == "/shop" else []

    def answer(self, target: str, text_of: TextOf) -> str | None:
        parts = urlsplit(target)
        chosen = dict(parse_qsl(parts.query))
        if parts.path != "/shop" or not chosen or not set(chosen) <= set(self._values):
            return None
        items = [f"/product/{number}" for number in random.Random(str(sorted(chosen.items()))).sample(range(1, 61), 6)]
        return page("Shop", "Now showing " + paragraph(str(items), 30), [*items, *self._narrower(chosen)])

    def _narrower(self, chosen: dict[str, str]) -> list[str]:
        found = []
        for name, values in self._values.items():
            for value in values:
                pairs = list((chosen | {name: value}).items())
                random.Random(f"{pairs}").shuffle(pairs)
                found.append("/shop?" + "&".join(f"{key}={quote(text)}" for key, text in pairs))
        return found


class GrowingPaths(Kind):
    """Relative links that are resolved below the page that holds them."""

    real = ("/partners/", "/help/", "/manual/intro/")

    def links(self, target: str) -> list[str]:
        return {
            "/partners/": ["www.partner.example/policies/"],
            "/help/": ["more/index/"],
            "/manual/intro/": ["../intro/x/"],
        }.get(target, [])

    def answer(self, target: str, text_of: TextOf) -> str | None:
        for start in self.real:
            if target.startswith(start):
                title, text = text_of(start) or ("", "")
                link = {"/partners/": "www.partner.example/policies/", "/help/": "more/index/"}.get(start, "../y/x/")
                return page(title, text, [link])
        return None


class EndlessPages(Kind):
    """Lists that always link a next page: empty ones in the one, the first again in the other."""

    real = ("/gallery", "/notes/")

    @property
    def pages(self) -> Sequence[str]:
        return (*self.real, *(f"/gallery?page={n}" for n in (2, 3, 4)), *(f"/notes/page/{n}/" for n in (2, 3)))

    def links(self, target: str) -> list[str]:
        return {"/gallery": ["/gallery?page=2"], "/notes/": ["/notes/page/2/"]}.get(target, [])

    def answer(self, target: str, text_of: TextOf) -> str | None:
        match = re.fullmatch(r"(/gallery\?page=|/notes/page/)(\d+)/?", target)
        if not match:
            return None
        number = int(match[2])
        following = f"{match[1]}{number + 1}" + ("/" if "notes" in target else "")
        if target in self.pages:
            return page("A list", paragraph(target, 60), [following])
        if "gallery" in target:
            return page("A list", "There are no pictures on this page.", [following])
        title, text = text_of("/notes/") or ("", "")
        return page(title, text, [following])


class Fan(Kind):
    """Four hundred links on one page, to people and tags with a line each."""

    real = ("/community",)

    def links(self, target: str) -> list[str]:
        if target != "/community":
            return []
        return [f"/user/{number}" for number in range(200)] + [f"/tag/{tag(number)}" for number in range(200)]

    def answer(self, target: str, text_of: TextOf) -> str | None:
        if match := re.fullmatch(r"/user/(\d+)", target):
            return page(f"User {match[1]}", "Member since 2019. No posts yet. Followers 0. Following 0.", ["/"])
        if match := re.fullmatch(r"/tag/([a-z-]+)", target):
            return page(f"Tagged {match[1]}", "There is one post with this tag in the community, by a guest.", ["/"])
        return None


class Variants(Kind):
    """Print views and orders of every product, guide and list."""

    def links(self, target: str) -> list[str]:
        if target.startswith("/products/"):
            glue = "&" if "?" in target else "?"
            return [f"{target}{glue}sort={sort}&dir={way}" for sort in ("price", "name") for way in ("asc", "desc")]
        if target.startswith(("/product/", "/guides/")):
            return [f"{target}?print=1", f"/print{target}"]
        return []

    def answer(self, target: str, text_of: TextOf) -> str | None:
        base = re.sub(r"[?&]sort=\w+&dir=\w+$|\?print=1$", "", target).removeprefix("/print")
        found = text_of(base) if base != target else None
        return page(*found, [*self.links(base), base]) if found else None


class DeadLinks(Kind):
    """Links to pages that are gone, on every page; the site answers them with status 200."""

    def links(self, target: str) -> list[str]:
        name = re.sub(r"\W+", "-", target).strip("-") or "home"
        return [f"/archive/{name}.html", f"/old/{name}/print-{len(name)}"]


class GrowingQueries(Kind):
    """A search form whose links add to the query that is there."""

    real = ("/find",)

    def links(self, target: str) -> list[str]:
        return ["/find?q=", "/find?ref=a&ref=a"] if target == "/find" else []

    def answer(self, target: str, text_of: TextOf) -> str | None:
        if not target.startswith("/find?"):
            return None
        title, text = text_of("/find") or ("", "")
        return page(title, text, [f"{target}&q={len(target)}", f"{target}&q="])


def tag(number: int) -> str:
    """A tag of letters only."""
    return paragraph(f"tag {number}", 2).replace(" ", "-")


def strip_session(target: str) -> str:
    """A target without the sessions that `with_sessions` puts in."""
    path = re.sub(r"^/s\([0-9a-z]+\)|;jsessionid=[0-9A-F]+", "", target)
    return re.sub(r"([?&])PHPSESSID=\w+&?", r"\1", path).rstrip("?&")


def with_sessions(html: str, target: str) -> str:
    """A page with a new session id in each of its own links: in the path, behind it, or in the query."""
    source = random.Random(target)
    session = f"{source.getrandbits(128):032x}"
    forms: tuple[Callable[[str], str], ...] = (
        lambda href: f"/s({session[:12]}){href}",
        lambda href: re.sub(r"(?=\?|$)", f";jsessionid={session.upper()}", href, count=1),
        lambda href: f"{href}{'&' if '?' in href else '?'}PHPSESSID={session}",
    )
    form = source.choice(forms)
    return re.sub(r'(?<=href=")(/[^"]*)', lambda match: form(match[1]), html)


KINDS: dict[str, type[Kind]] = {
    "calendar": Calendar,
    "facets": Facets,
    "sessions": Kind,
    "growing paths": GrowingPaths,
    "endless pages": EndlessPages,
    "fan": Fan,
    "variants": Variants,
    "soft 404": DeadLinks,
    "queries": GrowingQueries,
}
