from datetime import date

import pytest

from bench.trapsite import TRAPS, TrapSite
from bench.trapwalk import walk
from sitecrawl.document.model import Block
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.passages.duplicates import near_key, text_key

BASE = "https://shop.test"
TODAY = date(2024, 5, 15)


def guard() -> TrapGuard:
    return TrapGuard(300, TODAY)


def refuse(path, parent="/", listed=False, traps=None):
    return (traps or guard()).refusal(BASE + path, BASE + parent, 1, listed)


def answer(traps, path, text, parent="/", is_error=False):
    blocks = [Block("text", text)]
    traps.saw_page(BASE + path, BASE + parent, text_key(blocks), near_key(blocks), len(text.split()), is_error)


@pytest.mark.parametrize("trap", TRAPS)
def test_each_trap_costs_at_most_a_twentieth_of_the_budget_and_no_real_page(trap):
    done = walk(TrapSite((trap,)), budget=300)

    print(f"{trap}: found {done.found:.0%}, trapped {len(done.trapped) / done.budget:.1%} {dict(done.refused)}")
    assert done.found == 1
    assert len(done.trapped) <= 0.05 * done.budget


def test_all_traps_together_cost_at_most_a_twentieth_of_the_budget_and_no_real_page():
    done = walk(TrapSite(TRAPS, products=150, guides=60, posts=60), budget=750)

    print(f"all: found {done.found:.0%}, trapped {len(done.trapped) / done.budget:.1%} {dict(done.refused)}")
    assert done.found == 1
    assert len(done.trapped) <= 0.05 * done.budget


def test_all_traps_on_a_small_site_still_leave_every_real_page_found():
    assert walk(TrapSite(TRAPS), budget=300).found == 1


def test_a_site_without_traps_is_crawled_whole_and_nothing_is_refused():
    done = walk(TrapSite((), products=150), budget=300)

    assert done.found == 1
    assert not done.refused


def test_a_fan_cannot_starve_a_site_even_before_anything_is_learnt():
    traps = TrapGuard(100)
    for number in range(400):
        refuse(f"/user/{number}", traps=traps)

    assert traps.penalty(f"{BASE}/user/401") >= 10
    assert traps.penalty(f"{BASE}/guides/oil") == 0


@pytest.mark.parametrize(
    ("path", "parent", "rule"),
    [
        ("/" + "a" * 2048, "/", "url length"),
        ("/" + "/".join(f"s{n}" for n in range(21)), "/", "path depth"),
        ("/list?" + "&".join(f"k{n}=1" for n in range(11)), "/", "query parameters"),
        ("/a/b/a/c/a", "/", "repeated segments"),
        ("/x/a/b/a/b", "/", "repeated segments"),
        ("/legal/www.partner.example/policies/", "/legal/", "growing path"),
        ("/help/help/", "/help/", "growing path"),
        ("/find?q=a&q=b", "/find?q=a", "query parameters"),
        ("/shop?color[]=red&size=m", "/shop", "facets"),
        ("/events/2031/05/", "/events/2031/04/", "calendar"),
        ("/stats?year=3021", "/stats?year=3020", "calendar"),
    ],
)
def test_a_link_into_a_trap_is_refused_under_the_name_of_its_form(path, parent, rule):
    assert refuse(path, parent) == rule


@pytest.mark.parametrize(
    ("path", "parent"),
    [
        ("/blog/2021/03/my-post", "/blog/"),
        ("/blog/2021/03/", "/blog/"),
        ("/2024/01/01/1", "/"),
        ("/product/2024", "/products"),
        ("/products?page=12", "/products?page=11"),
        ("/blog/page/2/", "/blog/"),
        ("/index.php?board=3&topic=17", "/index.php?board=3"),
        ("/open?dir=photos", "/open"),
        ("/docs/www.html", "/docs/"),
        ("/reviews/shop.com/prices", "/reviews/"),
        ("/reviews/www.shop.com", "/reviews/"),
    ],
)
def test_ordinary_addresses_are_admitted(path, parent):
    assert refuse(path, parent) is None


@pytest.mark.parametrize("path", ["/events/2031/05/", "/shop?color[]=red&size=m", "/a/b/a/b", "/lamp?print=1"])
def test_a_listed_address_is_never_refused_for_its_form(path):
    traps = guard()
    refuse("/lamp", traps=traps)

    assert refuse(path, listed=True, traps=traps) is None


def test_a_listed_address_still_meets_the_hard_limits():
    assert refuse("/" + "a" * 2048, listed=True) == "url length"


@pytest.mark.parametrize("path", ["/lamp?print=1", "/print/lamp", "/lamp?sort=asc&dir=desc"])
def test_a_print_or_sort_variant_gives_way_to_the_plain_page_even_after_it_was_queued(path):
    traps = guard()

    assert refuse(path, traps=traps) is None
    assert refuse("/lamp", traps=traps) is None
    assert traps.closed(BASE + path) == "print or sort variant"


def test_two_session_ids_are_one_page():
    traps = guard()
    refuse("/s(abc123)/lamp", traps=traps)

    assert refuse("/s(def456)/lamp", traps=traps) == "session id"
    assert refuse("/s(def456)/chair", traps=traps) is None


def test_known_parameters_that_narrow_a_list_are_closed_when_they_lead_to_nothing_new():
    traps = guard()
    for value in ("red", "blue"):
        answer(traps, f"/shop?color={value}", f"Three lamps in {value} and nothing else")

    assert traps.closed(f"{BASE}/shop?color=green") == "facets"
    assert traps.closed(f"{BASE}/shop") is None


def test_parameters_that_cross_are_facets_whatever_their_names():
    traps = guard()
    crossed = [(kind, grade) for kind in ("a", "b", "c") for grade in ("x", "y", "z")]
    rules = [refuse(f"/stock/list?kind={kind}&grade={grade}", traps=traps) for kind, grade in crossed]

    assert rules.count("facets") >= 3


def test_an_id_below_a_category_crosses_nothing():
    traps = guard()
    rules = [refuse(f"/list?group={n % 3}&number={n}", f"/list?group={n % 3}", traps=traps) for n in range(30)]

    assert set(rules) == {None}


def test_a_list_turned_by_limit_and_offset_is_followed_without_links_of_its_own():
    traps = guard()
    for offset in range(0, 100, 10):
        path = f"/entries?limit=10&offset={offset}"
        answer(traps, path, f"Entry {offset} about subject {offset * 31} by author {offset * 17}")

    assert refuse("/entries?limit=10&offset=100", "/entries?limit=10&offset=90", traps=traps) is None


def test_months_linked_from_an_archive_stay_open_however_barren_the_others_are():
    traps = guard()
    for month in range(1, 5):
        answer(traps, f"/news/2023/{month:02}/", f"Month {month} has {month * 3} notes in full length", "/archive")
    refuse("/news/2023/05/", "/archive", traps=traps)

    assert traps.closed(f"{BASE}/news/2023/05/") is None


def test_a_calendar_with_an_event_in_each_month_is_followed():
    traps = guard()
    refuse("/events/2024/05/", "/events/", traps=traps)
    rules = []
    for month in range(4, 0, -1):
        parent = f"/events/2024/{month + 1:02}/"
        answer(traps, parent, f"In month {month + 1} there is a fair", "/events/")
        rules.append(refuse(f"/event/fair-{month}", parent, traps=traps))
        rules.append(refuse(f"/events/2024/{month:02}/", parent, traps=traps))

    assert set(rules) == {None}
