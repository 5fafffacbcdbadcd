"""Markdown twins in a crawl: the page of a Markdown file is asked for, and the Markdown form of a page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

from sitecrawl.discovery import Discovery
from sitecrawl.document.reading import is_markdown
from sitecrawl.frontier.canonical import identity, normalize
from sitecrawl.frontier.llmstxt import is_gathered
from sitecrawl.frontier.twinname import page_candidates
from sitecrawl.journal import PageEvent, page_of, read_row
from sitecrawl.llms.pairs import Pairing, pair, resolved
from sitecrawl.passagefile import site_name
from sitecrawl.refresh import Answer, Outcome
from sitecrawl.ruleanswers import answer_of_rule
from sitecrawl.session import CrawlSession
from sitecrawl.visits import Visits

TWIN = "markdown twin"
GUESSED = "guessed address"
_TRIES = 5  # Markdown files without a page, after which no more addresses are guessed
_NO_PAGE = frozenset({Answer.MISSING, Answer.GONE, Answer.NOT_ASKED})


class Twins:
    """Finds the page of each Markdown file that an llms.txt names, and the Markdown form that pages name.

    A page is asked for right after its Markdown file, which may not be indexed without its word;
    Markdown forms that pages name come after all pages, as far as the budget goes.
    """

    def __init__(self, session: CrawlSession, discovery: Discovery, visits: Visits) -> None:
        self.session = session
        self.discovery = discovery
        self.visits = visits
        self._files: dict[str, str | None] = {}  # Markdown files that were read, with their canonical link
        self._named: dict[str, str] = {}  # pages, with the Markdown form that each names
        self._forms: dict[str, list[str]] = defaultdict(list)  # such forms by identity, with their pages
        self._sought: dict[str, str] = {}  # addresses under way, with the Markdown file whose page they may be
        self._guessed: set[str] = set()
        self._worked: Counter[int] = Counter()  # which of a name's candidates had a page
        self._last_words: dict[str, PageEvent] = {}  # pages that cannot be had now, as they were before
        self._lost = 0

    # --- while crawling -------------------------------------------------------------------------

    def learn(self, event: PageEvent) -> None:
        """Take in a page that was read."""
        sought = self._sought.pop(event.asked, None)
        if sought is not None and event.asked in self._guessed:
            self._worked[page_candidates(sought).index(event.asked)] += 1
        markdown = event.document.markdown
        if is_markdown(event.content_type, event.url):
            if event.index and event.twin is None:
                self._files[event.url] = event.document.canonical
                if event.source == "llms":
                    self._seek(event.url)
        elif markdown and site_name(markdown) == self.session.site and not is_gathered(markdown):
            if event.url not in self._named:
                self._forms[identity(markdown)].append(event.url)
            self._named[event.url] = normalize(markdown) or markdown

    def failed(self, url: str, status: int | None) -> bool:
        """A page could not be had: go on to the next address of the page that was sought. True when only a guess
        of ours named this one, so that it is no failure of the site's.
        """
        twin = self._sought.pop(url, None)
        if twin is None or status not in {404, 410}:
            return False
        guessed = url in self._guessed and url not in self.visits.old.pages
        self._guessed.discard(url)
        self._seek(twin, passed=url)
        return guessed

    def widen(self) -> bool:
        """All pages are read: ask for the Markdown forms that they name; True when there is more to ask."""
        found = False
        for page, markdown in self._named.items():
            if page in self.visits.pages:
                admitted = self.session.admission.admit(markdown, page, 1, "llms")
                if admitted is not None:
                    found = True
                    self.discovery.wait(admitted)
        return found

    def _seek(self, twin: str, passed: str = "") -> None:
        admission = self.session.admission
        for url in self._by_likelihood(twin):
            if url == passed:
                continue
            outcome = self.visits.met.get(url)
            if outcome is not None and outcome.answer in _NO_PAGE:
                continue
            if outcome is None and admission.met(url):
                self._sought[url] = twin
            elif outcome is None:
                self._ask(url, twin)
            return
        self._lost += 1

    def _ask(self, url: str, twin: str) -> None:
        is_guess = not self.discovery.has_met(url) and url in page_candidates(twin)
        if is_guess and self._lost >= _TRIES and not self._worked:
            return
        admitted = self.session.admission.admit(url, twin, 1, "llms")
        if admitted is not None:
            self._sought[admitted.url] = twin
            if is_guess:
                self._guessed.add(admitted.url)
            # before the files that wait in Scrapy's queue: what is learnt here saves guesses there
            self.discovery.wait_first(replace(admitted, priority=admitted.priority + 1))

    def _by_likelihood(self, twin: str) -> list[str]:
        """The addresses that the file's page may have: those the site names, then as others were found."""
        forms = page_candidates(twin)
        found = {url: -self._worked[number] for number, url in enumerate(forms)}
        return sorted(
            self._candidates(twin), key=lambda url: (not self.discovery.has_met(url), url in forms, found.get(url, 0))
        )

    def _candidates(self, twin: str) -> list[str]:
        canonical = self._files.get(twin)
        own = [canonical] if canonical and canonical != twin and site_name(canonical) == self.session.site else []
        return list(dict.fromkeys([*self._forms.get(identity(twin), ()), *own, *page_candidates(twin)]))

    # --- at the end -----------------------------------------------------------------------------

    def settle(self) -> dict[str, int]:
        """Put files and pages together; the pages that have a twin, with the twin's offset in the journal.

        A twin is no page of its own: it counts under `markdown twin`, or under the rule by which the
        owner keeps its page out.
        """
        twins: dict[str, int] = {}
        for event in self.visits.last_words():
            self._last_words[event.url] = event
            if event.document.markdown:
                self._forms[identity(event.document.markdown)].append(event.url)
        files = [url for url in sorted(self._files) if url in self.visits.pages and self._candidates(url)]
        if not files:
            return twins
        places = {identity(url): url for url in self.visits.events}
        with self.session.paths.journal.open("rb") as journal:

            def read(url: str) -> PageEvent:
                return page_of(read_row(journal, self.visits.events[url]))

            for url in files:
                found = pair(read(url), self._pages(url, places, read), self._forbidden(url))
                if found is not None:
                    self._take_out(url, found)
                    if found.rule is None and found.page not in twins and found.page in self.visits.events:
                        twins[found.page] = self.visits.events[url]
                        self._publish(found.page)
        return twins

    def _pages(
        self, twin: str, places: dict[str, str], read: Callable[[str], PageEvent]
    ) -> Iterator[tuple[PageEvent, bool]]:
        canonical = self._files[twin]
        for candidate in self._candidates(twin):
            end = resolved(candidate, self._moved)
            place = places.get(identity(end), end)
            if place == twin:
                continue
            declared = candidate == canonical or place in self._forms.get(identity(twin), ())
            if place in self.visits.events:
                yield read(place), declared
            elif place in self._last_words:
                # a page that does not answer today still is what it was: what it refused stays refused
                yield self._last_words[place], declared

    def _moved(self, url: str) -> str | None:
        outcome = self.visits.met.get(url)
        return outcome.target if outcome is not None and outcome.answer is Answer.MOVED else None

    def _forbidden(self, twin: str) -> dict[str, str]:
        rules: dict[str, str] = {}
        for url in self._candidates(twin):
            rule = "robots.txt" if not self.session.allowed(url) else self.session.refused_signal(url)
            if rule is not None:
                rules[url] = rule
        return rules

    def _take_out(self, twin: str, found: Pairing) -> None:
        del self.visits.pages[twin]
        if found.rule is None:
            self.session.ledger.skip(TWIN, twin, equals=found.page)
            self.visits.met[twin] = Outcome(Answer.DUPLICATE, target=found.page)
        else:
            self.session.ledger.skip(found.rule, twin, f"its page {found.page} says so")
            self.visits.met[twin] = Outcome(answer_of_rule(found.rule))

    def _publish(self, page: str) -> None:
        """A page whose own answer holds no text is published with its twin's."""
        if page not in self.visits.pages:
            self.visits.pages[page] = self.visits.events[page]
            self.visits.met[page] = Outcome(Answer.OK)
            self.session.ledger.unskip(page)
