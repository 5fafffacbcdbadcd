"""Passage files for tests, from pages told in a few words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from sitecrawl import passagefile
from sitecrawl.passagefile import Page, PageRecords, Passage

FETCHED = "2026-11-30T08:00:00+00:00"


@dataclass
class Part:
    """A section: heading with its level, and its pieces; a piece is (text, overlap)."""

    heading: str | None
    pieces: list[tuple[str, int]]
    level: int = 2
    under: list[tuple[int, str]] = field(default_factory=list)
    anchor: str | None = None


def part(heading: str | None, text: str, **more: object) -> Part:
    """A section of one piece."""
    return Part(heading, [(text, 0)], **more)  # type: ignore[arg-type]


def page(url: str, title: str, parts: list[Part], **more: object) -> PageRecords:
    """A page line with its passage lines, ids as the contract spells them."""
    values = {
        "description": None,
        "lang": "en",
        "content_type": "text/html",
        "fetched_at": FETCHED,
        "modified_at": None,
        "etag": None,
        "last_modified": None,
        "hash": "0",
        "depth": 1,
        "source": "link",
        "fetched_with": "http",
        "facts": [],
        "stale": False,
    } | more
    passages: list[Passage] = []
    for one in parts:
        passages += _passages(url, title, one, len(passages))
    return PageRecords(Page(url=url, title=title, passages=len(passages), **values), passages)  # type: ignore[arg-type]


def write_site(folder: Path, pages: list[PageRecords]) -> Path:
    """Write the file of a site; the name comes from its first page."""
    file = folder / f"{passagefile.file_stem(passagefile.site_name(pages[0].page.url))}.jsonl"
    passagefile.write(file, pages)
    return file


def _passages(url: str, title: str, one: Part, position: int) -> list[Passage]:
    path = [*one.under, *([(one.level, one.heading)] if one.heading else [])]
    slug = one.anchor or re.sub(r"\W+", "-", (one.heading or "top").lower()).strip("-")
    base = f"{url.partition('://')[2]}#{slug}"
    return [
        Passage(
            id=base if number == 0 else f"{base}~{number + 1}",
            url=url,
            anchor=one.anchor,
            title=title,
            headings=[heading for _, heading in path],
            levels=[level for level, _ in path],
            text=text,
            position=position + number,
            overlap=overlap,
        )
        for number, (text, overlap) in enumerate(one.pieces)
    ]


def club(site: str = "https://club.example") -> list[PageRecords]:
    """A small site with sections, facts, a long section and a page in German."""
    rules = [(f"Rule {n}: keep to the right of wall {n}.", 0) for n in range(1, 4)]
    return [
        page(
            f"{site}/",
            "Tidewater Kayak Club",
            [part(None, "A club on the estuary since 1931.")],
            description="Kayaks on the estuary.",
        ),
        page(
            f"{site}/boats",
            "Club boats",
            [
                part(None, "The club owns twenty boats."),
                part("Borrowing a boat", "Sign the red book before you borrow a sea kayak.", anchor="borrowing"),
                part("Repairs", "Hang the yellow tag on a leaking boat and tell the warden.", anchor="repairs"),
            ],
        ),
        page(
            f"{site}/contact",
            "Finding us",
            [part("Address", "3 Slip Lane, Combe Quay.", anchor="address")],
            facts=[{"@type": "SportsClub", "name": "Tidewater", "telephone": "+44 555 0142"}],
        ),
        page(f"{site}/lessons", "Lessons", [part("Beginners' course", "Six evenings, 90 euros.", anchor="beginners")]),
        page(
            f"{site}/rules",
            "Rules",
            [
                part("Scope", "These rules bind members.", anchor="scope"),
                Part(
                    "The rules", [rules[0], ("wall 1.\n\n" + rules[1][0], 7), ("\n\n" + rules[2][0], 0)], anchor="rules"
                ),
                part("Penalties", "A morning of painting.", anchor="penalties"),
            ],
        ),
        page(f"{site}/verein", "Verein", [part("Beitrag", "Der Beitrag beträgt 40 Euro im Jahr.")], lang="de-AT"),
    ]
