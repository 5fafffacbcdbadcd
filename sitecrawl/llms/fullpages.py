"""Pages out of llms-full.txt: those whose own address gave no text."""

from __future__ import annotations

import re
from dataclasses import replace

from sitecrawl.discovery import Discovery
from sitecrawl.document.model import Document
from sitecrawl.documentpool import read_body
from sitecrawl.frontier.llmsfull import FullPart
from sitecrawl.frontier.llmstxt import LLMS_FULL, is_full_text
from sitecrawl.journal import SHELL, PageEvent
from sitecrawl.llms.pairs import resolved
from sitecrawl.passages.words import fold
from sitecrawl.refresh import OWNERS_WORD, Answer, Outcome
from sitecrawl.report import utc_now
from sitecrawl.ruleanswers import answer_of_rule
from sitecrawl.session import CrawlSession
from sitecrawl.visits import Visits

_NOT_HAD = frozenset({Answer.FAILED, Answer.UNREADABLE})
_AWAY = frozenset({Answer.MISSING, Answer.GONE})
_LEAST_WORDS = 20
_PART = re.compile(r"^(?=# +\S)", re.MULTILINE)


class FullPages:
    """Asks for llms-full.txt where pages gave no text, and journals what only it holds.

    A page is cited under the address that the text names. What names none, or one that answers
    404, is cited under llms-full.txt itself, unless a page of that title was read. What answers 410
    its owner has taken away.
    """

    def __init__(self, session: CrawlSession, discovery: Discovery, visits: Visits) -> None:
        self.session = session
        self.discovery = discovery
        self.visits = visits
        self._titles: set[str] = set()
        self._last_words: dict[str, PageEvent] = {}
        self._is_shell = False
        self._taken = 0

    def learn(self, event: PageEvent) -> None:
        """Take in a page that was read."""
        self._is_shell = self._is_shell or event.rule == SHELL
        # what a page's owner keeps out of indexes does not come back under its title
        forbidden = event.rule is not None and answer_of_rule(event.rule) in OWNERS_WORD
        if (event.index or forbidden) and event.twin is None:
            headings = (block.markdown for block in event.document.blocks if block.kind == "heading")
            self._titles.update(map(_name, (event.document.title, next(headings, ""))))

    def wanted(self) -> list[str]:
        """The full texts to ask for at the end: when pages that llms.txt names, or any for want of a browser,
        gave no text.
        """
        if self.session.arguments.sitemap in {"only", "never"}:
            return []
        answers = {self._answer(url) for url in self.discovery.llms.named} - {None}
        is_missed = bool(answers & _NOT_HAD) or bool(answers and answers <= _AWAY)
        return self.discovery.llms.ask_full() if self._is_shell or is_missed else []

    def record(self) -> None:
        """Journal the pages that only a full text holds."""
        for event in self.visits.last_words() if self.discovery.llms.full else ():
            self.learn(event)
            self._last_words[event.url] = event
        for url, parts in self.discovery.llms.full.items():
            loose: list[str] = []
            for part in parts:
                answer = None if part.url is None else self._answer(part.url)
                if part.url is None or answer is Answer.MISSING:
                    loose += _PART.split(part.markdown)
                elif answer in _NOT_HAD and not self._has_older_word(part.url):
                    self._keep(part.url, part, url)
            self._keep_loose(url, [text for text in loose if not self._is_known(text)])
        if self._taken:
            self.session.ledger.warn(f"{self._taken} pages that gave no text of their own are taken from {LLMS_FULL}.")
            self._taken = 0

    def _answer(self, url: str) -> Answer | None:
        outcome = self.visits.met.get(resolved(url, self._moved))
        return outcome.answer if outcome is not None else None

    def _has_older_word(self, url: str) -> bool:
        """Whether a page that does not answer today is to stay as it was: with its own text, or kept out."""
        url = resolved(url, self._moved)
        old, event = self.visits.old.pages.get(url), self._last_words.get(url)
        has_own_text = old is not None and (old.twin is None or not is_full_text(old.twin))
        return self._answer(url) is Answer.FAILED and (has_own_text or (event is not None and not event.index))

    def _moved(self, url: str) -> str | None:
        outcome = self.visits.met.get(url)
        return outcome.target if outcome is not None and outcome.answer is Answer.MOVED else None

    def _is_known(self, text: str) -> bool:
        found = re.match(r"# +(.+)", text)
        return found is not None and _name(found[1]) in self._titles

    def _keep_loose(self, url: str, texts: list[str]) -> None:
        session = self.session
        if url in self.visits.pages:
            return
        if sum(len(text.split()) for text in texts) < _LEAST_WORDS:
            if url in self.visits.old.pages:
                # all that stood here has pages of its own now
                self.visits.met[url] = Outcome(Answer.GONE)
            return
        rule = session.admission.scope.refusal(url, True) or session.refused_signal(url)
        if rule is not None:
            session.ledger.skip(rule, url)
        elif not session.spend():
            session.ledger.skip("page budget", url, f"max_pages={session.arguments.max_pages}")
        else:
            # of several pages' texts none names the whole
            title = session.site if len(texts) > 1 else None
            self._keep(url, FullPart(None, "\n".join(texts)), url, title)

    def _keep(self, url: str, part: FullPart, full_text: str, title: str | None = None) -> None:
        url = resolved(url, self._moved)
        read = read_body(part.markdown.encode("utf-8", "replace"), url, "text/markdown", "rule")
        if not read.document.blocks:
            return
        event = PageEvent(
            asked=url,
            url=url,
            status=200,
            depth=1,
            source="llms",
            content_type="text/markdown",
            fetched_at=utc_now(),
            fetched_with="http",
            etag=None,
            last_modified=None,
            document=_without_anchors(replace(read.document, title=title or read.document.title)),
            text_key=read.text_key,
            near_key=read.near_key,
            words=read.words,
            modified_at=read.document.modified_at,
            twin=None if url == full_text else full_text,
        )
        self.session.ledger.unskip(url)
        self.visits.record_page(event, [])
        self._taken += url != full_text


def _without_anchors(document: Document) -> Document:
    # the ids that Markdown spells out need not be those of the page
    return replace(document, blocks=tuple(replace(block, anchor=None) for block in document.blocks))


def _name(title: str) -> str:
    return fold(title).strip()
