"""What the traps learn from answers: a pattern that keeps saying the same is closed, a real one stays open."""

from __future__ import annotations

import pytest

from tests.test_traps import BASE, answer, guard, refuse


@pytest.mark.parametrize("form", ["/item?ref={}", "/member/{}", "/people/p{}/posts"])
def test_a_pattern_that_keeps_answering_with_one_text_is_closed(form):
    traps = guard()
    for number in range(5):
        answer(traps, form.format(number), "The same words for whoever asks, and no others at all")

    assert traps.closed(BASE + form.format(77)) == "same text pattern"


def test_a_pattern_with_texts_of_its_own_stays_open_in_spite_of_copies():
    traps = guard()
    for number in range(10):
        answer(
            traps, f"/product/{number}", f"Hinge number {number} fits doors of {number * 7} kilos, price {number + 3}"
        )
    for number in range(10, 15):
        answer(traps, f"/product/{number}", "This product is no longer made")

    assert traps.closed(f"{BASE}/product/99") is None


def test_a_catalogue_whose_short_texts_differ_in_their_facts_stays_open():
    traps = guard()
    for number in range(40):
        price, load = number * 3 + 1, number * 5
        facts = f"Brass hinge {number} costs {price} euros, takes {load} kilos and ships in {number + 2} days"
        answer(traps, f"/product/{number}", facts)

    assert traps.closed(f"{BASE}/product/99") is None


def test_pages_behind_the_last_page_of_a_list_are_closed_and_those_before_stay_open():
    traps = guard()
    for number in range(2, 13):
        answer(traps, f"/list?page={number}", f"Entry {number} about subject {number * 31} by author {number * 17}")
    for number in range(13, 17):
        answer(traps, f"/list?page={number}", "No entries")

    assert traps.closed(f"{BASE}/list?page=40") == "same text pattern"
    assert traps.closed(f"{BASE}/list?page=12") is None
    assert traps.closed(f"{BASE}/other?page=40") is None


@pytest.mark.parametrize("form", ["/list?page={}", "/list/page/{}"])
def test_pages_of_a_list_that_lead_to_new_pages_stay_open_however_alike(form):
    traps = guard()
    for number in range(1, 13):
        answer(traps, form.format(number), f"Our list of things, page {number}. Thing {number}, next")
        refuse(f"/thing-{number}", form.format(number), traps=traps)

    assert traps.closed(BASE + form.format(13)) is None


def test_pages_of_a_list_that_lead_only_to_each_other_are_closed():
    traps = guard()
    for number in range(1, 13):
        answer(traps, f"/list/page/{number}", f"Our list of things, page {number}. Nothing here, next")
        refuse(f"/list/page/{number + 1}", f"/list/page/{number}", traps=traps)

    assert traps.closed(f"{BASE}/list/page/14") == "same text pattern"


def test_a_first_page_under_its_own_number_closes_no_list():
    traps = guard()
    for path in ("/list", "/list?page=0", "/list?page=1"):
        answer(traps, path, "The first ten entries of the list")

    assert traps.closed(f"{BASE}/list?page=2") is None


def test_untranslated_copies_do_not_close_a_language():
    traps = guard()
    for number in range(12):
        text = " ".join(f"word{number}x{n}" for n in range(20))
        answer(traps, f"/en/page-{'abcdefghijkl'[number]}", text)
        answer(traps, f"/de/page-{'abcdefghijkl'[number]}", text)

    assert traps.closed(f"{BASE}/de/page-z") is None


def test_an_index_page_with_its_folders_text_does_not_close_the_folder():
    traps = guard()
    for path in ("/docs/", "/docs/index.html"):
        answer(traps, path, "Welcome to the documentation of this program", "/docs/")

    assert refuse("/docs/install", "/docs/index.html", traps=traps) is None


def test_error_pages_close_their_pattern_after_three():
    traps = guard()
    for number in range(3):
        answer(traps, f"/old/{number}.html", f"Nothing at {number}", is_error=True)

    assert traps.closed(f"{BASE}/old/9.html") == "same text pattern"


def test_replaying_the_answers_rebuilds_what_was_closed():
    first, second = guard(), guard()
    told = [(f"/member/{number}", "Nothing has been written here so far") for number in range(6)]
    for traps in (first, second):
        for path, text in told:
            answer(traps, path, text)

    assert first.closed(f"{BASE}/member/9") == second.closed(f"{BASE}/member/9") == "same text pattern"
