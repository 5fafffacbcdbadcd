"""A site with llms.txt as the crawl reads it: order, scope, twins, JSON and the full text."""

from __future__ import annotations

import json

import pytest

from tests.site_server import Answer
from tests.web_page import about, html

MARKDOWN = {"Content-Type": "text/markdown; charset=utf-8"}


def listing(*links):
    return "# Shop\n\n> Lamps and chairs.\n\n## Pages\n\n" + "".join(f"- [{link}]({link})\n" for link in links)


def markdown(title, text=None, **headers):
    return Answer(text=f"# {title}\n\n{text or about(title)}\n", headers={**MARKDOWN, **headers})


def page(word, *links, head=""):
    """An HTML page with an anchored section, and its navigation beside the text."""
    return html(word, about(word), *links, head=head, body=f'<h2 id="costs-of-it">Costs</h2><p>{word} is dear.</p>')


def twin(word):
    return markdown(word, f"{about(word)}\n\n## Costs\n\n{word} is dear, says the Markdown.")


def sources(done):
    return {path: entry.page.source for path, entry in done.pages.items()}


def test_pages_of_llms_txt_come_first_in_its_order_then_the_sitemap(serve_site, crawl):
    answers = {path: html(path, about(path)) for path in ("/a", "/b", "/c", "/d")}
    answers |= {
        "/": html("Home", about("home")),
        "/llms.txt": listing("/d", "{{BASE}}/c"),
        "/sitemap.xml": "{{BASE}}/a",
    }
    site = serve_site(answers=answers)
    done = crawl(site.base, max_pages=3)
    assert site.targets.index("/llms.txt") < site.targets.index("/sitemap.xml")
    assert sources(done) == {"/": "start", "/c": "llms", "/d": "llms"}
    assert sources(crawl(site.base)) == {"/": "start", "/a": "sitemap", "/c": "llms", "/d": "llms"}


def test_without_a_sitemap_links_are_followed_beside_llms_txt(serve_site, crawl):
    answers = {"/": html("Home", about("home"), "/linked"), "/llms.txt": listing("/listed")}
    answers |= {path: html(path, about(path)) for path in ("/linked", "/listed")}
    assert sources(crawl(serve_site(answers=answers).base)) == {"/": "start", "/linked": "link", "/listed": "llms"}


@pytest.mark.parametrize("mode", ["never", "only"])
def test_llms_txt_is_not_asked_for_when_only_links_or_only_sitemaps_are_wanted(serve_site, crawl, mode):
    site = serve_site(answers={"/": html("Home", about("home"))})
    crawl(site.base, sitemap=mode)
    assert not [target for target in site.targets if "llms" in target]


def test_an_llms_txt_given_as_the_sitemap_is_all_that_is_read_beside_the_start_page(serve_site, crawl):
    answers = {"/": html("Home", about("home"), "/linked"), "/docs/llms.txt": listing("listed")}
    answers |= {path: html(path, about(path)) for path in ("/linked", "/docs/listed")}
    site = serve_site(answers=answers)
    assert list(crawl(site.base, sitemap=f"{site.base}/docs/llms.txt").pages) == ["/", "/docs/listed"]


def test_the_report_tells_what_llms_txt_said(serve_site, crawl):
    site = serve_site(answers={"/": html("Home", about("home")), "/llms.txt": listing("/", "https://other.example/")})
    done = crawl(site.base)
    assert done.report["llms"] == [{"url": f"{site.base}/llms.txt", "status": 200, "entries": 2, "problems": []}]
    assert done.skipped_under("other host") == ["https://other.example/"]
    assert f"llms.txt 2: {site.base}/llms.txt" in done.stdout + done.stderr


def test_a_web_page_in_the_place_of_llms_txt_names_nothing(serve_site, crawl):
    answers = {"/": html("Home", about("home")), "/llms.txt": Answer(text=html("Oops", "x", "/a"), headers={})}
    done = crawl(serve_site(answers=answers).base)
    assert done.report["llms"][0]["problems"] == ["it is an HTML page"]
    assert list(done.pages) == ["/"]


def test_scope_robots_and_host_hold_for_llms_txt_as_for_any_page(serve_site, crawl):
    elsewhere = serve_site(answers={"/": html("Other", about("other"))})
    answers = {"/docs/": html("Docs", about("docs")), "/docs/open": html("Open", about("open"))}
    answers["/llms.txt"] = listing("/docs/open", "/docs/closed", "/news", f"{elsewhere.base}/")
    answers["/robots.txt"] = "User-agent: *\nDisallow: /docs/closed\n"
    site = serve_site(answers=answers)
    done = crawl(f"{site.base}/docs/", path_prefix="/docs")
    assert list(done.pages) == ["/docs/", "/docs/open"]
    assert not {"/docs/closed", "/news"} & set(site.targets)
    assert elsewhere.targets == []


def test_llms_txt_under_the_path_prefix_goes_before_that_of_the_root(serve_site, crawl):
    answers = {
        "/docs/": html("Docs", about("docs")),
        "/docs/a": html("A", about("a")),
        "/docs/b": html("B", about("b")),
    }
    answers |= {"/docs/llms.txt": listing("a"), "/llms.txt": listing("/docs/b")}
    site = serve_site(answers=answers)
    assert list(crawl(f"{site.base}/docs/", path_prefix="/docs").pages) == ["/docs/", "/docs/a"]
    assert "/llms.txt" not in site.targets


def test_an_llms_txt_that_moved_to_another_host_is_not_followed_there(serve_site, crawl):
    elsewhere = serve_site(answers={"/llms.txt": listing("/a")})
    moved = Answer(text="", status=301, headers={"Location": f"{elsewhere.base}/llms.txt"})
    done = crawl(serve_site(answers={"/": html("Home", about("home")), "/llms.txt": moved}).base)
    assert "other host" in done.report["llms"][0]["problems"][0]
    assert elsewhere.targets == []


# --- twins ------------------------------------------------------------------------------------


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


# --- JSON -------------------------------------------------------------------------------------


def test_json_that_llms_txt_links_is_kept_as_readable_text(serve_site, crawl):
    facts = Answer(text=json.dumps({"name": "Prices", "lamps": {"small": "12 euros"}}), headers={})
    answers = {"/": html("Home", about("home"), "/other.json"), "/llms.txt": listing("/prices.json")}
    for path in ("/prices.json", "/other.json"):
        answers[path] = Answer(text=facts.text, headers={"Content-Type": "application/json"})
    done = crawl(serve_site(answers=answers).base)
    assert list(done.pages) == ["/", "/prices.json"]
    entry = done.pages["/prices.json"]
    assert (entry.page.title, entry.page.content_type) == ("Prices", "application/json")
    assert [(passage.headings, passage.text) for passage in entry.passages][-1] == (["lamps"], "- small: 12 euros")


# --- the full text ----------------------------------------------------------------------------

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
    assert done.exit_code == 0 and "2 pages that gave no text" in done.report["warnings"][-1]


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
    done = crawl(serve_site(answers={"/": html("Home", about("home")), "/llms-full.txt": text}).base)
    assert list(done.pages) == ["/", "/llms-full.txt"]
    assert {passage.anchor for passage in done.pages["/llms-full.txt"].passages} == {None}


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
