"""Pages that only a browser fills, crawled in the Chromium that is installed."""

from __future__ import annotations

import json
import re

import pytest

from tests.crawl_run import run, run_crawl
from tests.site_server import Answer, serve
from tests.web_page import about, filled, html, shell

SECRET = "The vault opens at midnight"


# an answer that is loaded when it is asked for, one that was there all along, a menu, a link, a form, a route
PANELS = """document.title = 'Panels';
root.innerHTML = `<header><button aria-expanded="false" id="menu">Menu</button></header><main><h1>Panels</h1>
  <p>Questions that are answered when somebody asks them.</p>
  <h2><button aria-expanded="false" id="loads">What is loaded late?</button></h2><div id="late"></div>
  <h2><button aria-expanded="false" aria-controls="there">What was there?</button></h2>
  <div id="there" hidden><p>This answer was there all along.</p></div>
  <h2><a href="/served" id="link" aria-expanded="false" role="button">A link</a></h2>
  <form action="/pressed/form"><button aria-expanded="false">Send</button></form>
  <details><summary>Which details?</summary><p>These details.</p></details>
  <button aria-expanded="false" id="leads">Leave</button></main>`;
const pressed = () => document.querySelector('main').append('Pressed');
for (const id of ['menu', 'link']) document.getElementById(id).onclick = pressed;
document.getElementById('loads').onclick = (event) => {
  event.target.setAttribute('aria-expanded', 'true');
  fetch('/answer.json').then((answer) => answer.text()).then((text) => {
    document.getElementById('late').innerHTML = `<p>${text}</p>`; });
};
document.querySelector('[aria-controls]').onclick = pressed;
document.getElementById('leads').onclick = () => { location.href = '/pressed/route'; };
"""
PAGES = {
    "/answer.json": Answer(text="This answer came when it was asked for.", delay=0.5),
    "/agent": shell("document.title = 'Agent'; say('You are ' + navigator.userAgent);"),
    "/late": shell(
        "document.title = 'Late'; setTimeout(() => say('Better late than never, said the ferryman.'), 1000);"
    ),
    "/polling": shell(
        "document.title = 'Polling'; say('This page asks and asks for news.');"
        "setInterval(() => fetch('/news.json'), 120);"
    ),
    "/alert": shell("alert('Subscribe!'); document.title = 'Alert'; say('Nobody pressed a button to see this.');"),
    "/empty": shell("throw new Error('no data')"),
    "/lost": filled("Page not found", "Sorry, this page does not exist."),
    "/shadow": shell(
        "document.title = 'Shadow'; say('Outside the shadow. <x-card>A slotted line.</x-card>');"
        "document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = '<p>Inside: <slot></slot></p>';"
    ),
    "/latin": Answer(
        body=shell("document.title += '!'; say('Größe: ' + document.title);").replace("App", "Käse").encode("latin-1"),
        headers={"Content-Type": "text/html; charset=iso-8859-1"},
    ),
    "/cookie": Answer(
        text=shell("document.title = 'Cookie'; say('You hold ' + document.cookie);"),
        headers={"Set-Cookie": "basket=nine", "Content-Type": "text/html"},
    ),
    "/noindex": shell("fetch('/asked-by-noindex')", head='<meta name="robots" content="noindex">'),
    "/moves": shell("location.replace('/target')"),
    "/target": html("Target", about("targets")),
    "/leaves": shell("location.href = 'https://elsewhere.example/there'"),
    "/trespasses": shell("location.href = '/staff/plan'"),
    "/staff/plan": html("Plan", about("plans")),
    "/panels": shell(PANELS),
    "/routes": shell(
        "history.replaceState(null, '', '/routed'); document.title = 'Routed'; say('The router moved on.');"
    ),
    "/routed": filled("Routed", "The router moved on, and this is where to."),
    "/served": html("Served", about("servers")),
    "/types": shell(
        "document.title = 'Types'; const add = (tag, set) => document.body.append(Object.assign("
        "document.createElement(tag), set));"
        "add('img', {src: '/load/image.png'}); add('video', {src: '/load/film.mp4'});"
        "add('iframe', {src: '/load/frame.html'}); add('link', {rel: 'stylesheet', href: '/load/style.css'});"
        "add('link', {rel: 'prefetch', href: '/load/prefetch.html'}); add('script', {src: '/load/script.js'});"
        "navigator.sendBeacon('/load/beacon'); new EventSource('/load/events'); window.open('/load/window.html');"
        "new WebSocket('ws://' + location.host + '/load/socket');"
        "fetch('/load/fetch.json').then(() => say('Only what text needs was loaded here.'));"
    ),
    "/load/style.css": Answer(
        text="@font-face { font-family: F; src: url(/load/font.woff2) } p { font-family: F }",
        headers={"Content-Type": "text/css"},
    ),
    "/load/script.js": Answer(text="window.loaded = true;", headers={"Content-Type": "text/javascript"}),
    "/load/fetch.json": "{}",
    "/news.json": "{}",
}
PRIVATE = """document.title = 'Private';
const ask = (url) => fetch(url).then((answer) => answer.text()).catch(() => 'nothing');
const tag = new Promise((done) => {
  const script = document.createElement('script');
  script.src = '{other}/script.js'; script.onload = script.onerror = done; document.body.append(script);
});
Promise.all([ask('{other}/'), ask('/bounce'), ask('http://[::1]:{port}/'), tag]).then(
  (said) => say('The neighbours said ' + said.slice(0, 3).join(' and ') + '.'));
"""
LINKED = [path for path in PAGES if not path.startswith(("/load", "/staff", "/routed", "/target", "/news", "/answer"))]


# one worker: the crawl is shared
pytestmark = [pytest.mark.usefixtures("chromium"), pytest.mark.xdist_group("rendering")]


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory):
    """A private service on the crawler's own machine that no page may reach."""
    everybody = {"Access-Control-Allow-Origin": "*"}
    answers = {"/": Answer(text=SECRET, headers=everybody), "/script.js": Answer(text="", headers=everybody)}
    with serve(tmp_path_factory.mktemp("neighbour"), answers) as server:
        yield server


@pytest.fixture(scope="module")
def site(tmp_path_factory, neighbour):
    other = neighbour.base.replace("127.0.0.1", "localhost")
    own = {
        "/": filled("Home", "A house with many doors, each of them painted by a script.", *LINKED, "/private"),
        "/robots.txt": "User-agent: *\nDisallow: /staff\n",
        "/private": shell(PRIVATE.replace("{other}", other).replace("{port}", other.rpartition(":")[2])),
        "/bounce": Answer(status=302, headers={"Location": f"{other}/"}),
    }
    with serve(tmp_path_factory.mktemp("site"), {**PAGES, **own}) as server:
        yield server


@pytest.fixture(scope="module")
def done(site, tmp_path_factory):
    crawled = run_crawl(tmp_path_factory.mktemp("data"), f"{site.base}/", render="auto", seconds=240)
    assert crawled.exit_code == 0, crawled.stderr
    return crawled


def test_routes_are_found_in_the_rendered_page_and_read(done):
    assert done.pages["/"].page.fetched_with == "browser"
    assert done.text_of("/late") == "Better late than never, said the ferryman."
    assert done.report["failed"] == []


def test_a_page_that_has_its_text_by_http_is_left_alone(done, site):
    assert done.pages["/served"].page.fetched_with == "http"
    assert site.targets.count("/served") == 1


def test_the_document_is_fetched_once_and_rendered_from_that_answer(done, site):
    assert [site.targets.count(path) for path in ("/", "/agent", "/late", "/shadow")] == [1, 1, 1, 1]


def test_the_browser_says_who_asks(done, site):
    assert re.search(r"You are SiteKnowledge/[\d.]+ \(\+", done.text_of("/agent"))
    assert {request.headers["user-agent"].partition("/")[0] for request in site.requests} == {"SiteKnowledge"}


def test_a_page_that_never_stops_asking_is_read_when_its_text_stands_still(done):
    assert done.text_of("/polling") == "This page asks and asks for news."


def test_a_dialog_is_dismissed(done):
    assert done.text_of("/alert") == "Nobody pressed a button to see this."


def test_a_page_that_stays_empty_in_the_browser_is_reported(done, site):
    assert done.skipped_under("shell") == [f"{site.base}/empty"]


def test_a_route_that_does_not_exist_is_a_soft_404(done, site):
    assert done.skipped_under("soft 404") == [f"{site.base}/lost"]


def test_text_in_open_shadow_trees_is_read_with_what_is_slotted_into_it(done):
    assert done.text_of("/shadow").split() == ["Outside", "the", "shadow.", "Inside:", "A", "slotted", "line."]


def test_the_document_keeps_its_encoding(done):
    assert done.pages["/latin"].page.title == "Käse!"
    assert done.text_of("/latin") == "Größe: Käse!"


def test_the_document_keeps_its_cookies(done):
    assert done.text_of("/cookie") == "You hold basket=nine"


def test_what_a_control_opens_is_read_under_it(done):
    panels = {passage.headings[-1]: passage.text for passage in done.pages["/panels"].passages if passage.headings}
    assert panels["What is loaded late?"] == "This answer came when it was asked for."
    assert panels["What was there?"] == "This answer was there all along."
    assert "These details." in done.text_of("/panels")


def test_menus_links_forms_and_what_leads_away_are_left_alone(done, site):
    assert "Pressed" not in done.text_of("/panels")
    assert [target for target in site.targets if target.startswith("/pressed")] == []


def test_what_its_owner_closed_is_not_rendered(done, site):
    assert "/asked-by-noindex" not in site.targets
    assert done.skipped_under("noindex") == [f"{site.base}/noindex"]


def test_a_page_that_leads_elsewhere_by_script_is_a_redirect(done, site):
    assert set(done.skipped_under("redirect")) >= {f"{site.base}/moves", f"{site.base}/routes"}
    assert done.pages["/target"].page.fetched_with == "http"
    assert done.text_of("/routed") == "The router moved on, and this is where to."


def test_a_page_that_leads_out_of_scope_by_script_is_dropped(done, site):
    assert f"{site.base}/leaves" in done.skipped_under("redirect out of scope")


def test_a_script_does_not_lead_where_robots_txt_forbids(done, site):
    assert f"{site.base}/trespasses" in done.skipped_under("redirect out of scope")
    assert "/staff/plan" not in site.targets


def test_only_what_text_needs_is_loaded(done, site):
    assert done.text_of("/types") == "Only what text needs was loaded here."
    loaded = {target for target in site.targets if target.startswith("/load/")}
    assert loaded == {"/load/style.css", "/load/script.js", "/load/fetch.json"}


def test_no_page_reaches_a_private_address_of_another_host(done, neighbour):
    assert done.text_of("/private") == "The neighbours said nothing and nothing and nothing."
    assert neighbour.targets == []
    assert any("asked for localhost" in sentence for sentence in done.report["warnings"])


def test_its_owner_may_let_pages_reach_private_addresses(site, neighbour, tmp_path):
    allowed = run_crawl(tmp_path, f"{site.base}/private", {"SITECRAWL_ALLOW_PRIVATE": "1"}, render="auto", max_pages=1)
    assert allowed.text_of("/private") == f"The neighbours said {SECRET} and {SECRET} and nothing."
    assert "/script.js" in neighbour.targets


def test_rendered_pages_keep_no_validators_of_their_shells(done):
    assert {entry.page.etag for entry in done.pages.values() if entry.page.fetched_with == "browser"} == {None}


def test_a_start_page_whose_script_leads_to_another_host_ends_the_crawl(serve_site, crawl):
    site = serve_site(answers={"/": shell("location.href = 'https://elsewhere.example/'")})
    done = crawl(f"{site.base}/", render="auto")
    assert done.exit_code == 4
    assert "scrapy crawl site -a url=https://elsewhere.example/" in done.last_line


def test_a_start_page_whose_script_leads_to_another_page_is_read_there(serve_site, crawl):
    pages = {
        "/": shell("location.replace('/en/')"),
        "/en/": filled("Home", "This is where everybody begins.", "/en/a"),
        "/en/a": html("A", about("a")),
    }
    site = serve_site(answers=pages)
    done = crawl(f"{site.base}/", render="auto")
    assert (done.exit_code, list(done.pages)) == (0, ["/en/", "/en/a"]), done.stderr
    assert site.targets.count("/sitemap.xml") == 1


def test_the_browser_fetches_by_itself_what_http_did_not_give(serve_site):
    answers = {
        "/page": filled("Page", "The browser asked for this."),
        "/gone": Answer(text=filled("Gone", "This has gone."), status=410),
        "/moved": Answer(status=301, headers={"Location": "/page"}),
        "/data": Answer(text='{"a": 1}', headers={"Content-Type": "application/json"}),
        "/large": f"<p>{'x' * 200_000}",
    }
    site = serve_site(answers=answers)
    dead = "http://127.0.0.1:9/"
    done = run("-m", "tests.rendered_requests", *(f"{site.base}{path}" for path in answers), dead, seconds=240)
    told = {url.removeprefix(site.base): rest for url, *rest in map(json.loads, done.stdout.splitlines())}
    assert told["/page"][:2] == [200, True] and "The browser asked for this." in told["/page"][3]
    assert told["/gone"][:2] == [410, True] and "This has gone." in told["/gone"][3]
    assert told["/moved"] == [301, False, f"{site.base}/page", ""]
    assert told["/data"] == [200, False, "", '{"a": 1}']
    assert "larger than" in told["/large"][3]
    assert told[dead] == [None, False, "", "the browser gave no page: connection refused"]
    assert site.targets.count("/page") == 1


def test_a_page_that_is_cut_off_while_it_grows_is_indexed_with_a_warning(serve_site, crawl):
    grows = "say('It grows.'); setInterval(() => document.querySelector('p').append(' And more.'), 50)"
    done = crawl(serve_site(answers={"/": shell(grows)}).base, render="auto")
    assert done.text_of("/").startswith("It grows. And more.")
    assert any("/ was still being loaded when its time was over" in warning for warning in done.report["warnings"])
