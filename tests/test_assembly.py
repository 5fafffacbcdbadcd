"""From the pages a crawl met to the pages of the file: what is merged, and what is counted."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from sitecrawl.assembly import Assembly
from sitecrawl.document.model import Block, Document, Link
from sitecrawl.journal import Journal, PageEvent, event_of
from sitecrawl.ledger import Ledger
from sitecrawl.pageline import content_hash
from sitecrawl.passagefile import Passage
from sitecrawl.passages.duplicates import near_key, text_key
from sitecrawl.passages.sizes import Sizes
from sitecrawl.refresh import Answer, Outcome

HOME = "https://shop.example/"
LAMPS = "Lamps of brass and glass are made in our workshop by the harbour and sent by post. "
PLACES = [("a", 2), ("c", 1), ("b", 1)]
CHAIRS = "Chairs of oak are turned by hand in the yard behind the house, four in a week at most. "


def page(path, text, depth=1, canonical=None, hidden=0, heading=None, **more):
    blocks = (Block("heading", heading or path, 1), Block("text", text))
    document = Document(HOME + path, path, None, "en", None, blocks, canonical=canonical, hidden_words=hidden)
    url = HOME + path
    keys = {"text_key": text_key(blocks), "near_key": near_key(blocks), "words": len(text.split())}
    return PageEvent(url, url, 200, depth, "link", "text/html", "", "http", None, None, document, **keys, **more)


@pytest.fixture
def assemble(tmp_path):
    """`assemble(page(…), …)` gives the assembly of a crawl that met these pages, gathered, and its ledger."""
    opened = []

    def made(*events, wanted=lambda event: None):
        journal = Journal(tmp_path / "journal.jsonl")
        with closing(journal):
            offsets = {event.url: journal.append(event_of(event)) for event in events}
        # an address that redirects has met an answer too
        met = {url: Outcome(Answer.OK) for event in events for url in (event.asked, event.url)}
        ledger = Ledger()
        assembly = Assembly(journal.path, offsets, met, ledger, Sizes(), "shop.example", HOME, wanted)
        opened.append(assembly)
        assembly.gather()
        return assembly, ledger.blocks()

    yield made
    for assembly in opened:
        assembly.close()


def paths(assembly):
    return [url.removeprefix(HOME) for url in assembly.pages]


def test_of_equal_pages_the_one_with_the_smallest_depth_and_url_is_kept(assemble):
    assembly, told = assemble(*(page(path, LAMPS, depth=depth, heading="Lamps") for path, depth in PLACES))
    assert paths(assembly) == ["b"]
    assert told["skipped"]["duplicate"]["urls"] == [{"url": f"{HOME}{path}", "equals": f"{HOME}b"} for path in "ac"]
    assert assembly.met[f"{HOME}a"] == Outcome(Answer.DUPLICATE, target=f"{HOME}b")


def test_a_link_to_an_address_that_redirects_is_a_way_to_the_page(assemble):
    start = page("", CHAIRS, depth=0)
    start = replace(start, document=replace(start.document, links=(Link(f"{HOME}old", "Lamps"),)))
    assembly, _ = assemble(start, replace(page("lamps", LAMPS, depth=3), asked=f"{HOME}old"))
    assert assembly.pages[f"{HOME}lamps"].depth == 1


def test_a_page_is_merged_into_the_canonical_page_that_holds_its_text(assemble):
    print_view = page("lamps/print", LAMPS * 3, canonical=f"{HOME}lamps")
    assembly, told = assemble(page("lamps", LAMPS * 3 + "Ask for the shades. "), print_view)
    assert paths(assembly) == ["lamps"]
    assert told["skipped"]["canonical"]["urls"] == [{"url": f"{HOME}lamps/print", "equals": f"{HOME}lamps"}]


@pytest.mark.parametrize(
    "target",
    [page("chairs", CHAIRS), page("lamps", LAMPS[:40]), None],
    ids=["other text", "less text", "not a page of this crawl"],
)
def test_a_canonical_link_to_anything_else_is_ignored_and_reported(assemble, target):
    address = target.url if target else f"{HOME}gone"
    assembly, told = assemble(page("all", LAMPS, canonical=address), *([target] if target else []))
    assert "all" in paths(assembly)
    assert [address in sentence and "ignored" in sentence for sentence in told["warnings"][:1]] == [True]


def test_pages_that_name_each_other_as_canonical_do_not_vanish_together(assemble):
    one, other = page("1", LAMPS, canonical=f"{HOME}2"), page("2", LAMPS, canonical=f"{HOME}1")
    assembly, _ = assemble(one, other)
    assert len(assembly.pages) >= 1


def test_a_chain_of_canonical_links_ends_at_a_page_that_is_kept(assemble):
    targets = {"1": f"{HOME}2", "2": f"{HOME}3", "3": None}
    assembly, _ = assemble(*(page(path, LAMPS, canonical=targets[path], heading="Lamps") for path in targets))
    assert len(assembly.pages) == 1


def test_an_unwanted_page_counts_as_not_asked_for(assemble):
    assembly, told = assemble(
        page("en", LAMPS), page("de", CHAIRS), wanted=lambda event: "language" if event.url.endswith("de") else None
    )
    assert paths(assembly) == ["en"]
    assert told["skipped"]["language"]["urls"] == [f"{HOME}de"]
    assert assembly.met[f"{HOME}de"].answer is Answer.NOT_ASKED


def test_near_duplicates_stay_and_share_a_group(assemble):
    text = LAMPS * 6 + CHAIRS * 6
    assembly, _ = assemble(page("1", text + "One."), page("2", text + "Two."), page("3", "Nothing alike at all here."))
    assert paths(assembly) == ["1", "2", "3"]
    groups = [assembly.group_of(HOME + path) for path in "123"]
    assert (groups[0] is not None and groups[0] == groups[1], groups[2]) == (True, None)


def test_words_that_no_visitor_sees_are_counted_over_the_site(assemble):
    _, told = assemble(page("1", LAMPS, hidden=3), page("2", CHAIRS, hidden=4))
    assert "7 words that no visitor can see were left out (hidden text)." in told["warnings"]


def test_pages_with_hardly_a_word_of_their_own_are_named(assemble):
    _, told = assemble(page("short", "Four words are here."), page("long", LAMPS))
    assert [f"{HOME}short" in sentence for sentence in told["warnings"]] == [True]


def test_a_page_gives_its_passages_under_its_own_line(assemble):
    assembly, _ = assemble(page("lamps", LAMPS))
    records = assembly.records(f"{HOME}lamps")
    assert (records.page.url, records.page.passages) == (f"{HOME}lamps", 1)
    assert records.passages[0].text.strip() == LAMPS.strip()
    assert records.page.hash == assembly.met[f"{HOME}lamps"].hash


def test_the_hash_changes_with_title_heading_and_text():
    def passage(heading, text):
        return Passage("id", HOME, None, "T", [heading], [2], text, 0, 0)

    hashes = [
        content_hash("T", [passage("H", "x")]),
        content_hash("U", [passage("H", "x")]),
        content_hash("T", [passage("I", "x")]),
        content_hash("T", [passage("H", "y")]),
        content_hash("T", [passage("Hx", "")]),
    ]
    assert len(set(hashes)) == 5
    assert content_hash("T", [passage("H", "x")]) == hashes[0]


def test_pages_with_next_to_no_text_of_their_own_are_named_with_their_words(assemble):
    _, told = assemble(
        page("all", LAMPS), page("empty", "Two words."), page("ja", "日本語のページには文字が多い。" * 4)
    )
    assert f"1 pages hold fewer than 10 words that do not repeat on other pages: {HOME}empty (2)." in told["warnings"]
