"""How pages are found: which sitemaps are asked for in which order, and when links are followed."""

from __future__ import annotations

import pytest

from sitecrawl.arguments import SiteArguments
from sitecrawl.discovery import Discovery
from sitecrawl.document.model import Document
from sitecrawl.frontier.robots import judge_robots
from sitecrawl.journal import PageEvent
from sitecrawl.session import CrawlSession, SessionSettings
from sitecrawl.sitemapanswer import SitemapAnswer

HOME = "https://shop.example/"
USUAL = [f"{HOME}sitemap.xml", f"{HOME}sitemap_index.xml", f"{HOME}sitemap-index.xml"]

FULL = f"{HOME}llms-full.txt"


def missing(url, status=404):
    return SitemapAnswer(url, url, status, None, f"answered {status}")


@pytest.fixture
def discover(tmp_path):
    """`discover("Sitemap: …", sitemap="only")` gives the discovery of a site with that robots.txt."""

    def made(robots="", **arguments):
        session = CrawlSession(SiteArguments(HOME, **arguments), tmp_path, SessionSettings("agent", "SiteKnowledge"))
        outcome = judge_robots(200, "text/plain", robots.encode(), None, "SiteKnowledge", f"{HOME}robots.txt")
        session.robots_read("https://shop.example", outcome, 200, None, None)
        session.admission.note(HOME)
        return Discovery(session)

    return made


def urlset(*paths):
    return "\n".join(path if "://" in path else f"{HOME}{path}" for path in paths).encode()


def index(*urls):
    entries = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</sitemapindex>'.encode()


def event(url=HOME, source="start", depth=0):
    document = Document(url, "", None, None, None, ())
    return PageEvent(url, url, 200, depth, source, "text/html", "", "http", None, None, document)


def paths(admitted):
    return [entry.url.removeprefix(HOME) for entry in admitted]


def warnings(discovery):
    return " ".join(discovery.session.ledger.blocks()["warnings"])


def test_the_sitemaps_of_robots_txt_come_first(discover):
    named = ["https://shop.example/a.xml", "https://cdn.example/b.xml"]
    assert discover("".join(f"Sitemap: {url}\n" for url in named)).sitemaps() == named


def test_the_usual_places_are_tried_one_after_the_other(discover):
    discovery = discover()
    asked = discovery.sitemaps()
    for url in USUAL:
        asked += discovery.missed(missing(url))
    assert asked == [*USUAL, FULL]


def test_a_usual_place_that_is_missing_is_no_problem(discover):
    discovery = discover()
    discovery.missed(missing(discovery.sitemaps()[0]))
    assert discovery.session.ledger.blocks()["sitemaps"][0]["problems"] == []


def test_a_sitemap_that_robots_txt_names_and_that_fails_is_a_problem(discover):
    discovery = discover("Sitemap: /map.xml")
    discovery.missed(missing(discovery.sitemaps()[0], 500))
    assert discovery.session.ledger.blocks()["sitemaps"][0]["problems"] == ["answered 500"]


def test_no_further_place_is_tried_once_a_sitemap_gave_pages(discover):
    discovery = discover()
    assert discovery.read(discovery.sitemaps()[0], 200, urlset("a", "b")) == []
    assert (discovery.listed, discovery.following) == (2, False)
    assert paths(discovery.take(9)) == ["a", "b"]


def test_the_usual_places_wait_for_every_sitemap_of_robots_txt(discover):
    discovery = discover("Sitemap: /a.xml\nSitemap: /b.xml")
    first, second = discovery.sitemaps()
    assert discovery.missed(missing(first)) == []
    assert discovery.missed(missing(second)) == USUAL[:1]


def test_an_index_is_read_to_three_levels(discover):
    discovery = discover("Sitemap: /1.xml")
    asked = discovery.sitemaps()
    for level in (2, 3):
        asked = discovery.read(asked[0], 200, index(f"{HOME}{level}.xml"))
        assert asked == [f"{HOME}{level}.xml"]
    assert f"{HOME}4.xml" not in discovery.read(asked[0], 200, index(f"{HOME}4.xml"))


def test_an_index_reached_by_redirects_is_read_to_three_levels(discover):
    discovery = discover("Sitemap: /1.xml")
    asked = discovery.sitemaps()
    for level in (2, 3):
        moved = SitemapAnswer(asked[0], f"{HOME}moved-{level}.xml", 200, index(f"{HOME}{level}.xml"))
        asked = discovery.heard(moved)
        assert asked == [f"{HOME}{level}.xml"]
    last = SitemapAnswer(asked[0], f"{HOME}moved-4.xml", 200, index(f"{HOME}4.xml"))
    assert f"{HOME}4.xml" not in discovery.heard(last)


def test_a_sitemap_is_not_asked_for_again_where_a_redirect_led(discover):
    discovery = discover("Sitemap: /1.xml")
    first = SitemapAnswer(discovery.sitemaps()[0], f"{HOME}moved.xml", 200, index(f"{HOME}moved.xml", f"{HOME}2.xml"))
    assert discovery.heard(first) == [f"{HOME}2.xml"]


def test_an_index_that_names_itself_is_asked_for_once(discover):
    discovery = discover("Sitemap: /1.xml")
    assert discovery.read(discovery.sitemaps()[0], 200, index(f"{HOME}1.xml", f"{HOME}2.xml")) == [f"{HOME}2.xml"]


def test_entries_of_other_hosts_are_dropped_and_links_are_followed(discover):
    discovery = discover("Sitemap: /1.xml")
    discovery.offer(f"{HOME}linked", event())
    discovery.read(discovery.sitemaps()[0], 200, urlset("https://other.example/a"))
    for url in [*USUAL, FULL]:
        discovery.heard(missing(url))
    assert paths(discovery.take(9)) == ["linked"]
    assert "other hosts" in warnings(discovery)


def test_links_are_held_back_while_sitemaps_give_pages(discover):
    discovery = discover("Sitemap: /1.xml")
    discovery.read(discovery.sitemaps()[0], 200, urlset("a"))
    assert discovery.offer(f"{HOME}linked", event()) is None
    assert discovery.unlisted_links() == [f"{HOME}linked"]
    assert not discovery.widen()


def test_with_sitemap_never_no_sitemap_is_asked_for(discover):
    discovery = discover("Sitemap: /1.xml", sitemap="never")
    assert discovery.sitemaps() == []
    assert discovery.offer(f"{HOME}linked", event()).depth == 1


def test_a_sitemap_of_the_users_is_the_only_one_asked_for(discover):
    own = f"{HOME}own.xml"
    discovery = discover("Sitemap: /1.xml", sitemap=own)
    assert discovery.sitemaps() == [own]
    assert discovery.missed(missing(own)) == []
    assert discovery.following


def test_with_sitemap_only_links_are_never_followed(discover):
    discovery = discover("Sitemap: /1.xml", sitemap="only")
    discovery.offer(f"{HOME}linked", event())
    for url in [*discovery.sitemaps(), *USUAL]:
        discovery.missed(missing(url))
    assert (discovery.following, discovery.take(9)) == (False, [])
    assert "sitemap=only follows no links" in warnings(discovery)


@pytest.mark.parametrize(
    ("listed", "linked", "incomplete"),
    # at least ten pages, and a fifth of the sitemap's own count (contract 6.5)
    [(1, 9, False), (1, 10, True), (50, 10, True), (51, 10, False), (100, 20, True)],
)
def test_a_sitemap_that_leaves_out_ten_pages_and_a_fifth_is_incomplete(discover, listed, linked, incomplete):
    discovery = discover("Sitemap: /1.xml")
    discovery.read(discovery.sitemaps()[0], 200, urlset(*(f"listed-{n}" for n in range(listed))))
    for n in range(linked):
        discovery.offer(f"{HOME}linked-{n}", event())
    discovery.take(listed)
    assert discovery.widen() is incomplete
    for entry in discovery.take(listed + linked):
        discovery.page_answered(event(entry.url, "link", 1), ())
    assert discovery.incomplete is incomplete


def test_only_says_that_the_sitemap_looks_incomplete_and_leaves_it(discover):
    discovery = discover("Sitemap: /1.xml", sitemap="only")
    discovery.read(discovery.sitemaps()[0], 200, urlset("listed"))
    for n in range(10):
        discovery.offer(f"{HOME}linked-{n}", event())
    assert not discovery.widen()
    assert "10 linked pages are not listed" in warnings(discovery)


def test_links_that_are_out_of_scope_or_forbidden_do_not_count_against_a_sitemap(discover):
    discovery = discover("User-agent: *\nDisallow: /no\nSitemap: /1.xml")
    discovery.read(discovery.sitemaps()[0], 200, urlset("listed"))
    for url in ("https://other.example/", f"{HOME}no/1", f"{HOME}file.zip", f"{HOME}listed"):
        discovery.offer(url, event())
    assert discovery.unlisted_links() == []


def test_requests_are_handed_on_as_many_as_may_be_under_way(discover):
    discovery = discover("Sitemap: /1.xml")
    discovery.read(discovery.sitemaps()[0], 200, urlset("a", "b", "c"))
    assert (paths(discovery.take(2)), discovery.take(2)) == (["a", "b"], [])
    discovery.answered("fed")
    assert paths(discovery.take(2)) == ["c"]
