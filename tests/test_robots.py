import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.frontier.robots import judge_robots, read_robots

SITE = "https://example.com"
TOKEN = "SiteKnowledge"


def allowed(text, path, token=TOKEN):
    body = text if isinstance(text, bytes) else text.encode()
    return read_robots(body, token).allowed(SITE + path)


@pytest.mark.parametrize(
    ("agent", "ours"),
    [
        ("SiteKnowledge", True),
        ("siteknowledge", True),
        ("SiteKnowledge/2.1", True),
        ("SITEKNOWLEDGE bot", True),
        ("site", False),
        ("SiteKnowledgeBot", False),
        ("Site-Knowledge", False),
        ("SiteKnowledge2", True),  # RFC 9309: a token has no digits, so it ends before the 2
        ("knowledge", False),
    ],
)
def test_a_group_is_ours_when_its_token_equals_ours(agent, ours):
    text = f"User-agent: {agent}\nDisallow: /\n\nUser-agent: *\nDisallow:\n"
    assert allowed(text, "/x") is not ours


def test_the_group_for_everyone_is_not_read_when_one_is_ours():
    text = "User-agent: *\nDisallow: /\nCrawl-delay: 9\n\nUser-agent: SiteKnowledge\nDisallow: /staff\n"
    assert allowed(text, "/x")
    assert not allowed(text, "/staff/rota")
    assert read_robots(text.encode(), TOKEN).crawl_delay is None


def test_all_groups_that_name_us_are_merged():
    ours = "User-agent: siteknowledge\nDisallow: /a\n\n", "User-agent: SiteKnowledge/1\nDisallow: /b\n"
    text = "User-agent: x\nDisallow: /c\n\n".join(ours)
    assert [allowed(text, path) for path in ("/a", "/b", "/c")] == [False, False, True]


@pytest.mark.parametrize(
    "between", ["", "\n", "# a comment\n", "Sitemap: /s.xml\n", "Crawl-delay: 3\n", "Colour: blue\n"]
)
def test_only_a_rule_ends_the_run_of_user_agent_lines(between):
    assert not allowed(f"User-agent: SiteKnowledge\n{between}User-agent: other\nDisallow: /x\n", "/x")


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("Disallow: /shop/\nAllow: /*/parts/no=*/$", "/shop/parts/no=2/", True),
        ("Disallow: /shop/\nAllow: /*/parts/no=*/$", "/shop/x", False),
        ("Disallow: /*sort=", "/list?sort=up", False),
        ("Disallow: /*.bak$", "/a.bak", False),
        ("Disallow: /*.bak$", "/a.bak2", True),
        ("Disallow: /page\nAllow: /page", "/page", True),
        ("Disallow: https://example.com/", "/x", True),
        ("Disallow: /lager/größe", "/lager/gr%C3%B6%C3%9Fe", False),
        ("Disallow: /a%3cd%3e", "/a%3Cd%3E", False),
        ("Disallow: /a\u2028b", "/a", True),
        ("Disallow: /a\u2028b", "/a%E2%80%A8b", False),
        ("Disallow:", "/x", True),
        ("disallow /x", "/x", False),
        ("dissallow: /x", "/x", False),
        ("Disallow: /x # not yet", "/x", False),
        ("Disallow: /", "/robots.txt", True),
    ],
)
def test_the_longest_pattern_that_matches_decides(rules, path, expected):
    assert allowed(f"User-agent: *\n{rules}\n", path) is expected


@pytest.mark.parametrize(
    "body",
    [
        codecs.BOM_UTF8 + b"User-agent: *\nDisallow: /x\n",
        codecs.BOM_UTF16_LE + "User-agent: *\nDisallow: /x\n".encode("utf-16-le"),
        b"User-agent: *\r\nDisallow: /x\r\n",
        b"Disallow: /y\rUser-agent: * # everyone\rColour: /y\rDisallow: /x # not yet\rCrawl-delay:\r",
        b"User-agent: *\nDisallow: /x",
        b"User-agent: *\nDisallow: /\xe4\nDisallow: /x\n",
    ],
)
def test_marks_and_line_ends_do_not_hide_a_rule(body):
    assert not allowed(body, "/x")
    assert allowed(body, "/y")


def test_only_whole_lines_of_the_first_500_kib_are_read():
    filler = b"#" * (500 * 1024 - 40) + b"\nUser-agent: *\nDisallow: /x\nDisallow: /"
    assert not allowed(filler + b"private\n", "/x")
    assert allowed(filler + b"private\n", "/private")
    assert allowed(filler + b"private\n", "/about")


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ("Crawl-delay: 5", 5.0),
        ("Crawl-delay: 0.5", 0.5),
        ("Crawl-delay: 2,5", 2.5),
        ("Crawl-delay: 1\nCrawl-delay: 4", 4.0),
        ("Crawl-delay: soon", None),
        ("Crawl-delay: -1", None),
        ("Crawl-delay: inf", None),
        ("Crawl-delay:", None),
    ],
)
def test_crawl_delay_is_the_largest_number_of_our_group(lines, seconds):
    assert read_robots(f"User-agent: *\n{lines}\n".encode(), TOKEN).crawl_delay == seconds


def test_sitemap_lines_count_wherever_they_stand_and_once():
    text = "Sitemap: /a.xml\nUser-agent: other\nsitemap: https://example.com/a.xml\nDisallow: /\nSITEMAP : https://cdn.test/B.xml\n"
    rules = read_robots(text.encode(), TOKEN, base="https://example.com/robots.txt")
    assert rules.sitemaps == ("https://example.com/a.xml", "https://cdn.test/B.xml")
    assert rules.allowed(SITE + "/x")


@pytest.mark.parametrize(
    ("text", "path", "signals"),
    [
        ("User-agent: *\nContent-Signal: search=yes, ai-input=no", "/x", {"search": True, "ai-input": False}),
        ("Content-Signal: ai-input=no\nUser-agent: *\nAllow: /", "/x", {"ai-input": False}),
        ("User-agent: other\nContent-Signal: ai-input=no\nUser-agent: *\nAllow: /", "/x", {}),
        (
            "User-agent: *\nContent-Signal: /shop/ ai-input=no\nContent-Signal: ai-input=yes",
            "/shop/a",
            {"ai-input": False},
        ),
        ("User-agent: *\nContent-Signal: /shop/ ai-input=no\nContent-Signal: ai-input=yes", "/x", {"ai-input": True}),
        (
            "User-agent: *\nContent-Signal: /a ai-input=no\nContent-Signal: /a/b ai-input=yes",
            "/a/b",
            {"ai-input": True},
        ),
        ("User-agent: *\nContent-Signal: search=yes\nContent-Signal: search=no", "/x", {"search": False}),
    ],
)
def test_content_signals_are_read_for_our_group_and_path(text, path, signals):
    assert read_robots(text.encode(), TOKEN).signals_for(SITE + path) == signals


@given(st.binary(max_size=400), st.sampled_from([b"", b"User-agent: *\nDisallow: /x\n", b"\xff\xfe"]))
def test_any_bytes_are_read_without_an_error(body, start):
    rules = read_robots(start + body, TOKEN)
    assert rules.allowed(SITE + "/robots.txt")


def test_comments_before_nothing_are_told_from_markup_in_linear_time():
    assert judge_robots(200, "text/plain", b"<!---->" * 500, None, TOKEN).access == "allow all"


FORBID = b"User-agent: *\nDisallow: /"


@pytest.mark.parametrize(
    ("status", "content_type", "body", "access"),
    [
        (200, "text/plain", FORBID, "rules"),
        (200, "text/html", FORBID, "rules"),
        (200, None, FORBID, "rules"),
        (200, "text/html; charset=utf-8", b"<!DOCTYPE html><p>User-agent: *\nDisallow: /", "allow all"),
        (200, "text/plain", b"\xef\xbb\xbf\n<!-- x --><HTML>\nUser-agent: *\nDisallow: /", "allow all"),
        (200, "text/plain", b"", "allow all"),
        (204, None, b"", "allow all"),
        (301, None, b"", "allow all"),
        (404, "text/plain", FORBID, "allow all"),
        (401, "text/plain", FORBID, "allow all"),
        (403, "text/plain", FORBID, "allow all"),
        (429, "text/plain", b"", "unreachable"),
        (500, "text/plain", b"", "unreachable"),
        (503, "text/plain", b"User-agent: *\nDisallow:", "unreachable"),
        (None, None, b"", "unreachable"),
    ],
)
def test_what_an_answer_means_is_told_by_its_status_first(status, content_type, body, access):
    outcome = judge_robots(status, content_type, body, None, TOKEN)
    assert outcome.access == access
    assert outcome.allowed(SITE + "/x") is (access == "allow all")


@pytest.mark.parametrize(
    ("status", "body", "failure", "words"),
    [
        (503, b"", None, "503"),
        (None, b"", "DNS lookup failed", "DNS lookup failed"),
        (200, b"<html>", None, "HTML page"),
        (404, b"", None, "404"),
        (200, FORBID, None, "forbid SiteKnowledge everything"),
        (200, FORBID + b"\nAllow: /docs", None, "are obeyed"),
    ],
)
def test_the_outcome_in_words_says_what_happened(status, body, failure, words):
    assert words in judge_robots(status, "text/html", body, failure, TOKEN).words


def test_an_unreachable_robots_txt_may_still_be_asked_for_itself():
    assert judge_robots(503, None, b"", None, TOKEN).allowed(SITE + "/robots.txt")
