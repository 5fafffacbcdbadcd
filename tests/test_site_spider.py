"""The spider as a whole: sitemaps and links together, languages, redirects that leave the scope."""

from __future__ import annotations

import gzip

import pytest

from tests.site_server import Answer
from tests.web_page import about, html

LISTED = [f"/listed{n}" for n in range(3)]
LINKED = [f"/linked{n}" for n in range(11)]


def site_with_sitemap(linked=LINKED):
    """A home page that links to more than the sitemap lists."""
    pages = {path: html(path, about(path)) for path in (*LISTED, *linked)}
    sitemap = "\n".join("{{BASE}}" + path for path in LISTED)
    return {**pages, "/": html("Home", about("home"), *LISTED, *linked), "/sitemap.xml": Answer(text=sitemap)}


def warned(done, word):
    return any(word in sentence for sentence in done.report["warnings"])


def test_links_are_followed_when_the_sitemap_leaves_out_ten_pages_that_answer(serve_site, crawl):
    done = crawl(serve_site(answers=site_with_sitemap()).base)
    assert list(done.pages) == sorted(["/", *LISTED, *LINKED])
    assert {done.pages[path].page.source for path in LINKED} == {"link"}
    assert warned(done, "leaves out 11")


def test_linked_pages_that_do_not_answer_leave_the_sitemap_complete(serve_site, crawl):
    answers = site_with_sitemap() | {path: Answer(text="no", status=404) for path in LINKED[:5]}
    done = crawl(serve_site(answers=answers).base)
    assert list(done.pages) == ["/", *LISTED]
    assert len(done.skipped_under("not in sitemap")) == 6
    assert not warned(done, "incomplete")


def test_with_sitemap_only_an_incomplete_sitemap_is_said_and_obeyed(serve_site, crawl):
    site = serve_site(answers=site_with_sitemap())
    done = crawl(site.base, sitemap="only")
    assert list(done.pages) == ["/", *LISTED]
    assert not set(LINKED) & set(site.targets)
    assert warned(done, "looks incomplete")


def test_nine_unlisted_links_are_not_followed(serve_site, crawl):
    site = serve_site(answers=site_with_sitemap(LINKED[:9]))
    crawl(site.base)
    assert not set(LINKED) & set(site.targets)


def test_a_sitemap_that_is_gzipped_twice_under_a_wrong_type_is_read(serve_site, crawl):
    site = serve_site(answers=site_with_sitemap(()))
    text = "\n".join(site.base + path for path in LISTED[:2]).encode()
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    site.answers["/maps.gz"] = Answer(body=gzip.compress(gzip.compress(text)), headers=headers)
    done = crawl(site.base, sitemap=f"{site.base}/maps.gz")
    assert list(done.pages) == ["/", *LISTED[:2]]


GERMAN = (
    "Alles über Lampen steht auf dieser Seite: wie man sie macht, wer sie macht, was sie kosten "
    "und wo man nach ihnen fragt, wenn der Laden geschlossen ist."
)


@pytest.fixture
def two_languages(serve_site):
    """Pages that declare English, British English and German, and a German one that declares nothing."""
    pages = {
        "/": html("Home", about("home"), "/en", "/de", "/undeclared"),
        "/en": html("Lamps", about("lamps")).replace('lang="en"', 'lang="en-GB"'),
        "/de": html("Lampen", GERMAN).replace('lang="en"', 'lang="de"'),
        "/undeclared": html("Stühle", GERMAN.replace("Lampen", "Stühle")).replace(' lang="en"', ""),
    }
    return serve_site(answers=pages)


def test_only_pages_in_the_wanted_language_are_indexed_with_its_regions(two_languages, crawl):
    done = crawl(two_languages.base, lang="en")
    assert list(done.pages) == ["/", "/en"]
    assert len(done.skipped_under("language")) == 2


def test_a_language_asked_for_later_leaves_the_other_pages_as_they_are(two_languages, crawl):
    crawl(two_languages.base)
    done = crawl(two_languages.base, lang="de")
    assert list(done.pages) == ["/", "/de", "/en", "/undeclared"]
    assert warned(done, "lang narrower")


def test_a_redirect_that_leaves_the_path_prefix_is_not_followed(serve_site, crawl):
    away = Answer(text="", status=302, headers={"Location": "/news"})
    pages = {"/docs": html("Docs", about("docs"), "/docs/a"), "/docs/a": away, "/news": html("News", about("news"))}
    site = serve_site(answers=pages)
    done = crawl(f"{site.base}/docs", path_prefix="/docs")
    assert "/news" not in site.targets
    entries = done.report["skipped"]["redirect out of scope"]["urls"]
    assert entries == [{"url": f"{site.base}/docs/a", "detail": f"{site.base}/news (path prefix)"}]


def test_a_page_that_redirects_to_itself_after_a_cookie_is_read(serve_site, crawl):
    page = html("Shy", about("shyness"))
    hop = Answer(text="", status=302, headers={"Location": "/shy", "Set-Cookie": "seen=1"}, then=(Answer.of(page),))
    site = serve_site(answers={"/": html("Home", about("home"), "/shy"), "/shy": hop})
    done = crawl(site.base, sitemap="never")
    assert "/shy" in done.pages
    assert [request.headers.get("cookie") for request in site.requests if request.target == "/shy"] == [None, "seen=1"]


def test_a_page_larger_than_a_page_may_be_is_reported_and_the_rest_published(serve_site, crawl):
    site = serve_site(answers={"/": html("Home", about("home"), "/big"), "/big": html("Big", "word " * 20_000)})
    done = crawl(site.base, sitemap="never", settings={"DOWNLOAD_MAXSIZE": "50000"})
    assert (done.exit_code, list(done.pages)) == (0, ["/"])
    assert [(entry["url"], entry["reason"]) for entry in done.report["failed"]] == [
        (f"{site.base}/big", "larger than a page may be")
    ]


def test_a_budget_that_stops_the_crawl_is_said(serve_site, crawl):
    done = crawl(serve_site(answers=site_with_sitemap()).base, sitemap="never", max_pages=3)
    assert len(done.pages) == 3
    assert done.report["skipped"]["page budget"]["count"] == 12
    assert warned(done, "max_pages=3")
