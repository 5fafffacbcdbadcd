"""Whether what a crawl found may take the place of the earlier file (contract sections 2 and 6.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sitecrawl.refresh import OWNERS_WORD, Answer, Fate, OldPage, Outcome, Verdict, decide

PUBLISHED, REFUSED_BY_OWNER, NOTHING_TO_INDEX, NOT_PUBLISHED = 0, 3, 4, 5

RobotsState = Literal["read", "unreachable", "no connection"]

NO_PAGE = "The crawl found no page at all."

_SCOPE_ARGUMENTS = ("path_prefix", "include", "exclude", "lang")
_DEFAULT_MAX_PAGES = 500
_ANSWERS = frozenset({Fate.UNCHANGED, Fate.CHANGED, Fate.MOVED})
_NO_TEXT = "No page holds text of its own; the site may be rendered in the browser: try render=auto."
_NO_TEXT_RENDERED = "No page holds text of its own, not in a browser either."
_NO_STATEMENT = frozenset({Answer.NOT_ASKED, Answer.MISSING, Answer.GONE, Answer.MOVED, Answer.DUPLICATE})


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a crawl: what stands in the new file and whether it is published.

    `pages` holds a verdict for every old and every indexed page, by URL. `counts` are indexed, new,
    changed, unchanged, gone and stale; indexed = old + new - gone. `sentence` says why.
    """

    pages: dict[str, Verdict]
    counts: dict[str, int]
    publish: bool
    withdraw: bool
    exit_code: int
    sentence: str
    warnings: tuple[str, ...] = ()


def narrowed(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """The arguments that take less of the site than those of the last crawl did."""
    names = [name for name in _SCOPE_ARGUMENTS if now.get(name) and now.get(name) != before.get(name)]
    if "path_prefix" in names and f"{before.get('path_prefix') or ''}/".startswith(f"{now['path_prefix']}/"):
        names.remove("path_prefix")  # a wider one
    limits = [int(str(arguments.get("max_pages") or _DEFAULT_MAX_PAGES)) for arguments in (before, now)]
    return [*names, *(["max_pages"] if limits[1] < limits[0] else [])]


def settle(
    old: Mapping[str, OldPage],
    met: Mapping[str, Outcome],
    *,
    full: bool = False,
    force: bool = False,
    robots: RobotsState = "read",
    stopped: str | None = None,
    cause: str | None = None,
    narrower: Sequence[str] = (),
    rendered: bool = False,
) -> Settlement:
    """Decide every page and the whole file.

    `stopped` is the sentence for a signal or a full disk: nothing is published. `cause` is the
    sentence for a crawl that found no page (start page 404, moved to another host); `narrower`
    comes from `narrowed`; `rendered` says that pages without text were rendered too.
    """
    if robots != "read" or stopped:
        untouched = {url: Verdict(Fate.KEPT, page.stale) for url, page in sorted(old.items())}
        code, sentence = _untouched(bool(old), robots, stopped, cause)
        return Settlement(untouched, _counts(untouched), False, False, code, sentence)
    pages = decide(old, met, full=full)
    code, sentence = _judge(old, met, pages, force, cause, rendered)
    withdraw = code == REFUSED_BY_OWNER and bool(old)
    return Settlement(
        pages, _counts(pages), code == PUBLISHED, withdraw, code, sentence, tuple(_warnings(pages, narrower))
    )


def _untouched(earlier: bool, robots: RobotsState, stopped: str | None, cause: str | None) -> tuple[int, str]:
    if stopped:
        return NOT_PUBLISHED, stopped
    if robots == "unreachable":
        return REFUSED_BY_OWNER, cause or "robots.txt stayed unreachable, so nothing else was fetched."
    return NOT_PUBLISHED if earlier else NOTHING_TO_INDEX, cause or "No connection to the site came about."


def _judge(
    old: Mapping[str, OldPage],
    met: Mapping[str, Outcome],
    pages: Mapping[str, Verdict],
    force: bool,
    cause: str | None,
    rendered: bool,
) -> tuple[int, str]:
    standing = sum(verdict.in_file for verdict in pages.values())
    forbidden = sum(verdict.fate is Fate.FORBIDDEN for verdict in pages.values())
    asked, answering = _old_pages_asked(old, met, pages)
    if not standing:
        if old and forbidden and not asked:
            return REFUSED_BY_OWNER, f"All {forbidden} pages of the earlier file are now closed by their owner."
        return _nothing(bool(old), met, cause, rendered)
    if not force:
        if 2 * answering < asked:
            words = (
                f"Only {answering} of the {asked} earlier pages that were asked for still answer, fewer than half; "
                "force=1 publishes all the same."
            )
            return NOT_PUBLISHED, f"{cause} {words}" if cause else words
        if not forbidden and not any(v.fate in _ANSWERS or v.fate is Fate.NEW for v in pages.values()):
            return NOT_PUBLISHED, cause or NO_PAGE
    return PUBLISHED, f"{standing} pages are published."


def _old_pages_asked(
    old: Mapping[str, OldPage], met: Mapping[str, Outcome], pages: Mapping[str, Verdict]
) -> tuple[int, int]:
    """How many old pages were asked for, and at how many addresses they answer.

    Pages that all end at one address (a login, a maintenance page) count as one.
    """
    asked = [
        pages[url]
        for url in old
        if url in met and met[url].answer is not Answer.NOT_ASKED and pages[url].fate not in (Fate.FORBIDDEN, Fate.KEPT)
    ]
    return len(asked), len({verdict.end for verdict in asked if verdict.fate in _ANSWERS})


def _nothing(earlier: bool, met: Mapping[str, Outcome], cause: str | None, rendered: bool) -> tuple[int, str]:
    heard = Counter(outcome.answer for outcome in met.values() if outcome.answer not in _NO_STATEMENT)
    if not earlier and heard and set(heard) <= OWNERS_WORD - {Answer.NOINDEX}:
        words = " and ".join("Content-Signal" if a is Answer.CONTENT_SIGNAL else a.value for a in sorted(heard))
        return REFUSED_BY_OWNER, cause or f"The owner's word ({words}) leaves nothing to index."
    code = NOT_PUBLISHED if earlier else NOTHING_TO_INDEX
    if cause:
        return code, cause
    if set(heard) == {Answer.NOINDEX}:
        return code, f"All {heard[Answer.NOINDEX]} pages that were read say noindex."
    if heard and set(heard) <= {Answer.UNREADABLE, Answer.NOINDEX}:
        return code, _NO_TEXT_RENDERED if rendered else _NO_TEXT
    if heard[Answer.FAILED]:
        return code, f"No page could be read; {heard[Answer.FAILED]} requests failed."
    return code, NO_PAGE


def _counts(pages: Mapping[str, Verdict]) -> dict[str, int]:
    fates = Counter(verdict.fate for verdict in pages.values())
    return {
        "indexed": sum(verdict.in_file for verdict in pages.values()),
        "new": fates[Fate.NEW],
        "changed": fates[Fate.CHANGED],
        "unchanged": fates[Fate.UNCHANGED],
        "gone": fates[Fate.GONE] + fates[Fate.MOVED] + fates[Fate.FORBIDDEN] + fates[Fate.DROPPED],
        "stale": sum(verdict.in_file and verdict.stale for verdict in pages.values()),
    }


def _warnings(pages: Mapping[str, Verdict], narrower: Sequence[str]) -> list[str]:
    kept = sum(verdict.fate is Fate.KEPT for verdict in pages.values())
    if not kept:
        return []
    if narrower:
        return [
            f"{', '.join(narrower)} narrower than at the last crawl: {kept} pages of the earlier file were not "
            "asked for and stay as they are; refresh=full would drop them."
        ]
    return [f"{kept} pages of the earlier file were not asked for in this crawl and stay as they are."]
