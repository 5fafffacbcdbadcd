"""What a page says about itself: meta robots, X-Robots-Tag and Content-Signal headers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sitecrawl.frontier.content_signal import merge_signals, read_signals, refused_use
from sitecrawl.frontier.unavailable import PAST, judge_dates

_GENERIC_AGENT = "robots"
# directives that carry a value of their own, so that the word before the colon is no agent
_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview"})
_NO_INDEX = ("noindex", "none", PAST)
_AGENT = re.compile(r"[a-z*][a-z0-9*_./-]*")


@dataclass(frozen=True, slots=True)
class Directives:
    """Whether the page may be indexed and its links followed.

    `rule` names what forbids indexing, or following when only that is forbidden; None when nothing does.
    `signal` is the Content-Signal that refuses our use, whether or not it was obeyed.
    """

    index: bool = True
    follow: bool = True
    rule: str | None = None
    signal: str | None = None


def page_directives(
    meta: Iterable[tuple[str, str]],
    x_robots_tag: Iterable[str],
    content_signal: Iterable[str],
    token: str,
    obey_signals: bool = True,
) -> Directives:
    """Directives for the agent `token`: the strictest of the generic ones and its own.

    A page whose `unavailable_after` is past may not be indexed.
    `meta` holds (agent name, content) of robots meta tags; the other two are header values, one each.
    """
    found = [*_from_meta(meta, token), *_from_headers(x_robots_tag, token)]
    no_index = next((rule for word, rule in found if word in _NO_INDEX), None)
    no_follow = next((rule for word, rule in found if word in ("nofollow", "none")), None)
    signal = refused_use(merge_signals(read_signals(value) for value in content_signal))
    if no_index is None and obey_signals:
        no_index = signal
    return Directives(no_index is None, no_follow is None, no_index or no_follow, signal)


def _from_meta(meta: Iterable[tuple[str, str]], token: str) -> Iterator[tuple[str, str]]:
    for agent, content in meta:
        if agent.strip().lower() in (_GENERIC_AGENT, token.lower()):
            for word in _words(judge_dates(content)):
                yield word, f"meta robots {word}"


def _from_headers(values: Iterable[str], token: str) -> Iterator[tuple[str, str]]:
    for value in values:
        agent = _GENERIC_AGENT
        for part in judge_dates(value).split(","):
            before, colon, after = part.partition(":")
            name = before.strip().lower()
            if name in _WITH_VALUE:
                continue
            if colon and _AGENT.fullmatch(name):
                agent = name
            if agent in (_GENERIC_AGENT, "*", token.lower()):
                for word in _words(after if colon else part):
                    yield word, f"X-Robots-Tag {word}"


def _words(text: str) -> list[str]:
    # commas by the book; semicolons and spaces are met in the wild
    return [word for word in re.split(r"[,;\s]+", text.lower()) if word]
