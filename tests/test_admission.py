"""Which addresses are asked for, and under which rule the others are counted."""

from __future__ import annotations

import pytest

from sitecrawl.admission import Admission
from sitecrawl.frontier.scope import Scope
from sitecrawl.frontier.traps import TrapGuard
from sitecrawl.ledger import Ledger

HOME = "https://shop.example/"


def rules_of(admission):
    admission.close()
    skipped = admission.ledger.blocks()["skipped"]
    return {
        rule: [url if isinstance(url, str) else url["url"] for url in entry["urls"]] for rule, entry in skipped.items()
    }


@pytest.fixture
def admission():
    return Admission(Scope(HOME), TrapGuard(500), Ledger(), 2, lambda url: "/private/" not in url)


def test_an_address_is_admitted_once_under_any_spelling(admission):
    first = admission.admit("https://SHOP.example:443/a?utm_source=x#top", HOME, 1, "link")
    assert first.url == "https://shop.example/a?utm_source=x"
    assert admission.admit("https://shop.example/a", HOME, 1, "link") is None
    assert admission.met("https://shop.example/a?gclid=1")


def test_a_second_spelling_names_the_first(admission):
    admission.admit("https://shop.example/a", HOME, 1, "link")
    admission.admit("https://shop.example/a?utm_source=x", HOME, 1, "link")
    entry = admission.ledger.blocks()["skipped"]["same address"]
    assert entry == {
        "count": 1,
        "urls": [{"url": "https://shop.example/a?utm_source=x", "equals": "https://shop.example/a"}],
    }


def test_a_trailing_slash_makes_another_page(admission):
    assert admission.admit("https://shop.example/a", HOME, 1, "link")
    assert admission.admit("https://shop.example/a/", HOME, 1, "link")


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("https://other.example/", "other host"),
        ("https://shop.example/private/a", "robots.txt"),
        ("https://shop.example/list.zip", "file type"),
        ("https://shop.example/login", "private area"),
    ],
)
def test_a_refused_address_is_counted_once_under_its_rule(admission, url, rule):
    assert admission.admit(url, HOME, 1, "link") is None
    assert admission.admit(url, HOME, 1, "link") is None
    assert rules_of(admission) == {rule: [url]}


@pytest.mark.parametrize("url", ["mailto:a@shop.example", "javascript:void(0)", "tel:+47"])
def test_what_is_no_web_address_is_passed_over(admission, url):
    assert admission.admit(url, HOME, 1, "link") is None
    assert rules_of(admission) == {}


def test_a_sitemap_opens_a_private_area_that_it_lists(admission):
    assert admission.admit("https://shop.example/account/help", None, 1, "sitemap")


def test_depth_is_refused_only_when_no_shorter_way_was_found(admission):
    deep, deeper = "https://shop.example/deep", "https://shop.example/deeper"
    assert admission.admit(deep, HOME, 3, "link") is None
    assert admission.admit(deeper, HOME, 3, "link") is None
    assert admission.admit(deep, HOME, 2, "link").depth == 2
    assert rules_of(admission) == {"depth": [deeper]}


def test_nofollow_is_refused_only_when_no_other_link_leads_there(admission):
    wanted, unwanted = "https://shop.example/wanted", "https://shop.example/unwanted"
    for url in (wanted, unwanted):
        assert admission.admit(url, HOME, 1, "link", nofollow=True) is None
    assert admission.admit(wanted, HOME, 1, "link")
    assert rules_of(admission) == {"nofollow": [unwanted]}


def test_nearer_pages_stand_before_deeper_ones(admission):
    near, far = (admission.admit(f"https://shop.example/{depth}", HOME, depth, "link") for depth in (1, 2))
    assert near.priority > far.priority


def test_a_page_that_was_noted_is_not_asked_for_again(admission):
    admission.note("https://shop.example/a?utm_source=x")
    assert admission.admit("https://shop.example/a", HOME, 1, "link") is None


def test_a_link_counts_against_the_sitemap_only_when_it_could_be_a_page(admission):
    urls = ["https://shop.example/a", "https://shop.example/private/a", "https://other.example/a"]
    assert [admission.in_scope(url) for url in urls] == [True, False, False]
