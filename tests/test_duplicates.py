import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.document.model import Block
from sitecrawl.passages import near_groups, near_key, text_key
from sitecrawl.passages.duplicates import text_keys


def text(words: str) -> list[Block]:
    return [Block("text", words)]


def words(count: int, seed: int) -> list[str]:
    chosen = random.Random(seed)
    return ["".join(chosen.choices("abcdefghijklmnop", k=6)) for _ in range(count)]


def differing_bits(one: int, other: int) -> int:
    return (one ^ other).bit_count()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Opening hours", "opening  hours"),
        ("See [the page](https://example.com/a).", "See [the page](https://example.com/b?x=(1))."),
        ("ﬁne", "fine"),
        ("Straße", "STRASSE"),
    ],
)
def test_pages_of_equal_words_have_equal_text_keys(one, other):
    assert text_key(text(one)) == text_key(text(other))


def test_pages_of_other_words_have_other_text_keys():
    keys = [text_key(text("Lamp")), text_key(text("Lamps")), text_key([Block("text", "Lam"), Block("text", "p")])]

    assert len(set(keys)) == 3
    assert all(len(key) == 32 and int(key, 16) >= 0 for key in keys)


def test_the_anchor_and_level_of_a_block_do_not_change_the_text_key():
    assert text_key([Block("heading", "Lamp", 1, "lamp")]) == text_key([Block("heading", "Lamp", 2)])


def test_pages_that_differ_in_one_word_are_near():
    many = words(2000, seed=1)
    one, other = near_key(text(" ".join(many))), near_key(text(" ".join([*many[:900], "other", *many[901:]])))

    assert differing_bits(one, other) <= 3


def test_pages_of_other_words_are_far():
    assert differing_bits(near_key(text(" ".join(words(500, 1)))), near_key(text(" ".join(words(500, 2))))) > 16


def test_the_same_words_in_another_order_are_far():
    many = words(300, seed=4)

    assert differing_bits(near_key(text(" ".join(many))), near_key(text(" ".join(reversed(many))))) > 16


def test_a_page_of_two_words_has_a_near_key_of_its_own():
    assert near_key(text("bow saw")) not in {0, near_key(text("saw bow")), near_key(text("bow"))}


def test_both_keys_of_a_text_are_those_that_each_alone_gives():
    blocks = text("A bow saw for green wood.")

    assert text_keys(blocks) == (text_key(blocks), near_key(blocks))


def test_scripts_without_spaces_are_compared_by_characters():
    chosen = random.Random(3)
    run = "".join(chosen.choices("漢字仮名交文章東京都新宿区店舗営業時間", k=3000))

    assert differing_bits(near_key(text(run)), near_key(text(run[:1500] + "犬" + run[1501:]))) <= 3


def test_a_page_without_a_word_has_no_near_key():
    assert near_key([]) == 0
    assert near_key(text("→ …")) == 0


def test_groups_are_named_after_their_smallest_url():
    keys = [("/b", 0b1011), ("/a", 0b1000), ("/far", 0xFFFF_FFFF), ("/c", 0b1011)]

    assert near_groups(keys) == {"/a": "/a", "/b": "/a", "/c": "/a"}


def test_pages_without_text_share_no_group():
    assert near_groups([("/a", 0), ("/b", 0)]) == {}


def test_groups_are_transitive():
    assert near_groups([("/a", 0b1), ("/b", 0b1111), ("/c", 0b1111111)]) == dict.fromkeys(("/a", "/b", "/c"), "/a")


@given(st.lists(st.tuples(st.text("abc", min_size=1), st.integers(1, 2**64 - 1)), unique_by=lambda k: k[0]), st.data())
def test_every_pair_within_the_distance_shares_a_group_in_any_order(keys, data):
    flips = data.draw(st.lists(st.lists(st.integers(0, 63), max_size=3), max_size=len(keys)))
    twins = []
    for (url, key), bits in zip(keys, flips, strict=False):
        flipped = key ^ sum(1 << bit for bit in set(bits))
        twins.append((url + "-twin", flipped or 1))
    groups = near_groups(keys + twins)

    assert groups == near_groups(data.draw(st.permutations(keys + twins)))
    for url, key in twins:
        original = dict(keys)[url.removesuffix("-twin")]
        assert differing_bits(key, original) > 3 or groups[url] == groups[url.removesuffix("-twin")]


def test_ten_thousand_near_pages_are_grouped():
    keys = [(f"/{number}", (0xABC << 40) | number) for number in range(10_000)]

    assert set(near_groups(keys).values()) == {"/0"}
