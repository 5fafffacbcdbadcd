"""The robots, sitemap and feed vectors of crawler-commons through our own entry points.

Right values are worked out from RFC 9309, sitemaps.org, RSS 2.0 and Atom. Where we differ
from a vector, it stands in a table with the reason, and the table must name exactly the vectors that differ.
"""

from pathlib import Path

import pytest

from sitecrawl.frontier.robots import read_robots
from sitecrawl.frontier.sitemap import read_sitemap

STANDARDS = Path(__file__).parents[2] / "shared" / "data" / "standards"
pytestmark = pytest.mark.skipif(not STANDARDS.is_dir(), reason="the vectors are not part of this repository")

SITE = "http://www.example.com"


# robots.txt ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "agent", "forbidden", "permitted"),
    [
        # RFC 9309, 5.1: quxbot's group has no rule; an agent without a group takes that of *
        (
            "rfc9309-example-simple-robots.txt",
            "foobot",
            ["/", "/publications/"],
            ["/example/page.html", "/example/allowed.gif"],
        ),
        ("rfc9309-example-simple-robots.txt", "bazbot", ["/example/page.html"], ["/example/", "/a.gif"]),
        ("rfc9309-example-simple-robots.txt", "quxbot", [], ["/", "/example/", "/a.gif"]),
        ("rfc9309-example-simple-robots.txt", "anybot", ["/a.gif", "/example/"], ["/publications/", "/a.gifs"]),
        # 5.2: the longest match decides
        (
            "rfc9309-example-longest-match-robots.txt",
            "foobot",
            ["/example/page/disallowed.gif"],
            ["/example/page/x.gif"],
        ),
        # 2.2.1: groups of one agent are merged
        ("rfc9309-example-rule-group-merging.txt", "examplebot", ["/foo", "/bar", "/baz"], ["/x"]),
        ("rfc9309-example-rule-group-merging.txt", "bazbot", ["/baz"], ["/foo"]),
        ("merge-rules.txt", "wget", ["/tmp/bar"], ["/foo/bar", "/ckh/bar"]),
        ("merge-rules.txt", "anybot", ["/foo/bar", "/tmp/bar"], ["/ckh/bar"]),
        ("precedence-of-rules.txt", "testy", ["/foo", "/foo/other"], ["/foo/bar", "/foo/bar/x"]),
        ("precedence-of-rules.txt", "wget", ["/other"], ["/foo", "/index.html"]),
        # 2.2.4: other records do not end a group
        ("crawl-delay-group-merging.txt", "mybot", ["/private/x"], ["/login/"]),
        ("crawl-delay-group-merging.txt", "yourbot", ["/private/x", "/login/"], ["/"]),
        ("crawl-delay-group-merging.txt", "anybot", [], ["/private/x", "/login/"]),
        ("extensions-group-merging.txt", "mybot", ["/private/x", "/login/"], ["/llms.txt"]),
        ("extensions-group-merging.txt", "yourbot", ["/private/x", "/login/"], ["/"]),
        ("extensions-group-merging.txt", "anybot", ["/"], ["/llms.txt"]),
        ("extension-robots.txt", "mybot", ["/private/"], ["/secret/"]),
        ("extended-standard-robots.txt", "bot3", [], ["/x"]),
        # 2.3: byte order mark, line ends
        ("robots-with-utf8-bom.txt", "anybot", ["/profile", "/a/output/print"], ["/x"]),
        ("robots-with-utf8-bom.txt", "googlebot", ["/profile"], ["/x"]),
        ("robots-with-utf16le-bom.txt", "anybot", ["/profile", "/a/output/print"], ["/x"]),
        ("robots-with-utf16be-bom.txt", "anybot", ["/profile", "/a/output/print"], ["/x"]),
        # 2.2.2 and 2.2.3: escapes and special characters
        ("malformed-path.txt", "anybot", ["/wiki/Wikipedia_talk:Mediation_Committee/x"], ["/wiki/"]),
        ("twitter.com-robots.txt", "anybot", ["/search?q=a", "/a/with_friends"], ["/a"]),
        ("wildcards.txt", "anybot", ["/wishlist/a", "/x/gcrnsts"], ["/wishlist/universal-x", "/wishlist/get-button"]),
        ("many-user-agents.txt", "wget", ["/"], []),
        ("many-user-agents.txt", "anybot", ["/g/x", "/home.php"], ["/"]),
        ("relative-sitemap-robots.txt", "anybot", ["/cache/x"], ["/"]),
        ("www.flot.com-robots.txt", "anybot", ["/admin/"], ["/"]),
        # a token has no digits: bot1 to bot4 are one agent, `bot`; spellings: see ROBOTS_DIFFERENCES
        ("directive-typos-robots.txt", "bot3", ["/useragent/", "/useg-agent/"], ["/desallow/"]),
        ("format-errors-robots.txt", "bot2", ["/", "/whitespace-before-colon/x"], ["/whitespace-before-colon"]),
    ],
)
def test_robots_vectors_forbid_and_permit_what_rfc_9309_says(file, agent, forbidden, permitted):
    rules = read_robots((STANDARDS / "robots" / file).read_bytes(), agent)
    assert [path for path in forbidden if rules.allowed(SITE + path)] == []
    assert [path for path in permitted if not rules.allowed(SITE + path)] == []


ROBOTS_DIFFERENCES = {
    # (file, path): allowed by the letter of RFC 9309; the owner's wish is plain, so we keep out
    ("directive-typos-robots.txt", "/dissalow/"): "a known misspelling of disallow",
    ("directive-typos-robots.txt", "/useragent-no-colon/"): "a field and one word without the colon",
    ("format-errors-robots.txt", "/no-colon/"): "a field and one word without the colon",
    ("format-errors-robots.txt", "/no-colon-useragent/"): "a field and one word without the colon",
}


@pytest.mark.parametrize(("file", "path"), ROBOTS_DIFFERENCES)
def test_misspelt_robots_lines_are_obeyed_beyond_the_standard(file, path):
    assert not read_robots((STANDARDS / "robots" / file).read_bytes(), "bot").allowed(SITE + path)


@pytest.mark.parametrize(
    ("file", "agent", "delay"),
    [
        ("crawl-delay-group-merging.txt", "mybot", 10),
        ("crawl-delay-group-merging.txt", "yourbot", None),
        ("crawl-delay-group-merging.txt", "anybot", 30),
        ("dos-line-endings.txt", "anybot", 1),
        ("astore.amazon.com-robots.txt", "anybot", 5),
        ("twitter.com-robots.txt", "slurp", 1),
        ("twitter.com-robots.txt", "msnbot", 10),
        ("twitter.com-robots.txt", "googlebot", None),
        ("twitter.com-robots.txt", "anybot", None),
    ],
)
def test_robots_vectors_give_each_agent_its_crawl_delay(file, agent, delay):
    assert read_robots((STANDARDS / "robots" / file).read_bytes(), agent).crawl_delay == delay


@pytest.mark.parametrize(
    ("file", "sitemaps"),
    [
        ("sitemap-robots.txt", ("http://domain.com/sitemap.xml", "http://domain.com/dir/MixedCased-sitemap.xml")),
        ("sitemap-robots-dedup.txt", ("http://example.org/sitemap.xml",)),
        # sitemaps.org wants whole addresses; a path is clear enough
        ("relative-sitemap-robots.txt", (f"{SITE}/sitemap.xml",)),
        ("format-errors-robots.txt", (f"{SITE}/sitemap.xml",)),
        ("www.flot.com-robots.txt", ("http://flot.com/sitemap_index.xml",)),
        ("robots-with-utf16be-bom.txt", ("http://www.newsweek.com/sitemap_index.xml",)),
    ],
)
def test_robots_vectors_name_their_sitemaps(file, sitemaps):
    assert read_robots((STANDARDS / "robots" / file).read_bytes(), "anybot", f"{SITE}/robots.txt").sitemaps == sitemaps


@pytest.mark.parametrize(
    ("file", "signals"),
    [
        # before any group: for everyone
        ("extensions-group-merging.txt", {"search": True, "ai-train": True, "ai-input": True}),
        # another field, and no signals in it
        ("extension-robots.txt", {}),
    ],
)
def test_robots_vectors_give_their_content_signals(file, signals):
    assert read_robots((STANDARDS / "robots" / file).read_bytes(), "mybot").content_signal == signals


def test_every_robots_vector_is_read():
    files = sorted((STANDARDS / "robots").iterdir())
    assert all(read_robots(file.read_bytes(), "anybot") for file in files)
    assert len(files) >= 23


# sitemaps and feeds -------------------------------------------------------------------------------------------------

SITEMAPS = {
    "sitemaps/sitemap.txt": ("text", 2, "http://www.domain.com/page1.html"),
    "sitemaps/sitemap-with-bom.txt": ("text", 2, "http://www.domain.com/page1.html"),
    "sitemaps/do-not-visit.txt": ("text", 1, "http://www.example.com/do-not-visit-here"),
    "sitemaps/sitemap.txt.gz": ("text", 5, "http://www.example.com/"),
    "sitemaps/xmlSitemap.gz": ("urlset", 5, "http://www.example.com/"),
    "sitemaps/sitemap.ns.xml": ("urlset", 2, "http://www.example.com/1"),
    "sitemaps/sitemap.badns.xml": ("urlset", 2, "http://www.example.com/1"),
    "sitemaps/sitemap.index.xml": ("index", 15, "https://example.com/sitemap.jss?portalCode=10260&lang=en"),
    "sitemaps/atom.xml": ("feed", 1, "http://example.org/2003/12/13/atom03.html"),
    "sitemaps/extension/hebdenbridgetimes-articles-sitemap.xml": (
        "urlset", 74, "http://www.hebdenbridgetimes.co.uk/news/local/video-tour-de-yorkshire-in-calderdale-1-7242580"),
    "sitemaps/extension/pagemaps-sitemap.xml": ("urlset", 2, "http://www.example.com/foo"),
    "sitemaps/extension/shinpaideshou-news-sitemap.xml": (
        "urlset", 3, "https://shinpaideshou.wordpress.com/2017/04/25/job-opening-reischauer-policy-research-fellow/"),
    "sitemaps/extension/sitemap-images.xml": ("urlset", 1, "http://www.example.com/images/some_image_landing_page.html"),
    "sitemaps/extension/sitemap-links.xml": ("urlset", 3, "http://www.example.com/english/"),
    "sitemaps/extension/sitemap-mobile.xml": ("urlset", 3, "http://www.example.com/mobile-friendly-1/"),
    "sitemaps/extension/sitemap-news.xml": ("urlset", 2, "http://www.example.org/business/article55.html"),
    "sitemaps/extension/sitemap-videos-tvshow.xml": ("urlset", 1, "https://example.org/my-tv-show/23/13/"),
    "sitemaps/extension/sitemap-videos.xml": ("urlset", 3, "http://www.example.com/videos/some_video_landing_page.html"),
    "rss/feed.rss": ("feed", 3, "https://www.example.com/blog/post/1"),
    "rss/xmlRss_pubDate.xml": ("feed", 7, "http://www.example.com/article_1"),
}  # fmt: skip

SITEMAP_DIFFERENCES = {
    "sitemaps/sitemap.badns.xml": "a foreign namespace is no sitemap by the schema; the local names decide",
    "sitemaps/sitemap.index.xml": "a <sitemap> without <loc> is bad by the schema; its text is an address",
}


@pytest.mark.parametrize("file", SITEMAPS)
def test_sitemap_vectors_list_their_pages(file):
    reading = read_sitemap((STANDARDS / file).read_bytes(), f"{SITE}/sitemap.xml")
    urls = [entry.url for entry in reading.entries]
    assert (reading.kind, len(urls), urls[0]) == SITEMAPS[file]


def test_every_sitemap_and_feed_vector_has_its_right_value():
    files = {
        str(file.relative_to(STANDARDS).as_posix())
        for folder in ("sitemaps", "rss")
        for file in (STANDARDS / folder).rglob("*.*")
    }
    assert {file for file in files if (STANDARDS / file).is_file()} == set(SITEMAPS)
    assert set(SITEMAP_DIFFERENCES) <= set(SITEMAPS)


def test_an_rss_guid_that_is_no_permalink_is_no_page():
    # RSS 2.0: with isPermaLink="false" the guid is not to be taken for an address, whatever it looks like
    reading = read_sitemap((STANDARDS / "rss/feed.rss").read_bytes(), f"{SITE}/feed.rss")
    assert "https://www.example.com/guid.html" not in [entry.url for entry in reading.entries]
    assert [problem.rpartition(": ")[2] for problem in reading.problems] == ["it has no address."]


def test_rss_dates_of_the_vector_come_in_utc():
    reading = read_sitemap((STANDARDS / "rss/xmlRss_pubDate.xml").read_bytes(), f"{SITE}/feed.rss")
    minutes = [f"2017-01-05T12:34:5{second}Z" for second in range(1, 5)]
    # the fifth has no zone: taken as UTC; the sixth is empty, the seventh missing
    assert [entry.lastmod for entry in reading.entries] == [*minutes, "2017-01-05T13:34:55Z", None, None]
