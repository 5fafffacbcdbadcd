import pytest

from sitecrawl.document.model import Block
from sitecrawl.passages import Boilerplate, is_near_empty

BANNER = Block("text", "We use cookies to make this site better for you.")
DISPATCH = Block("text", "Orders leave the warehouse the same afternoon.")
HOURS = Block("text", "Open Monday to Friday, 9:00 to 17:30.", region="footer")


def own(number: int) -> Block:
    return Block("text", f"Page {number} tells about thing {number} only.")


def stripped(pages: list[list[Block]], start: int = 0) -> list[tuple[Block, ...]]:
    boilerplate = Boilerplate(start_url=f"https://example.com/{start}")
    for number, blocks in enumerate(pages):
        boilerplate.add(blocks, f"https://example.com/{number}")
    return [boilerplate.strip(blocks, f"https://example.com/{number}") for number, blocks in enumerate(pages)]


@pytest.mark.parametrize(
    ("pages", "with_block", "stays"),
    [(4, 4, True), (5, 3, False), (5, 5, False), (6, 3, True), (8, 3, True), (17, 7, True), (17, 9, False)],
)
def test_a_block_on_more_than_half_of_five_pages_goes(pages, with_block, stays):
    site = [[own(number), *([DISPATCH] if number < with_block else [])] for number in range(pages)]

    assert (DISPATCH in stripped(site)[0]) is stays


def test_a_block_counts_once_for_a_page():
    site = [[own(0), DISPATCH, DISPATCH], [own(1), DISPATCH, DISPATCH], *([own(n)] for n in range(2, 6))]

    assert stripped(site)[0].count(DISPATCH) == 2


def test_blocks_are_compared_without_case_and_link_targets():
    site = [[own(n), Block("text", f"[Share on Chirper or Mastoform](https://share.test/?u={n})")] for n in range(5)]

    assert stripped(site) == [(own(n),) for n in range(5)]


def test_a_short_block_between_differing_texts_stays():
    site = [[own(n), Block("text", "Example:"), Block("code", f"```\nrun({n})\n```")] for n in range(6)]

    assert stripped(site) == [tuple(blocks) for blocks in site]


def test_short_blocks_that_repeat_together_go():
    site = [[own(n), Block("text", "Share"), Block("text", "Print"), own(n + 100)] for n in range(6)]

    assert stripped(site) == [(own(n), own(n + 100)) for n in range(6)]


def test_a_heading_goes_when_everything_under_it_goes():
    news = [Block("heading", "Newsletter", 2), BANNER]
    site = [[Block("heading", f"Thing {n}", 1), own(n), *news] for n in range(5)]

    assert stripped(site) == [tuple(blocks[:2]) for blocks in site]


def test_a_repeated_heading_over_differing_text_stays():
    site = [[Block("heading", "Price", 2), own(n), BANNER] for n in range(5)]

    assert stripped(site) == [tuple(blocks[:2]) for blocks in site]


def test_a_repeated_heading_with_nothing_under_it_goes():
    site = [[own(n), Block("heading", "Related articles", 2)] for n in range(5)]

    assert stripped(site) == [(own(n),) for n in range(5)]


def test_the_footer_stays_on_the_start_page():
    site = [[own(n), Block("heading", "Contact", 2, region="footer"), HOURS] for n in range(6)]

    assert [number for number, blocks in enumerate(stripped(site, start=4)) if HOURS in blocks] == [4]
    assert stripped(site, start=4)[4] == tuple(site[4])
    assert stripped(site, start=4)[0] == (own(0),)


def test_a_footer_that_the_start_page_lacks_stays_on_the_first_page_by_url():
    site = [[own(0)], *([own(n), HOURS] for n in range(1, 3))]

    assert [HOURS in blocks for blocks in stripped(site)] == [False, True, False]


def test_a_footer_on_a_single_page_stays():
    assert stripped([[own(0)], [own(1), HOURS]])[1] == (own(1), HOURS)


@pytest.mark.parametrize(
    "fact",
    [
        "Write to shop@example.com for anything else.",
        "Call us on +49 (0)30 1234-567 at any time.",
        "We are open daily from 9:30 until noon.",
        "Open from 9 am to late in the evening.",
        "Delivery costs 4.90 € in all of the country.",
        "Parcels over $50 are sent free of charge.",
    ],
)
def test_a_repeated_fact_is_kept_on_one_page(fact):
    site = [[own(n), Block("text", fact)] for n in range(5)]

    assert [len(blocks) for blocks in stripped(site)] == [2, 1, 1, 1, 1]


def test_many_different_blocks_are_forgotten_and_repeated_ones_are_not(monkeypatch):
    monkeypatch.setattr("sitecrawl.passages.boilerplate._MOST_KEYS", 500)
    site = [[*(Block("text", f"Block {n} of page {page} here") for n in range(40)), BANNER] for page in range(60)]

    assert [len(blocks) for blocks in stripped(site)] == [40] * 60


@pytest.mark.parametrize(
    ("blocks", "near_empty"),
    [
        ([], True),
        ([Block("heading", "A long heading with more words than ten of them in all", 1)], True),
        ([Block("text", "one two three four five six seven eight nine")], True),
        ([Block("text", "one two three four five six seven eight nine ten")], False),
    ],
)
def test_a_page_of_under_ten_words_is_near_empty(blocks, near_empty):
    assert is_near_empty(blocks) is near_empty
