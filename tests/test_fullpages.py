"""llms-full.txt in a crawl: pages that only it holds."""

from __future__ import annotations

from tests.llms_pages import listing, page, sources
from tests.site_server import Answer
from tests.web_page import about, html

SHELL = (
    '<!doctype html><html><head><title>App</title></head><body><div id="root"></div>'
    '<script src="/app.js"></script></body></html>'
)


def full(*paths):
    return "".join(f"# {path.strip('/')}\nSource: {{{{BASE}}}}{path}\n\n{about(path.strip('/'))}\n\n" for path in paths)


def test_pages_that_only_the_full_text_holds_are_cited_under_the_addresses_it_names(serve_site, crawl):
    answers = dict.fromkeys(("/", "/lamps", "/chairs"), SHELL)
    site = serve_site(answers={**answers, "/llms-full.txt": full("/lamps", "/chairs")})
    done = crawl(site.base)
    assert sources(done) == {"/chairs": "llms", "/lamps": "llms"}
    assert {entry.page.twin_url for entry in done.pages.values()} == {f"{site.base}/llms-full.txt"}
    assert done.exit_code == 0
    assert "2 pages that gave no text" in " ".join(done.report["warnings"])


def test_a_page_that_was_read_is_not_taken_from_the_full_text(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/lamps": page("lamps"), "/llms-full.txt": full("/lamps")}
    done = crawl(serve_site(answers=answers).base)
    assert list(done.pages) == ["/", "/lamps"]
    assert done.pages["/lamps"].page.twin_url is None


def test_what_the_owner_keeps_out_is_not_taken_from_the_full_text(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms-full.txt": full("/private", "/hidden", "/lamps")}
    answers |= {"/robots.txt": "User-agent: *\nDisallow: /private\n", "/lamps": page("lamps")}
    answers["/hidden"] = page("hidden", head='<meta name="robots" content="noindex">')
    assert list(crawl(serve_site(answers=answers).base).pages) == ["/", "/lamps"]


def test_a_full_text_without_addresses_is_one_page_under_its_own(serve_site, crawl):
    text = f"# Shop\n\nWelcome.\n\n# Lamps\n\n{about('lamps')}\n\n## Costs {{ #costs }}\n\nDear.\n"
    site = serve_site(answers={"/": html("Home", about("home")), "/llms-full.txt": text})
    done = crawl(site.base)
    assert list(done.pages) == ["/", "/llms-full.txt"]
    assert {passage.anchor for passage in done.pages["/llms-full.txt"].passages} == {None}
    assert done.pages["/llms-full.txt"].page.title == site.site
    assert crawl(site.base).report["counts"]["unchanged"] == 2


def test_a_full_text_whose_pages_answer_by_now_is_no_page_any_more(serve_site, crawl):
    site = serve_site(answers={"/": html("Home", about("home")), "/llms-full.txt": full("/lamps")})
    assert list(crawl(site.base).pages) == ["/", "/llms-full.txt"]
    site.answers["/lamps"] = Answer.of(page("lamps"))
    assert list(crawl(site.base).pages) == ["/", "/lamps"]


def test_a_full_text_is_not_asked_for_where_llms_txt_or_a_sitemap_gave_the_pages(serve_site, crawl):
    answers = {
        "/": html("Home", about("home"), "/llms-full.txt"),
        "/lamps": page("lamps"),
        "/llms-full.txt": full("/lamps"),
    }
    for listed in ({"/llms.txt": listing("/lamps", "/llms-full.txt")}, {"/sitemap.xml": "{{BASE}}/lamps"}):
        site = serve_site(answers=answers | listed)
        assert list(crawl(site.base, refresh="full").pages) == ["/", "/lamps"]
        assert "/llms-full.txt" not in site.targets


def test_the_full_text_stands_in_for_pages_of_llms_txt_that_cannot_be_had(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms.txt": listing("/lamps"), "/llms-full.txt": full("/lamps")}
    site = serve_site(answers={**answers, "/lamps": Answer(text="no", status=403)})
    done = crawl(site.base)
    assert list(done.pages) == ["/", "/lamps"]
    assert crawl(site.base).report["counts"]["unchanged"] == 2


def test_a_full_text_marked_noindex_gives_no_text(serve_site, crawl):
    text = Answer(text=full("/lamps"), headers={"X-Robots-Tag": "noindex"})
    done = crawl(serve_site(answers={"/": html("Home", about("home")), "/llms-full.txt": text}).base)
    assert list(done.pages) == ["/"]
    assert "noindex" in done.report["llms"][-1]["problems"][0]


def test_what_its_owner_keeps_out_of_indexes_does_not_come_back_under_the_full_text(serve_site, crawl):
    hidden = page("chairs", head='<meta name="robots" content="noindex">')
    text = "".join(f"# {word}\n\n{about(word)}\n\n" for word in ("lamps", "chairs"))
    answers = {"/": html("Home", about("home"), "/lamps", "/chairs"), "/lamps": SHELL, "/chairs": hidden}
    done = crawl(serve_site(answers={**answers, "/llms-full.txt": text}).base)
    texts = " ".join(passage.text for entry in done.pages.values() for passage in entry.passages)
    assert "who makes lamps" in texts
    assert "who makes chairs" not in texts


FULL = full("/lamps").replace("Everything", "In the full text, everything")


def test_the_old_passages_of_a_page_that_fails_stay_and_are_not_replaced_by_the_full_text(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms.txt": listing("/lamps"), "/llms-full.txt": FULL}
    site = serve_site(answers={**answers, "/lamps": page("lamps")})
    before = crawl(site.base).text_of("/lamps")
    site.answers["/lamps"] = Answer(text="no", status=503)
    for _ in range(2):
        done = crawl(site.base)
        assert (done.pages["/lamps"].page.stale, done.text_of("/lamps")) == (True, before)
        assert "/llms-full.txt" not in done.pages


def test_a_page_kept_out_by_its_owner_does_not_come_in_by_the_full_text_while_it_does_not_answer(serve_site, crawl):
    hidden = page("lamps", head='<meta name="robots" content="noindex">')
    answers = {"/": html("Home", about("home")), "/llms.txt": listing("/lamps"), "/lamps": hidden}
    for text in (FULL, FULL.replace("Source", "About")):
        site = serve_site(answers={**answers, "/llms-full.txt": text})
        assert list(crawl(site.base).pages) == ["/"]
        site.answers["/lamps"] = Answer(text="no", status=403)
        for _ in range(2):
            assert list(crawl(site.base).pages) == ["/"]


def test_a_page_that_its_owner_has_taken_away_does_not_come_back_by_the_full_text(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms-full.txt": full("/lamps", "/chairs")}
    done = crawl(serve_site(answers={**answers, "/lamps": 410, "/chairs": 404}).base)
    assert list(done.pages) == ["/", "/llms-full.txt"]
    assert "about chairs" in done.text_of("/llms-full.txt") and "lamps" not in done.text_of("/llms-full.txt")
