"""Markdown twins in a crawl: the text is the twin's, address, anchors and the owner's word are the page's."""

from __future__ import annotations

import json
import sys

import pytest

from tests.llms_pages import MARKDOWN, listing, markdown, page, sources, twin
from tests.running_crawl import SECONDS, crawl_held_at
from tests.site_server import Answer
from tests.web_page import about, html


def twin_site(serve_site, **more):
    """llms.txt names /lamps.md and /chairs.html.md; the sitemap knows /lamps, nobody /chairs.html."""
    answers = {
        "/": html("Home", about("home")),
        "/llms.txt": listing("/lamps.md", "/chairs.html.md"),
        "/sitemap.xml": "{{BASE}}/lamps",
        "/lamps": page("lamps"),
        "/lamps.md": twin("lamps"),
        "/chairs.html": page("chairs"),
        "/chairs.html.md": twin("chairs"),
    }
    return serve_site(answers={**answers, **more})


def test_the_text_is_the_twins_and_address_and_anchors_are_the_pages(serve_site, crawl):
    site = twin_site(serve_site)
    done = crawl(site.base)
    assert list(done.pages) == ["/", "/chairs.html", "/lamps"]
    entry = done.pages["/lamps"]
    assert entry.page.twin_url == f"{site.base}/lamps.md"
    assert [(passage.anchor, passage.text[passage.overlap :]) for passage in entry.passages if passage.headings] == [
        ("costs-of-it", "lamps is dear, says the Markdown.")
    ]
    assert [entry["equals"] for entry in done.report["skipped"]["markdown twin"]["urls"]] == [
        f"{site.base}/chairs.html",
        f"{site.base}/lamps",
    ]


def test_a_markdown_file_whose_page_is_not_there_stands_by_itself(serve_site, crawl):
    done = crawl(twin_site(serve_site, **{"/lamps": 404, "/chairs.html": 404, "/sitemap.xml": 404}).base)
    assert sources(done) == {"/": "start", "/chairs.html.md": "llms", "/lamps.md": "llms"}
    assert done.report["failed"] == []
    assert len(done.skipped_under("guessed address")) >= 4


def test_a_page_of_that_name_with_another_text_is_not_the_files_page(serve_site, crawl):
    other = html("Lamps", "Chairs are built of oak in our workshop by the sea, every one signed by the maker.")
    done = crawl(twin_site(serve_site, **{"/lamps": other}).base)
    assert list(done.pages) == ["/", "/chairs.html", "/lamps", "/lamps.md"]
    assert done.pages["/lamps"].page.twin_url is None


@pytest.mark.parametrize(
    "change",
    [
        {"/lamps": page("lamps", head='<meta name="robots" content="noindex">')},
        {"/lamps": Answer(text=page("lamps"), headers={"X-Robots-Tag": "noindex"})},
        {"/robots.txt": "User-agent: *\nDisallow: /lamps$\n"},
    ],
    ids=["meta robots", "X-Robots-Tag", "robots.txt"],
)
def test_what_the_owner_says_of_the_page_holds_for_its_twin(serve_site, crawl, change):
    site = twin_site(serve_site, **change)
    done = crawl(site.base)
    assert list(done.pages) == ["/", "/chairs.html"]
    rules = [rule for rule, entry in done.report["skipped"].items() if f"{site.base}/lamps.md" in json.dumps(entry)]
    assert len(rules) == 1 and rules[0].split()[0] in {"meta", "X-Robots-Tag", "robots.txt"}


@pytest.mark.parametrize("told", ["link", "header"])
def test_the_markdown_form_that_a_page_names_gives_its_text(serve_site, crawl, told):
    link = '<link rel="alternate" type="text/markdown" href="/raw/7">' if told == "link" else ""
    headers = {"Link": '</raw/7>; rel="alternate"; type="text/markdown"'} if told == "header" else {}
    answers = {"/": html("Home", about("home"), "/lamps"), "/raw/7": twin("lamps")}
    answers["/lamps"] = Answer(text=page("lamps", head=link), headers=headers)
    site = serve_site(answers=answers)
    done = crawl(site.base)
    assert list(done.pages) == ["/", "/lamps"]
    assert done.pages["/lamps"].page.twin_url == f"{site.base}/raw/7"


def test_one_llms_txt_named_as_the_form_of_every_page_is_nobodys_twin(serve_site, crawl):
    head = '<link rel="alternate" type="text/markdown" href="/llms.txt">'
    answers = {
        "/": page("home", "/lamps", head=head),
        "/lamps": page("lamps", head=head),
        "/llms.txt": listing("/lamps"),
    }
    done = crawl(serve_site(answers=answers).base)
    assert {path: entry.page.twin_url for path, entry in done.pages.items()} == {"/": None, "/lamps": None}


def conditional(body, tag, headers=()):
    """An answer with a validator that says 304 from the second request on."""
    given = {**dict(headers), "ETag": tag}
    return Answer(text=body, headers=given, then=(Answer(text="", status=304, headers=given),))


def test_a_refresh_asks_for_page_and_twin_with_their_own_validators(serve_site, crawl):
    site = twin_site(serve_site)
    site.answers["/lamps"] = conditional(page("lamps"), '"page"')
    site.answers["/lamps.md"] = conditional(twin("lamps").text, '"twin"', MARKDOWN)
    crawl(site.base)
    asked = len(site.requests)
    done = crawl(site.base)
    sent = {request.target: request.headers.get("if-none-match") for request in site.requests[asked:]}
    assert (sent["/lamps"], sent["/lamps.md"]) == ('"page"', '"twin"')
    assert (done.report["counts"]["unchanged"], done.pages["/lamps"].page.etag) == (3, '"page"')
    assert done.pages["/lamps"].page.twin_url == f"{site.base}/lamps.md"


def test_a_twin_that_changes_changes_its_page_although_that_is_not_modified(serve_site, crawl):
    site = twin_site(serve_site)
    site.answers["/lamps"] = conditional(page("lamps"), '"page"')
    crawl(site.base)
    site.answers["/lamps.md"] = markdown("lamps", f"{about('lamps')}\n\n## Costs\n\nNew lamps are cheap.")
    done = crawl(site.base)
    assert done.report["counts"]["changed"] == 1
    assert "New lamps are cheap." in done.text_of("/lamps")


def test_a_twin_that_does_not_answer_leaves_an_unmodified_page_as_it_is(serve_site, crawl):
    site = twin_site(serve_site)
    site.answers["/lamps"] = conditional(page("lamps"), '"page"')
    crawl(site.base)
    site.answers["/lamps.md"] = Answer(text="", status=403)
    done = crawl(site.base)
    assert "says the Markdown" in done.text_of("/lamps")
    assert done.pages["/lamps"].page.twin_url == f"{site.base}/lamps.md"


def test_a_twin_that_is_no_longer_offered_gives_the_text_back_to_its_page(serve_site, crawl):
    site = twin_site(serve_site)
    site.answers["/lamps"] = conditional(page("lamps"), '"page"')
    crawl(site.base)
    site.answers["/lamps.md"] = Answer.of(404)
    done = crawl(site.base)
    assert done.pages["/lamps"].page.twin_url is None
    assert "says the Markdown" not in done.text_of("/lamps")


def test_no_more_addresses_are_guessed_once_five_files_had_no_page(serve_site, crawl):
    files = [f"/note{number}.md" for number in range(20)]
    answers = {file: markdown(file) for file in files}
    site = serve_site(answers={**answers, "/": html("Home", about("home")), "/llms.txt": listing(*files)})
    done = crawl(site.base)
    assert list(done.pages) == ["/", *sorted(files)]
    guesses = [target for target in site.targets if target.startswith("/note") and not target.endswith(".md")]
    # those under way when the fifth had none are still asked for
    assert 15 <= len(guesses) <= 30


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_a_killed_crawl_goes_on_to_the_same_pairs(serve_site, crawl, tmp_path):
    whole = crawl(twin_site(serve_site).base)
    site = twin_site(serve_site)
    with crawl_held_at(site, "/chairs.html", tmp_path / "data") as (running, _):
        running.kill()
        running.wait(SECONDS)
    done = crawl(site.base)
    assert {path: entry.page.hash for path, entry in done.pages.items()} == {
        path: entry.page.hash for path, entry in whole.pages.items()
    }
    assert site.targets.count("/llms.txt") == 1


def test_what_a_page_s_owner_said_holds_for_its_twin_while_the_page_does_not_answer(serve_site, crawl):
    link = '<link rel="alternate" type="text/markdown" href="/raw/7.txt">'
    hidden = page("lamps", head=f'{link}<meta name="robots" content="noindex">')
    answers = {"/": html("Home", about("home"), "/lamps"), "/llms.txt": listing("/raw/7.txt", "/chairs.md")}
    answers |= {"/lamps": hidden, "/raw/7.txt": twin("lamps"), "/chairs.md": twin("chairs"), "/chairs": hidden}
    site = serve_site(answers={**answers, "/chairs": hidden.replace("lamps", "chairs")})
    assert list(crawl(site.base).pages) == ["/"]
    site.answers.update({"/lamps": Answer(text="no", status=500), "/chairs": Answer(text="no", status=403)})
    for _ in range(2):
        done = crawl(site.base)
        assert list(done.pages) == ["/"]
        assert len(done.skipped_under("meta robots noindex")) >= 2


def test_a_page_that_does_not_answer_stays_stale_and_its_twin_does_not_come_in_beside_it(serve_site, crawl):
    site = twin_site(serve_site)
    crawl(site.base)
    site.answers["/lamps"] = Answer(text="no", status=503)
    for _ in range(2):
        done = crawl(site.base)
        assert list(done.pages) == ["/", "/chairs.html", "/lamps"]
        assert (done.pages["/lamps"].page.stale, done.pages["/chairs.html"].page.stale) == (True, False)
