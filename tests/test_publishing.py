"""What a second crawl makes of the earlier file: pages go on a clear word only, and whole files or none."""

from __future__ import annotations

import sys

import pytest

from sitecrawl.passagefile import WITHDRAWN_SUFFIX
from tests.crawl_run import FAST, run, run_crawl
from tests.site_server import Answer, serve
from tests.web_page import about, html

WORDS = ["bells", "boats", "bolts", "books", "boxes", "brass", "bread", "bricks"]


def shop(*words, robots=None):
    """A home page that links to a page about each word; every page has an ETag."""
    texts = {"/": html("Shop", about("the shop"), *(f"/{word}" for word in words))}
    texts |= {f"/{word}": html(word.title(), about(word)) for word in words}
    answers = {path: Answer(text=text, headers={"ETag": f'"{path}"'}) for path, text in texts.items()}
    return answers | ({"/robots.txt": robots} if robots else {})


def moved(target, status):
    return Answer(text="", status=status, headers={"Location": target})


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    """A site crawled twice, where each page answered otherwise the second time; the server and both crawls."""
    folder = tmp_path_factory.mktemp("second")
    stay = [f"stay{n}" for n in range(7)]
    with serve(folder, shop(*WORDS, *stay)) as site:
        first = run_crawl(folder / "data", site.base)
        assert len(first.pages) == 1 + len(WORDS) + len(stay), first.stderr
        asked = len(site.requests)
        site.answers |= {
            "/bells": Answer(text="no", status=404),
            "/boats": Answer(text="no", status=410),
            "/bolts": Answer(text="no", status=500),
            "/books": moved("/stay0", 301),
            "/boxes": moved("/stay0", 302),
            "/brass": Answer(text=html("Brass", "Brass is sold out for good, as of this morning.")),
            "/bread": Answer(text=html("Bread", about("bread"), head='<meta name="robots" content="noindex">')),
            "/robots.txt": Answer(text="User-agent: *\nDisallow: /bricks\n"),
        }
        again = run_crawl(folder / "data", site.base)
        yield [request.target for request in site.requests[asked:]], first, again


def test_a_missing_page_is_asked_once_more_before_it_goes(second):
    targets, _, again = second
    assert targets.count("/bells") == 2
    assert "/bells" not in again.pages


def test_a_page_that_is_gone_for_good_goes_at_once(second):
    targets, _, again = second
    assert targets.count("/boats") == 1
    assert "/boats" not in again.pages


def test_a_server_error_keeps_the_old_passages_and_marks_them_stale(second):
    _, first, again = second
    assert again.pages["/bolts"].page.stale
    assert again.text_of("/bolts") == first.text_of("/bolts")


def test_a_page_that_moved_for_good_leaves_its_old_address(second):
    _, _, again = second
    assert "/books" not in again.pages


def test_a_temporary_redirect_to_another_page_deletes_nothing(second):
    _, first, again = second
    assert again.pages["/boxes"].page.stale
    assert again.text_of("/boxes") == first.text_of("/boxes")


def test_a_changed_page_takes_its_new_text(second):
    _, _, again = second
    assert "sold out for good" in again.text_of("/brass")
    assert not again.pages["/brass"].page.stale


def test_a_page_that_its_owner_now_forbids_goes(second):
    targets, _, again = second
    assert "/bricks" not in targets
    assert not {"/bread", "/bricks"} & set(again.pages)


def test_the_counts_of_a_refresh_say_what_became_of_the_pages(second):
    _, _, again = second
    counts = {
        name: again.report["counts"][name] for name in ("indexed", "new", "changed", "unchanged", "gone", "stale")
    }
    # 16 before: bells, boats, books, bread and bricks went; the home page and stay0 to stay6 are as they were
    assert counts == {"indexed": 11, "new": 0, "changed": 1, "unchanged": 8, "gone": 5, "stale": 2}


@pytest.fixture
def shop_crawled(serve_site, crawl):
    """A small shop, crawled once: its server and that crawl."""
    site = serve_site(answers=shop(*WORDS[:4]))
    done = crawl(site.base)
    assert done.exit_code == 0, done.stderr
    return site, done


def test_a_page_that_nothing_links_to_any_more_is_asked_for_at_the_end(shop_crawled, crawl):
    site, _ = shop_crawled
    site.answers["/"] = html("Shop", about("the shop"), "/bells")
    asked = len(site.requests)
    done = crawl(site.base)
    assert set(site.targets[asked:]) >= {"/boats", "/bolts", "/books"}
    assert len(done.pages) == 5


def test_a_smaller_crawl_leaves_the_rest_and_a_full_one_drops_it(shop_crawled, crawl):
    site, first = shop_crawled
    narrow = crawl(site.base, include="/$|/bells")
    assert list(narrow.pages) == list(first.pages)
    assert any("include narrower" in line and "refresh=full" in line for line in narrow.report["warnings"])
    assert list(crawl(site.base, include="/$|/bells", refresh="full").pages) == ["/", "/bells"]


def test_a_full_refresh_asks_without_conditions(shop_crawled, crawl):
    site, first = shop_crawled
    asked = len(site.requests)
    done = crawl(site.base, refresh="full")
    assert not [request for request in site.requests[asked:] if "if-none-match" in request.headers]
    assert list(done.pages) == list(first.pages)


def test_fewer_than_half_of_the_pages_are_not_published_unless_forced(shop_crawled, crawl):
    site, first = shop_crawled
    before = first.file.read_bytes()
    site.answers |= {f"/{word}": Answer(text="no", status=500) for word in WORDS[:3]}
    done = crawl(site.base)
    assert (done.exit_code, done.file.read_bytes() == before) == (5, True)
    assert "force=1" in done.last_line
    assert crawl(site.base, force=1).exit_code == 0


@pytest.mark.parametrize(
    "robots", ["User-agent: *\nDisallow: /\n", "User-agent: *\nContent-Signal: ai-input=no\nAllow: /\n"]
)
def test_a_site_that_its_owner_closed_is_withdrawn(shop_crawled, crawl, robots):
    site, first = shop_crawled
    site.answers["/robots.txt"] = Answer(text=robots)
    done = crawl(site.base)
    assert (done.exit_code, done.file.exists()) == (3, False), done.stderr
    assert first.file.with_name(first.file.name + WITHDRAWN_SUFFIX).exists()
    assert "withdrawn" in done.last_line


def test_an_unmodified_page_whose_header_now_says_noindex_goes(shop_crawled, crawl):
    site, _ = shop_crawled
    page = site.answers["/bells"]
    site.answers["/bells"] = Answer(text=page.text, headers={**page.headers, "X-Robots-Tag": "noindex"})
    assert "/bells" not in crawl(site.base).pages


def test_with_robots_txt_unreachable_the_file_stays_as_it_is(shop_crawled, crawl):
    site, first = shop_crawled
    before = first.file.read_bytes()
    site.answers["/robots.txt"] = Answer(text="busy", status=503)
    done = crawl(site.base)
    assert (done.exit_code, done.file.read_bytes() == before) == (3, True)
    assert "robots.txt" in done.last_line


def test_without_a_connection_the_file_stays_as_it_is(tmp_path):
    with serve(tmp_path, shop("bells")) as site:
        before = run_crawl(tmp_path / "data", site.base).file.read_bytes()
    done = run_crawl(tmp_path / "data", site.base)
    assert (done.exit_code, done.file.read_bytes() == before) == (5, True)
    assert "earlier file is untouched" in done.last_line


LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
runpy.run_module("scrapy", run_name="__main__", alter_sys=True)
"""


def crawl_on_a_small_disk(url, data, most):
    """A crawl that cannot write more than `most` bytes to any file, as on a disk that fills up."""
    settings = {**FAST, "SITECRAWL_DATA_DIR": str(data)}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    return run("-c", LIMITED, str(most), "crawl", "site", "-a", f"url={url}", *options)


def sections(count):
    """A page whose passages take far more room than its journal line: each repeats address and title."""
    return "".join(f"<h2>Part {n}</h2><p>Text {n}.</p>" for n in range(count))


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits as POSIX has them")
@pytest.mark.parametrize("most", [12_000, 32_000], ids=["while crawling", "while publishing"])
def test_a_full_disk_leaves_the_earlier_file_and_the_crawl_can_go_on(shop_crawled, crawl, most):
    site, first = shop_crawled
    before = first.file.read_bytes()
    site.answers["/bells"] = Answer(text=html("Bells", about("bells"), body=sections(200)))
    done = crawl_on_a_small_disk(site.base, first.data, most)
    assert (done.returncode, first.file.read_bytes() == before) == (5, True), done.stderr
    assert "Traceback" not in done.stderr
    assert not list(first.data.rglob("*.part*"))
    assert "Give the same command again" in done.stderr.rstrip().rpartition("\n")[2]
    again = crawl(site.base)
    assert (again.exit_code, "Part 199" in str(again.pages["/bells"].passages)) == (0, True), again.stderr
