"""Reading what a site says: a page as Markdown, a whole section by its id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mcp_server.library import Library
from mcp_server.pagelookup import fitting_pages, nearest_pages, path_of
from mcp_server.refusals import RefusalError
from mcp_server.reply import largest_reply
from mcp_server.results import Heading, PageReply, SectionReply
from mcp_server.sections import Section, page_markdown, sections_of
from mcp_server.site import Site
from mcp_server.sitefile import PageEntry, SiteTable
from mcp_server.sitenames import fitting_sites, is_address, nearest, spoken_name
from mcp_server.visible import one_line

PAGE_CHARACTERS = 12_000
MOST_CHARACTERS = 100_000
MOST_HEADINGS = 100
MOST_FACTS_BYTES = 8_000


def read_page(
    library: Library, asked: str, site: str | None = None, offset: int = 0, max_chars: int = PAGE_CHARACTERS
) -> PageReply:
    """The page that `asked` means (URL, path, suffix, title or name), from `offset` on.

    Offsets are characters of the page's Markdown. Raises RefusalError with page URLs as candidates
    when no page or more than one is meant, or the offset lies behind the end.
    """
    home = library.site(site or (asked if is_address(asked) else None))
    table = home.table()
    page = table.pages[_the_page(asked, table, home)]
    sections = sections_of(table.passages_at(range(page.first, page.first + page.count)))
    markdown = page_markdown(page.title, sections)
    notes: list[str] = []
    reply = PageReply(
        url=page.url,
        site=home.name,
        title=page.title,
        description=page.description,
        headings=_headings(sections, notes) if offset == 0 else [],
        markdown="",
        facts=_facts(table, page, notes) if offset == 0 else [],
        fetched_at=page.fetched_at,
        stale=page.stale,
        next_offset=None,
        sources=[page.url],
        notes=notes,
    )
    if page.stale:
        notes.append("The page did not answer in the last crawl; this is what it said before.")
    if offset:
        _check_offset(offset, markdown, page.url)
        notes.append("Headings and facts of the page stand in its first part.")
    return largest_reply(
        lambda size: _page_part(reply, markdown, offset, size), min(max_chars, len(markdown) - offset), 1
    )


def read_section(library: Library, identity: str, offset: int = 0) -> SectionReply:
    """The whole section `identity`, from `offset` (characters) on, with its neighbours' ids.

    The id of a later piece of a section means the section; its site may be left out or named as the
    site's file is. Raises RefusalError with section ids as
    candidates for an unknown one.
    """
    identity = identity.strip()
    home = _site_of(library, identity)
    table = home.table()
    number = next((table.numbers[form] for form in _forms(identity, home) if form in table.numbers), None)
    if number is None:
        raise _unknown_section(identity, table, home)
    page = table.pages[table.page_of[number]]
    passages = table.passages_at(range(page.first, page.first + page.count))
    sections = sections_of(passages)
    starts = {section.id for section in sections}
    first = next(p.id for p in reversed(passages[: number - page.first + 1]) if p.id in starts)
    at = next(n for n, section in enumerate(sections) if section.id == first)
    section = sections[at]
    _check_offset(offset, section.text, identity)
    url = f"{page.url}#{section.anchor}" if section.anchor else page.url
    reply = SectionReply(
        id=section.id,
        site=home.name,
        url=url,
        page_url=page.url,
        title=page.title,
        headings=list(section.headings),
        text="",
        previous=sections[at - 1].id if at else None,
        next=sections[at + 1].id if at + 1 < len(sections) else None,
        fetched_at=page.fetched_at,
        stale=page.stale,
        next_offset=None,
        sources=[url],
        notes=["The page did not answer in the last crawl; this is what it said before."] if page.stale else [],
    )
    return largest_reply(lambda size: _section_part(reply, section.text, offset, size), len(section.text) - offset, 1)


def _the_page(asked: str, table: SiteTable, home: Site) -> int:
    found = fitting_pages(asked, table.pages)
    if not found and is_address(asked) and fitting_sites(asked, [home.name], _aliases(home)):
        # the same site under another scheme, or with www.
        found = fitting_pages(path_of(asked), table.pages)
    said = one_line(asked, 120)
    if len(found) == 1:
        return found[0]
    if found:
        urls = [table.pages[number].url for number in found[:20]]
        raise RefusalError(f"{said!r} fits {len(found)} pages of {home.name}. Give the URL of one of them.", urls, urls)
    urls = [table.pages[number].url for number in nearest_pages(asked, table.pages)]
    paths = ", ".join(one_line(path_of(url), 80) for url in urls[:5])
    raise RefusalError(f"No page {said!r} on {home.name}. Nearest: {paths or 'none'}. list_pages lists all.", urls)


def _aliases(home: Site) -> dict[str, str]:
    return {spoken_name(typed): home.name for typed in home.report().typed}


def _headings(sections: Sequence[Section], notes: list[str]) -> list[Heading]:
    rows = [Heading(s.levels[-1], s.headings[-1], s.id) for s in sections if s.headings]
    if len(rows) > MOST_HEADINGS:
        notes.append(f"The first {MOST_HEADINGS} of {len(rows)} headings are listed.")
    return rows[:MOST_HEADINGS]


def _facts(table: SiteTable, page: PageEntry, notes: list[str]) -> list[dict[str, object]]:
    kept: list[dict[str, object]] = []
    room = MOST_FACTS_BYTES
    facts = table.facts_of(page)
    for fact in facts:
        room -= len(str(fact).encode("utf-8"))
        if room < 0:
            notes.append(f"{len(facts) - len(kept)} of {len(facts)} JSON-LD objects are left out: too large.")
            break
        kept.append(fact)
    return kept


def _page_part(reply: PageReply, markdown: str, offset: int, size: int) -> PageReply:
    end = _good_end(markdown, offset, size)
    rest = len(markdown) - end
    return replace(
        reply,
        markdown=markdown[offset:end],
        next_offset=end if rest else None,
        notes=[*reply.notes, f"{rest} characters follow; read on with offset {end}."] if rest else reply.notes,
    )


def _section_part(reply: SectionReply, text: str, offset: int, size: int) -> SectionReply:
    end = _good_end(text, offset, size)
    rest = len(text) - end
    return replace(
        reply,
        text=text[offset:end],
        next_offset=end if rest else None,
        notes=[*reply.notes, f"{rest} characters follow; read on with offset {end}."] if rest else reply.notes,
    )


def _good_end(text: str, offset: int, size: int) -> int:
    """Where a part of at most `size` characters ends: behind a line where one ends near enough."""
    end = min(offset + size, len(text))
    if end == len(text):
        return end
    line = text.rfind("\n", offset + size * 3 // 4, end) + 1
    return line or end


def _check_offset(offset: int, text: str, what: str) -> None:
    if offset and offset >= len(text):
        raise RefusalError(f"Offset {offset} lies behind the end of {what}: it has {len(text)} characters.", [what])


def _site_of(library: Library, identity: str) -> Site:
    name = identity.partition("#")[0].partition("/")[0]
    sites = library.sites()
    exact = [site for site in sites if site.name == name.lower()]
    if exact:
        return exact[0]
    if len(sites) == 1:
        return sites[0]
    return library.site(name or None)


def _forms(identity: str, home: Site) -> list[str]:
    """The ids that may be meant: as given, with the site under its own name, with the site left out."""
    name = identity.partition("#")[0].partition("/")[0]
    named = [home.name + identity[len(name) :]] if fitting_sites(name, [home.name], _aliases(home)) else []
    return [identity, *named, f"{home.name}/{identity.lstrip('/')}"]


def _unknown_section(identity: str, table: SiteTable, home: Site) -> RefusalError:
    page = identity.partition("#")[0]
    same_page = [known for known in table.numbers if known.partition("#")[0].partition("~")[0] == page]
    close = nearest(identity, same_page, 10) or nearest(identity, list(table.numbers)[:5000], 10)
    return RefusalError(
        f"No section {one_line(identity, 120)!r} on {home.name}. search_site and read_page give ids.", close
    )
