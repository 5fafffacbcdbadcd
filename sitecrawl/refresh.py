"""What becomes of each page when a site is crawled again (contract section 6.7).

Pages are keyed by canonical URL. A page of the old file leaves it only on a clear word: 404 twice,
410 once, a lasting redirect, equal text elsewhere, or the owner's wish. Everything else keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Answer(StrEnum):
    """How a URL answered in this crawl.

    MISSING is 404 or a page that says so with status 200; MOVED a redirect (without a target: to a
    place this crawl does not go); DUPLICATE equal text or canonical; UNREADABLE a shell or a page
    without text; NOT_ASKED also what this crawl's own arguments (scope, lang, budget) leave out.
    """

    OK = "ok"
    NOT_MODIFIED = "not modified"
    MISSING = "missing"
    GONE = "gone"
    MOVED = "moved"
    DUPLICATE = "duplicate"
    ROBOTS = "robots.txt"
    NOINDEX = "noindex"
    CONTENT_SIGNAL = "content-signal"
    FAILED = "failed"
    UNREADABLE = "unreadable"
    NOT_ASKED = "not asked"


OWNERS_WORD = frozenset({Answer.ROBOTS, Answer.NOINDEX, Answer.CONTENT_SIGNAL})
_GIVES_TEXT = frozenset({Answer.OK, Answer.NOT_MODIFIED})
_POINTS_ON = frozenset({Answer.MOVED, Answer.DUPLICATE})
LASTING = frozenset({301, 308})  # RFC 9110 15.4.2 and 15.4.9: the others ask to keep using the old address
_CONFIRMING = 2


@dataclass(frozen=True, slots=True)
class OldPage:
    """A page of the old file: its text hash, whether it was stale, and where its text was read if elsewhere."""

    hash: str
    stale: bool = False
    twin: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One URL's answer: `hash` of its text for OK, `target` for MOVED and DUPLICATE.

    `lasting` is false for a temporary redirect; `times` counts equal answers in this crawl.
    """

    answer: Answer
    hash: str | None = None
    target: str | None = None
    lasting: bool = True
    times: int = 1


class Fate(StrEnum):
    """What becomes of a page; the first five stand in the new file."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    STALE = "stale"
    KEPT = "kept"
    GONE = "gone"
    MOVED = "moved"
    FORBIDDEN = "forbidden"
    DROPPED = "dropped"


IN_FILE = frozenset({Fate.NEW, Fate.CHANGED, Fate.UNCHANGED, Fate.STALE, Fate.KEPT})


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of one page, the `stale` flag of its line, and where it answers now (`end`).

    NEW and CHANGED take this crawl's passages; UNCHANGED, STALE and KEPT keep the old ones.
    DROPPED is a page that `refresh=full` did not meet.
    """

    fate: Fate
    stale: bool = False
    end: str | None = None

    @property
    def in_file(self) -> bool:
        """Whether the page stands in the new file."""
        return self.fate in IN_FILE


def outcome_of_status(status: int) -> Outcome:
    """The outcome of an answer that carries no page: 304, 404, 410, anything else has failed."""
    known = {304: Answer.NOT_MODIFIED, 404: Answer.MISSING, 410: Answer.GONE}
    return Outcome(known.get(status, Answer.FAILED))


def moved(target: str | None, status: int) -> Outcome:
    """A redirect with its status; `target` is None when this crawl does not go there."""
    return Outcome(Answer.MOVED, target=target, lasting=status in LASTING)


def again(earlier: Outcome | None, later: Outcome) -> Outcome:
    """What is known of a URL after one more answer: the later one, counted when both are equal."""
    if earlier is None:
        return later
    if later.answer is Answer.NOT_ASKED:
        return earlier
    if (earlier.answer, earlier.target) == (later.answer, later.target):
        return replace(later, times=earlier.times + 1)
    return later


def mark_forbidden(
    old: Iterable[str],
    met: Mapping[str, Outcome],
    permits: Callable[[str], bool],
    answer: Answer = Answer.ROBOTS,
) -> dict[str, Outcome]:
    """`met` with the owner's word for each old page that robots.txt now forbids, without asking for it.

    `answer` is CONTENT_SIGNAL when `permits` tells what the Content-Signal of robots.txt allows.
    """
    return {**met, **{url: Outcome(answer) for url in old if not permits(url)}}


def plan(
    old: Mapping[str, OldPage],
    met: Mapping[str, Outcome],
    *,
    asks: Callable[[str], bool] | None = None,
    limit: int | None = None,
) -> list[str]:
    """The URLs still to ask for at the crawl's end: a word to confirm first, then pages not met.

    `asks` tells whether this crawl's scope takes a URL (None: all), `limit` how many requests are left.
    Record each answer with `again` and plan anew until nothing is left. `refresh=full` asks nothing.
    """
    confirm: dict[str, None] = {}
    unmet: list[str] = []
    for url in sorted(old):
        if asks is not None and not asks(url):
            continue
        if url not in met:
            unmet.append(url)
            continue
        end, outcome, lasting = _follow(url, met)
        if outcome is not None and lasting and _needs_confirming(outcome):
            confirm[end] = None
    return [*confirm, *(url for url in unmet if url not in confirm)][: None if limit is None else max(limit, 0)]


def decide(old: Mapping[str, OldPage], met: Mapping[str, Outcome], *, full: bool = False) -> dict[str, Verdict]:
    """The verdict on every old page and every page with text, ordered by URL."""
    verdicts: dict[str, Verdict] = {}
    for url in sorted({*old, *(url for url, outcome in met.items() if outcome.answer is Answer.OK)}):
        page = old.get(url)
        verdict = _new_page(met[url]) if page is None else _old_page(url, page, old, met)
        if full and verdict.fate in (Fate.KEPT, Fate.STALE):
            verdict = Verdict(Fate.DROPPED)
        verdicts[url] = verdict
    return verdicts


def _new_page(outcome: Outcome) -> Verdict:
    return Verdict(Fate.NEW) if outcome.answer is Answer.OK else Verdict(Fate.DROPPED)


def _old_page(url: str, page: OldPage, old: Mapping[str, OldPage], met: Mapping[str, Outcome]) -> Verdict:
    end, outcome, lasting = _follow(url, met)
    if outcome is None or outcome.answer is Answer.NOT_ASKED:
        return Verdict(Fate.KEPT, page.stale)
    if outcome.answer in _GIVES_TEXT:
        text = outcome.hash if outcome.answer is Answer.OK else old[end].hash if end in old else None
        return _answering(url, page, end, text, lasting)
    if not lasting:
        return Verdict(Fate.STALE, True)
    if outcome.answer in OWNERS_WORD:
        return Verdict(Fate.FORBIDDEN)
    if outcome.answer is Answer.GONE or (_is_away(outcome) and outcome.times >= _CONFIRMING):
        return Verdict(Fate.GONE)
    return Verdict(Fate.STALE, True)


def _answering(url: str, page: OldPage, end: str, text: str | None, lasting: bool) -> Verdict:
    if end == url:
        return Verdict(Fate.UNCHANGED if text == page.hash else Fate.CHANGED, end=end)
    if text is None or not (lasting or text == page.hash):
        # a temporary redirect to another text is a login or a maintenance page, not a move
        return Verdict(Fate.STALE, True)
    return Verdict(Fate.MOVED, end=end)


def _is_away(outcome: Outcome) -> bool:
    return outcome.answer is Answer.MISSING or (outcome.answer is Answer.MOVED and outcome.target is None)


def _needs_confirming(outcome: Outcome) -> bool:
    return _is_away(outcome) and outcome.times < _CONFIRMING


def _follow(url: str, met: Mapping[str, Outcome]) -> tuple[str, Outcome | None, bool]:
    """Where `url` ends, what is known there, and whether every redirect on the way is lasting."""
    seen = {url}
    outcome = met.get(url)
    lasting = True
    while outcome is not None and outcome.answer in _POINTS_ON:
        lasting = lasting and outcome.lasting
        if outcome.target is None:
            break
        if outcome.target in seen:
            return url, Outcome(Answer.FAILED), lasting
        url = outcome.target
        seen.add(url)
        outcome = met.get(url)
    return url, outcome, lasting
