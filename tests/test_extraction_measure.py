"""The measure of bench.extraction and the labels that the chooser is trained on."""

import pytest

from bench.examples import folds
from bench.labels import common_subsequence, labels
from bench.wcxb import Page, plain, score, words


def page(gold="", wanted=(), unwanted=(), domain="a.test", kind="article"):
    return Page("1", "https://a.test/", domain, kind, b"", gold, wanted, unwanted)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See [the mill](https://a.test/mill_(old)) today", "see the mill today"),
        ("![A mill at dawn](https://a.test/m.png) Flour", "flour"),
        ("1. First\n2. Second", "first second"),
        (r"snake\_case and **H**ello", "snake_case and hello"),
        ("```python\nx = 1\n```", "x 1"),
    ],
)
def test_markdown_is_reduced_to_the_words_that_a_page_shows(markdown, text):
    assert " ".join(words(plain(markdown))) == text


def test_words_are_counted_as_multisets():
    # two of three words right, two of four found
    found = score("a a b", page("a b b c"))
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), 0.5)
    assert found.f1 == pytest.approx(2 * 2 / (3 + 4))


def test_nothing_found_where_nothing_is_marked_is_right():
    assert score("", page("")).f1 == 1.0
    assert score("a", page("")).f1 == 0.0


def test_a_snippet_is_found_as_whole_words_in_order():
    found = score("the old mill", page("x", wanted=("old mill", "mill old", "ol"), unwanted=("the mill", "old")))
    assert (found.found, found.kept_out) == (1, 1)


def test_a_long_snippet_may_end_within_a_word():
    text = "word " * 20 + "ending"
    snippet = ("word " * 20 + "ending")[:103]
    assert score(text, page("x", wanted=(snippet,))).found == 1


def test_longest_common_subsequence_is_taken_in_order():
    taken, found = common_subsequence(list("abcd"), list("xbdy"))
    assert taken == [False, True, False, True]
    assert found == [False, True, True, False]


def test_a_repeat_of_marked_text_is_not_marked_twice():
    text = ["the", "mill", "stands", "by", "the", "river"]
    assert labels([text, text], text).count(1.0) == 1


def test_text_that_the_marked_content_has_elsewhere_is_content():
    first, second = ["one", "two", "three", "four"], ["five", "six", "seven", "eight", "nine"]
    assert labels([first, second], second + first) == [1.0, 1.0]


def test_a_domain_is_in_one_fold():
    pages = [page(domain=f"{number % 7}.test") for number in range(35)]
    fold = folds(pages)
    assert all(len({fold[place] for place in range(number, 35, 7)}) == 1 for number in range(7))
    assert len(set(fold)) == 5
