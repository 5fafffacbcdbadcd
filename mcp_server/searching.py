"""The one search: what the tool, the terminal and the evaluation run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from mcp_server.advice import tell
from mcp_server.engine import Hit, Ranking, TermPart
from mcp_server.filters import NOTHING_ASKED, admitted, nothing_left
from mcp_server.library import EVERY_SITE, Library
from mcp_server.refusals import RefusalError
from mcp_server.reply import largest_reply
from mcp_server.results import Found, SearchReply, Terms
from mcp_server.sections import with_closed_fence
from mcp_server.site import Site
from mcp_server.sitefile import SiteTable
from mcp_server.speech import Speech, counted
from mcp_server.visible import one_line, visible
from sitecrawl.passagefile import Passage

QUERY_CHARACTERS = 500
MOST_RESULTS = 25
MOST_PER_PAGE = 10
SHOWN_CHARACTERS = 8_000
_SPARE = 3  # hits asked for where near duplicates may take the places of others
_STRENGTHS = {"strong": 2, "partial": 1, "weak": 0}


@dataclass(frozen=True, slots=True)
class Question:
    """A search as asked: `site` None is the only one, `*` all; `lang` a tag whose primary subtag counts."""

    query: str
    site: str | None = None
    path_prefix: str | None = None
    lang: str | None = None
    limit: int = 5
    per_page: int = 2
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """A search done; `parts` tells for each result how its score came about, when asked to explain;
    `told` says to a person what `reply.advice` says to a model.
    """

    reply: SearchReply
    parts: list[tuple[TermPart, ...]]
    told: str


@dataclass(frozen=True, slots=True)
class _Ranked:
    site: Site
    table: SiteTable
    ranking: Ranking


def search_sites(library: Library, question: Question) -> Search:
    """Search one site, or all.

    Raises RefusalError for a site that cannot be told or served, SiteChangedError when a file was replaced
    meanwhile. No results is a reply.
    """
    if not question.query.strip():
        raise RefusalError("The query holds no word. Give 1 to 500 characters.")
    coming = library.coming()
    notes = [coming] if coming else []
    if question.site == EVERY_SITE:
        ranked = _search_every(library, question, notes)
        name = EVERY_SITE
    else:
        site = library.site(question.site)
        ranked = [_search_one(library, site, question, notes)]
        name = site.name
    return _reply(library.speech, name, question, ranked, notes)


def _search_every(library: Library, question: Question, notes: list[str]) -> list[_Ranked]:
    sites = library.sites()
    if not sites:
        raise RefusalError(library.nothing_indexed())
    ranked = []
    for site in sites:
        try:
            ranked.append(_search_one(library, site, question, notes))
        except RefusalError as refusal:
            notes.append(f"{site.name} was not searched: {refusal}")
    if not ranked:
        raise RefusalError("No site can be searched. " + " ".join(notes), [site.name for site in sites])
    return sorted(ranked, key=lambda one: -one.ranking.confidence)


def _search_one(library: Library, site: Site, question: Question, notes: list[str]) -> _Ranked:
    table, engine = site.searchable()
    library.use(site)
    if not table.passages:
        raise RefusalError(f"{site.path} holds no passage. Crawl {site.name} again.")
    admits, nothing_asked = None, False
    if question.path_prefix or question.lang:
        pages = admitted(table.pages, question.path_prefix, question.lang)
        admits, nothing_asked = _admits(pages, table), not any(pages)
    if nothing_asked:
        notes.append(nothing_left(site.name, table.pages, question.path_prefix, question.lang))
    if table.damaged:
        notes.append(
            f"{site.name}: {counted(table.damaged, 'damaged line')} of its file skipped; {library.speech.damage}"
        )
    grouped = any(page.near_group for page in table.pages)
    limit = question.limit * _SPARE if grouped else question.limit
    ranking = engine.search(
        question.query, limit=limit, per_page=question.per_page, admits=admits, explain=question.explain
    )
    if nothing_asked:
        ranking = replace(ranking, advice=NOTHING_ASKED)
    if grouped:
        ranking = replace(ranking, hits=_spread(ranking.hits, table, question, notes))
    return _Ranked(site, table, ranking)


def _spread(hits: Iterable[Hit], table: SiteTable, question: Question, notes: list[str]) -> tuple[Hit, ...]:
    """The best hits, no more of pages that say nearly the same than of one page."""
    shown: Counter[str] = Counter()
    kept: list[Hit] = []
    left_out = 0
    for hit in hits:
        if len(kept) == question.limit:
            break
        group = table.pages[table.page_of[hit.number]].near_group
        if group is not None and shown[group] >= question.per_page:
            left_out += 1
            continue
        if group is not None:
            shown[group] += 1
        kept.append(hit)
    if left_out:
        notes.append(
            f"{left_out} results of pages that say nearly the same are left out; name what differs to get one."
        )
    return tuple(kept)


def _admits(pages: list[bool], table: SiteTable) -> Callable[[int], bool]:
    page_of = table.page_of
    return lambda number: pages[page_of[number]]


def _reply(speech: Speech, name: str, question: Question, ranked: list[_Ranked], notes: list[str]) -> Search:
    chosen = _merged(ranked, question.limit)
    found = [_found(rank, one, hit, _passage(one, hit)) for rank, (one, hit) in enumerate(chosen, 1)]
    if any(len(result.text) >= SHOWN_CHARACTERS for result in found):
        notes.append("A long passage is cut; " + speech.whole)
    if any(result.stale for result in found):
        notes.append("Results marked stale come from pages that did not answer in the last crawl.")
    best = ranked[0].ranking
    every = [one.ranking for one in ranked]
    matched = _once(term for ranking in every for term in ranking.matched)
    reply = SearchReply(
        query=visible(question.query),
        site=name,
        verdict=best.verdict,
        confidence=round(best.confidence, 4),
        advice=best.advice,
        terms=Terms(
            matched=matched,
            missing=[term for term in _once(t for r in every for t in r.missing) if term not in matched],
            absent=[term for term in best.absent if all(term in ranking.absent for ranking in every)],
        ),
        results=[],
        dropped_weak=sum(ranking.dropped_weak for ranking in every),
        sources=[],
        notes=notes,
    )
    whole = largest_reply(lambda count: _with_results(speech, reply, found, count), len(found))
    told = tell(best.verdict, best.missing, best.absent, best.suggestions)
    told = NOTHING_ASKED if best.advice == NOTHING_ASKED else told
    return Search(whole, [hit.parts for _, hit in chosen], told)


def _merged(ranked: list[_Ranked], limit: int) -> list[tuple[_Ranked, Hit]]:
    """Hits of all sites: strength first, then the share of the site's best score, weighed by confidence.

    Raw scores of two sites do not compare: each is made with its own rarities.
    """
    if len(ranked) == 1:
        return [(ranked[0], hit) for hit in ranked[0].ranking.hits]
    hits = [
        (
            -_STRENGTHS[hit.strength],
            -one.ranking.confidence * hit.score / (one.ranking.hits[0].score or 1),
            order,
            one,
            hit,
        )
        for order, one in enumerate(ranked)
        for hit in one.ranking.hits
    ]
    return [(one, hit) for *_, one, hit in sorted(hits, key=lambda row: row[:3])][:limit]


def _passage(one: _Ranked, hit: Hit) -> Passage:
    return one.table.passages_at([hit.number])[0]


def _found(rank: int, one: _Ranked, hit: Hit, passage: Passage) -> Found:
    page = one.table.pages[one.table.page_of[hit.number]]
    return Found(
        rank=rank,
        id=passage.id,
        site=one.site.name,
        url=f"{passage.url}#{passage.anchor}" if passage.anchor else passage.url,
        page_url=passage.url,
        title=page.title,
        headings=passage.headings,
        text=with_closed_fence(visible(passage.text)[:SHOWN_CHARACTERS]),
        score=round(hit.score, 4),
        matched_terms=[one_line(term) for term in hit.matched],
        missing_terms=[one_line(term) for term in hit.missing],
        coverage=round(hit.coverage, 4),
        weighted_coverage=round(hit.weighted_coverage, 4),
        strength=hit.strength,
        lang=page.lang,
        fetched_at=page.fetched_at,
        stale=page.stale,
    )


def _with_results(speech: Speech, reply: SearchReply, found: list[Found], count: int) -> SearchReply:
    left_out = len(found) - count
    note = f"{left_out} results are left out to keep the reply short; {speech.fewer}"
    return replace(
        reply,
        results=found[:count],
        sources=_once(result.url for result in found[:count]),
        notes=[*reply.notes, note] if left_out else reply.notes,
    )


def _once(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))
