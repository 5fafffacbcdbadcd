"""What there is: the sites, and the pages of one of them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from mcp_server.cursors import last_url_of, make_cursor
from mcp_server.filters import nothing_left
from mcp_server.library import Library
from mcp_server.pagelookup import under_prefix
from mcp_server.refusals import RefusalError, SiteChangedError
from mcp_server.reply import largest_reply
from mcp_server.results import PageRow, PagesReply, SiteRow, SitesReply
from mcp_server.site import Site
from mcp_server.sitefile import PageEntry, SiteTable
from mcp_server.speech import counted

MOST_PAGES = 200
_AGES = (
    (365 * 86400, "year"),
    (30 * 86400, "month"),
    (7 * 86400, "week"),
    (86400, "day"),
    (3600, "hour"),
    (60, "minute"),
)


def list_sites(library: Library, now: datetime | None = None) -> SitesReply:
    """Every site, a broken one with the reason under its warnings."""
    rows = [_site_row(site, now or datetime.now(UTC)) for site in library.sites()]
    notes = list(filter(None, [library.coming()])) if rows else [library.nothing_indexed()]
    return largest_reply(lambda count: _sites_reply(rows, notes, count), len(rows))


def list_pages(
    library: Library,
    site: str | None = None,
    path_prefix: str | None = None,
    limit: int = 50,
    cursor: str | None = None,
) -> PagesReply:
    """The pages of a site in file order, at most `limit` from `cursor` on.

    Raises RefusalError for a site that cannot be told and for a cursor not given out for this listing.
    """
    home = library.site(site)
    pages = [page for page in home.table().pages if not path_prefix or under_prefix(page.url, path_prefix)]
    start = _start(pages, cursor, home.name, path_prefix) if cursor is not None else 0
    notes = [] if pages else [nothing_left(home.name, home.table().pages, path_prefix, None)]
    if home.table().damaged:
        notes.append(f"{counted(home.table().damaged, 'damaged line')} of the file skipped; {library.speech.damage}")
    chosen = pages[start : start + limit]

    def build(count: int) -> PagesReply:
        end = start + count
        more = make_cursor(home.name, path_prefix, pages[end - 1].url) if 0 < end < len(pages) else None
        rows = [_page_row(page) for page in chosen[:count]]
        cut = count < len(chosen)
        note = f"{count} pages in place of {len(chosen)}, to keep the reply short; go on with next_cursor."
        return PagesReply(
            home.name, rows, more, len(pages), [row.url for row in rows], [*notes, note] if cut else notes
        )

    return largest_reply(build, len(chosen), 1)


def age_in_words(then: str | None, now: datetime) -> str:
    """How long ago an ISO 8601 time was: `3 days ago`; `unknown` when it cannot be told."""
    try:
        past = datetime.fromisoformat(then or "")
    except ValueError:
        return "unknown"
    seconds = (now - (past if past.tzinfo else past.replace(tzinfo=UTC))).total_seconds()
    for length, unit in _AGES:
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def _site_row(site: Site, now: datetime) -> SiteRow:
    report = site.report()
    try:
        table = site.table()
    except (RefusalError, SiteChangedError) as refusal:
        return SiteRow(site.name, report.start_url, 0, 0, [], report.finished_at, "unknown", [str(refusal)])
    crawled = report.finished_at or max((page.fetched_at for page in table.pages), default=None) or None
    stale = sum(page.stale for page in table.pages)
    warnings = [*table.warnings(), *report.warnings]
    if not table.passages:
        warnings.append(f"{site.path} holds no passage. Crawl the site again.")
    if stale:
        warnings.append(f"{counted(stale, 'page')} did not answer in the last crawl: marked stale.")
    return SiteRow(
        host=site.name,
        start_url=report.start_url or _first_url(table),
        pages=len(table.pages),
        passages=table.passages,
        languages=[lang for lang, _ in Counter(page.lang for page in table.pages if page.lang).most_common(20)],
        crawled_at=crawled,
        age=age_in_words(crawled, now),
        warnings=warnings,
    )


def _first_url(table: SiteTable) -> str | None:
    return min((page.url for page in table.pages), key=len, default=None)


def _sites_reply(rows: list[SiteRow], notes: list[str], count: int) -> SitesReply:
    left_out = len(rows) - count
    if left_out:
        notes = [*notes, f"{left_out} sites are left out to keep the reply short: name one to the other tools."]
    sources = dict.fromkeys(row.start_url for row in rows[:count] if row.start_url)
    return SitesReply(rows[:count], list(sources), notes)


def _page_row(page: PageEntry) -> PageRow:
    return PageRow(page.url, page.title, page.description, page.sections, page.lang, page.fetched_at)


def _start(pages: list[PageEntry], cursor: str, site: str, path_prefix: str | None) -> int:
    last = last_url_of(cursor, site, path_prefix)
    if last is None:
        raise RefusalError(
            "The cursor was not given out for this listing. Take next_cursor of a reply with the same "
            "site and path_prefix, or leave cursor out to begin."
        )
    for number, page in enumerate(pages):
        if page.url == last:
            return number + 1
    raise RefusalError(f"The site was crawled again and {last} is gone. Leave cursor out to begin again.")
