"""The llms.txt and llms-full.txt of a site: which are asked for, and the pages that they name."""

from __future__ import annotations

from collections import deque
from urllib.parse import urljoin

from sitecrawl.admission import Admitted
from sitecrawl.document import decode_body
from sitecrawl.frontier.llmsfull import MAX_PARTS, FullPart, split_full_text
from sitecrawl.frontier.llmstxt import LLMS_FULL, LLMS_TXT, is_full_text, is_gathered, is_list, read_llms
from sitecrawl.passagefile import site_name
from sitecrawl.session import CrawlSession
from sitecrawl.sitemapanswer import SitemapAnswer

GATHERED = "gathered text"  # the rule for llms-full.txt and the like: their pages are read by themselves
_MOST_LISTS, _MOST_FULL = 50, 10
_MOST_LEVELS = 3  # an llms.txt may name others, as a sitemap index does


class LlmsListings:
    """Each list is asked for once; `pending` are those that have not answered yet.

    `entries` are the pages admitted and not yet handed on, in document order; `named` are all
    addresses that the lists name; `full` the parts of each llms-full.txt.
    """

    def __init__(self, session: CrawlSession) -> None:
        self.session = session
        self.pending = 0
        self.entries: list[Admitted] = []
        self.named: dict[str, None] = {}
        self.full: dict[str, list[FullPart]] = {}
        self._levels: dict[str, int] = {}
        self._usual: deque[str] = deque()
        self._full_texts: dict[str, None] = {}

    def begin(self) -> list[str]:
        """The first list to ask for: under the path prefix, then at the root; with `sitemap=auto` only, unless
        that argument names one.
        """
        mode = self.session.arguments.sitemap
        if is_gathered(mode):
            return self._ask([mode], 1)
        if mode == "auto":
            self._usual = deque(self._places(LLMS_TXT))
        return self._next_usual()

    def knows(self, url: str) -> bool:
        """Whether an address was asked for as a list."""
        return url in self._levels

    def expect(self, url: str) -> None:
        """An address answers as a list, asked for or not (a contract's fixture was not)."""
        if url not in self._levels:
            self._ask([url], 1)

    def ask_full(self) -> list[str]:
        """The full texts to ask for: those that an llms.txt named, else the usual one."""
        texts = list(self._full_texts) or self._places(LLMS_FULL)[:1]
        return self._ask(texts[:_MOST_FULL], 1, _MOST_LISTS + _MOST_FULL)

    def heard(self, answer: SitemapAnswer) -> list[str]:
        """Take in what a list's address answered; returns the lists to ask for next."""
        self.pending = max(0, self.pending - 1)
        url, ledger = answer.asked, self.session.ledger
        if answer.body is None:
            # nobody promised one at a usual address
            expected = answer.status in {404, 410} and self.session.arguments.sitemap != url
            ledger.llms(url, answer.status, 0, [] if expected else [answer.problem])
            return self._next_usual()
        if site_name(answer.url) != self.session.site:
            ledger.llms(url, answer.status, 0, [f"it leads to another host, {answer.url}"])
            return self._next_usual()
        text = decode_body(answer.body, None)
        if is_full_text(url):
            self._read_full(answer, text)
            return []
        reading = read_llms(text, answer.url)
        ledger.llms(url, answer.status, len(reading.links), reading.problems)
        return self._take_links([link.url for link in reading.links], self._levels[url]) or self._next_usual()

    def hand_on(self) -> list[Admitted]:
        """The pages that wait, in document order; they are handed on once."""
        entries, self.entries = self.entries, []
        return entries

    def _read_full(self, answer: SitemapAnswer, text: str) -> None:
        parts = split_full_text(text, answer.url)
        problems = [] if parts else ["it is an HTML page or empty"]
        if parts and answer.rule:
            parts, problems = [], [f"{answer.rule}: its text is not indexed"]
        if len(parts) >= MAX_PARTS:
            problems = [f"only its first {MAX_PARTS:,} pages were read"]
        self.full[answer.asked] = parts
        addresses = [part.url for part in parts if part.url is not None]
        self.session.ledger.llms(answer.asked, answer.status, len(parts), problems)
        for url in addresses:
            self._take_page(url)

    def _take_links(self, urls: list[str], level: int) -> list[str]:
        lists: list[str] = []
        for url in urls:
            if not is_gathered(url):
                self._take_page(url)
            elif site_name(url) != self.session.site:
                self.session.ledger.skip("other host", url)
            elif is_full_text(url):
                self._full_texts.setdefault(url)
            elif is_list(url):
                lists.append(url)
        if level < _MOST_LEVELS:
            return self._ask(lists, level + 1)
        self._leave_out([url for url in lists if url not in self._levels])
        return []

    def _leave_out(self, lists: list[str]) -> None:
        if lists:
            self.session.ledger.warn(
                f"{len(lists)} more {LLMS_TXT} are named, such as {lists[0]}; they are not read: at most "
                f"{_MOST_LISTS} are, {_MOST_LEVELS} levels deep."
            )

    def _take_page(self, url: str) -> None:
        if is_gathered(url):
            return
        self.named.setdefault(url)
        admitted = self.session.admission.admit(url, None, 1, "llms")
        if admitted is not None:
            self.entries.append(admitted)

    def _ask(self, urls: list[str], level: int, most: int = _MOST_LISTS) -> list[str]:
        fresh = [url for url in dict.fromkeys(urls) if url not in self._levels]
        room = max(0, most - len(self._levels))
        self._leave_out(fresh[room:])
        fresh = fresh[:room]
        self._levels.update(dict.fromkeys(fresh, level))
        self.pending += len(fresh)
        return fresh

    def _next_usual(self) -> list[str]:
        if self.pending or self.named:
            return []
        while self._usual:
            asked = self._ask([self._usual.popleft()], 1)
            if asked:
                return asked
        return []

    def _places(self, name: str) -> list[str]:
        prefix = self.session.admission.scope.prefix.rstrip("/")
        start = self.session.start_url
        return list(dict.fromkeys(urljoin(start, f"{folder}/{name}") for folder in (prefix, "")))
