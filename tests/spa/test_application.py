"""A client-rendered site built with Vite and React from npm: history-mode routes, data after load, an accordion.

Node, the packages of package.json and a Chromium are needed: without one of them the tests are
skipped with the reason (with CI set they fail instead).
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import filelock
import pytest

from tests.chromium import give_up, installed_chromium
from tests.crawl_run import run_crawl
from tests.spa_server import serve_application

HERE = Path(__file__).parent
COURSES = ["/courses/croissants", "/courses/dark-rye", "/courses/first-loaf"]
ROUTES = ["/", "/about", "/courses", *COURSES, "/faq", "/prices", "/visit"]
# one worker: the crawls are shared
pytestmark = pytest.mark.xdist_group("application")
QUESTIONS = json.loads((HERE / "public" / "data" / "questions.json").read_text("utf-8"))


def built_into(folder):
    npm = shutil.which("npm")
    if npm is None:
        give_up("Node is not installed")
    for command in (
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        [npm, "run", "build", "--", "--outDir", str(folder), "--emptyOutDir"],
    ):
        done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=300, check=False)
        if done.returncode:
            give_up(f"the application cannot be built: {done.stderr.strip()[-300:]}")


@pytest.fixture(scope="session")
def application(tmp_path_factory, worker_id):
    """The built application; test processes that run side by side build it once."""
    installed_chromium()
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "application"
    with filelock.FileLock(f"{folder}.lock"):
        if not (folder / "index.html").is_file():
            built_into(folder)
    return folder


@pytest.fixture(scope="module")
def site(application):
    with serve_application(application) as server:
        yield server


@pytest.fixture(scope="module")
def done(site, tmp_path_factory):
    crawled = run_crawl(tmp_path_factory.mktemp("auto"), f"{site.base}/", render="auto", seconds=240)
    assert crawled.exit_code == 0, crawled.stderr
    return crawled


def headings(done, path):
    entry = done.pages[path]
    paths = [passage.headings[-1] for passage in entry.passages if passage.headings]
    return [entry.page.title, *dict.fromkeys(paths)]


def test_without_rendering_the_site_is_reported_as_a_shell(site, tmp_path):
    done = run_crawl(tmp_path, f"{site.base}/", render="never")
    assert done.exit_code == 4
    assert "render=auto" in done.last_line
    assert done.skipped_under("shell") == [f"{site.base}/"]


def test_every_route_is_found_and_rendered(done):
    assert list(done.pages) == ROUTES
    assert {entry.page.fetched_with for entry in done.pages.values()} == {"browser"}
    assert done.report["failed"] == []


def test_each_route_has_its_own_headings(done):
    assert headings(done, "/") == ["Bread takes time", "Next courses"]
    assert headings(done, "/courses") == ["All courses", "The first loaf", "Dark rye", "Croissants by hand"]
    assert headings(done, "/courses/dark-rye") == ["Dark rye", "Length and price"]
    assert headings(done, "/about") == ["Who bakes here", "The oven"]


def test_data_that_is_fetched_after_load_is_read(done):
    assert "Twenty-seven layers of butter" in done.text_of("/courses/croissants")
    assert "| Starter by post | 9 euros | fifty grams, dried |" in done.text_of("/prices")


def test_every_answer_of_an_accordion_stands_under_its_question(done):
    answers = {passage.headings[-1]: passage.text for passage in done.pages["/faq"].passages if passage.headings}
    assert answers == {entry["question"]: entry["answer"] for entry in QUESTIONS}


def test_every_tab_is_read_under_its_label(done):
    panels = {passage.headings[-1]: passage.text for passage in done.pages["/visit"].passages if passage.headings}
    assert list(panels) == ["By train", "By bus", "By bicycle"]
    assert panels["By bus"].startswith("Line 683 stops at the bridge")


def test_no_form_is_sent_while_controls_are_opened(done, site):
    assert {request.method for request in site.requests} == {"GET"}


def test_the_application_does_not_come_past_robots_txt(done, site):
    assert done.skipped_under("robots.txt") == [f"{site.base}/kitchen"]
    assert "/kitchen" not in site.targets


def test_a_redirect_of_the_router_is_one(done, site):
    assert done.report["skipped"]["redirect"]["urls"] == [
        {"url": f"{site.base}/find-us", "detail": f"{site.base}/visit"}
    ]


def test_no_image_or_font_is_fetched_and_the_bundle_once(done, site):
    endings = {target.rpartition(".")[2] for target in site.targets if "." in target}
    assert endings == {"css", "js", "json", "txt", "xml"}
    bundles = [target for target in site.targets if target.startswith("/assets/")]
    assert len(bundles) <= len(set(bundles)) + 1  # two pages may begin side by side


def test_a_second_crawl_sees_new_data_behind_a_shell_that_has_not_changed(application, tmp_path):
    news = {"/data/prices.json": {"then": [{"text": '[["Day course", "70 euros", "flour"]]'}]}}
    with serve_application(application, news) as site:
        run_crawl(tmp_path, f"{site.base}/", render="auto", include="/$|/prices|/about")
        again = run_crawl(tmp_path, f"{site.base}/", render="auto", include="/$|/prices|/about")
    assert again.report["counts"] | {"changed": 1, "unchanged": 2, "stale": 0} == again.report["counts"]
    assert "70 euros" in again.text_of("/prices")


def test_always_renders_what_auto_renders_within_the_page_budget(application, tmp_path):
    with serve_application(application) as site:
        done = run_crawl(tmp_path, f"{site.base}/", render="always", max_pages=4)
        pages = [target for target in site.targets if target in ROUTES]
    assert done.exit_code == 0, done.stderr
    assert len(pages) == len(done.pages) == 4
    assert {entry.page.fetched_with for entry in done.pages.values()} == {"browser"}
