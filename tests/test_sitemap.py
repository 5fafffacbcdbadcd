import gzip
import io
import itertools
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitecrawl.frontier.lastmod import read_date
from sitecrawl.frontier.sitemap import is_incomplete, read_sitemap

URL = "https://example.com/sitemap.xml"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(body, **limits):
    reading = read_sitemap(body if isinstance(body, bytes) else body.encode(), URL, **limits)
    return reading.kind, [entry.url for entry in reading.entries], reading.problems


def urlset(*locs):
    return f"<urlset {XMLNS}>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "</urlset>"


A, B, C = (f"https://example.com/{name}" for name in "abc")


@pytest.mark.parametrize(
    "body",
    [
        urlset(A, B),
        '<?xml version="1.0" encoding="UTF-8"?>\n' + urlset(A, B),
        f'\ufeff\n\n<?xml version="1.0"?>\n<!-- made by hand -->\n{urlset(A, B)}',
        "<br />\n<b>Warning</b>: something on line 3\n" + urlset(A, B),
        urlset(A, B).replace("www.sitemaps.org/schemas/sitemap/0.9", "www.google.com/schemas/sitemap/0.84"),
        urlset(A, B).replace("xmlns=", "xmlns:sm=").replace("<", "<sm:").replace("<sm:/", "</sm:"),
        f"<urlset><URL><LOC>{A}</LOC></URL><url><loc>\n  {B}\n  </loc></url></urlset>",
        f"<urlset><url><loc><![CDATA[{A}]]></loc></url><url><loc><![CDATA[{B}]]></loc></url></urlset>",
        f"<urlset><!-- <url><loc>{C}</loc></url> --><url><loc>{A}</loc></url><url><loc>{B}</loc></url></urlset>",
        f"<!DOCTYPE urlset SYSTEM 'http://example.com/x.dtd'>{urlset(A, B)}",
        f"<urlset><url><loc>{A}</loc><url><loc>{B}</loc></urlset>",
        f"<urlset><url><loc>{A}</loc></url><url><loc>{B}",
    ],
)
def test_entries_are_found_by_local_names_in_any_well_meant_spelling(body):
    assert read(body) == ("urlset", [A, B], [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso-8859-1"])
def test_the_encoding_is_told_by_mark_declaration_or_first_bytes(encoding):
    body = f'<?xml version="1.0" encoding="{encoding}"?>{urlset("https://example.com/größe")}'.encode(encoding)
    assert read(body)[1] == ["https://example.com/gr%C3%B6%C3%9Fe"]


@pytest.mark.parametrize("layers", [1, 2])
def test_gzip_is_taken_off_in_one_or_two_layers(layers):
    body = urlset(A, B).encode()
    for _ in range(layers):
        body = gzip.compress(body)
    assert read(body) == ("urlset", [A, B], [])


def test_a_gzip_file_may_have_several_members():
    whole = urlset(A, B).encode()
    assert read(gzip.compress(whole[:90]) + gzip.compress(whole[90:]))[1] == [A, B]


def test_a_gzip_file_cut_short_gives_what_is_there():
    whole = gzip.compress(urlset(*(f"{A}/{number}" for number in range(2000))).encode())
    kind, urls, problems = read(whole[: len(whole) // 2])
    assert kind == "urlset"
    assert 100 < len(urls) < 2000
    assert problems == [f"Sitemap {URL} is gzip cut short; what was there was read."]


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://example.com/?a=1&amp;b=2", "https://example.com/?a=1&b=2"),
        ("https://example.com/?a=1&b=2", "https://example.com/?a=1&b=2"),
        ("https://example.com/?a=1&amp;amp;b=2", "https://example.com/?a=1&b=2"),
        ("https://example.com/?a=1&#38;b=2", "https://example.com/?a=1&b=2"),
        ("<![CDATA[https://example.com/?a=1&b=2]]>", "https://example.com/?a=1&b=2"),
        ("https://example.com/?q=a<b", "https://example.com/?q=a"),
        ("/path", "https://example.com/path"),
        ("//example.com/path", "https://example.com/path"),
        ("https://example.com/\x0bx", "https://example.com/x"),
    ],
)
def test_an_address_is_read_as_it_was_meant(written, url):
    assert read(urlset(written, B))[1][-1] == B
    assert read(urlset(written))[1][0].startswith(url)


@pytest.mark.parametrize(
    "bad",
    [
        "<url></url>",
        "<url><loc></loc></url>",
        "<url><loc>ftp://example.com/x</loc></url>",
        "<url><loc>www.example.com/x</loc></url>",
        "<url><loc>https://</loc></url>",
        "<url><lastmod>2024-01-01</lastmod></url>",
        f"<url><loc>{A}{'x' * 9000}</loc></url>",
        "<url><loc>\udcff</loc></url>",
    ],
)
def test_a_bad_entry_is_skipped_alone_and_told(bad):
    body = urlset(A, "BAD", B).replace("<url><loc>BAD</loc></url>", bad).encode("utf-8", "surrogateescape")
    _, urls, problems = read(body)
    assert urls == [A, B]
    assert [problem.partition(": ")[0] for problem in problems] == [f"Sitemap {URL}, entry 2 skipped"]


@pytest.mark.parametrize(
    "junk", ["<url><loc>https://example.com/x", "<a<b>", "</loc>", "<<>>", "&nbsp;&;", "]]>", "<url <url", "\0"]
)
def test_broken_markup_costs_no_other_entry(junk):
    body = f"<urlset><url><loc>{A}</loc></url>{junk}<url><loc>{B}</loc></url><url><loc>{C}</loc></url></urlset>"
    urls = read(body)[1]
    assert urls[0] == A
    assert C in urls


def test_image_and_language_links_are_not_pages():
    body = (
        f'<urlset {XMLNS} xmlns:image="i" xmlns:xhtml="x">'
        f"<url><image:image><image:loc>{C}.png</image:loc></image:image>"
        f'<loc>{A}</loc><xhtml:link rel="alternate" href="{C}"/></url>'
        f"<url><video:video><video:content_loc>{C}</video:content_loc></video:video><loc>{B}</loc></url></urlset>"
    )
    assert read(body)[1] == [A, B]


def test_an_index_lists_sitemaps():
    entries = f"<sm:sitemap><sm:loc>{A}</sm:loc></sm:sitemap><sitemap>{B}</sitemap>"
    body = f"<sm:sitemapindex xmlns:sm='x'>{entries}</sm:sitemapindex>"
    assert read(body) == ("index", [A, B], [])


def test_a_text_sitemap_has_an_address_a_line():
    kind, urls, problems = read(f"\ufeff{A}\r\n\r\nhello\r\n{B}")
    assert (kind, urls) == ("text", [A, B])
    assert problems == [f"Sitemap {URL}, entry 2 skipped: hello is no http address."]


@pytest.mark.parametrize(
    "body",
    [
        f"<rss><channel><link>{C}</link><item><link>{A}</link></item><item><guid>{B}</guid></item></channel></rss>",
        f'<feed><link href="{C}"/><entry><link rel="edit" href="{C}"/><link href="{A}"/></entry>'
        f'<entry><link rel="alternate" type="text/html" href="{B}"/><link href="{C}"/></entry></feed>',
        f'<rdf:RDF><channel/><item rdf:about="{C}"><link>{A}</link></item><item><link>{B}</link></item></rdf:RDF>',
    ],
)
def test_feeds_list_the_pages_of_their_entries(body):
    assert read(body) == ("feed", [A, B], [])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<!DOCTYPE html><html><body>Not found</body></html>", "root element is <html>"),
        ("<html><urls/></html>", "root element is <html>"),
        ("<opml></opml>", "root element is <opml>"),
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("not found", "it is neither XML nor a list of addresses"),
        ('<!DOCTYPE u [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>' + urlset("&c;"), "its DTD declares entities"),
        ('<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + urlset("&x;"), "its DTD declares entities"),
    ],
)
def test_what_is_no_sitemap_is_skipped_with_its_reason(body, reason):
    assert read(body) == ("none", [], [f"Sitemap {URL} skipped: {reason}."])


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"max_entries": 2}, "has more than 2 entries; the rest was not read"),
        ({"max_bytes": 190}, "is larger than 190 bytes"),
    ],
)
def test_a_sitemap_beyond_its_bounds_is_read_up_to_them(limits, words):
    _, urls, problems = read(urlset(A, B, C, f"{A}/1", f"{A}/2"), **limits)
    assert urls[:2] == [A, B]
    assert len(urls) < 5
    assert words in problems[0]


def test_an_empty_urlset_says_so():
    assert read(urlset()) == ("urlset", [], [f"Sitemap {URL} has no entries."])


def test_a_gzip_bomb_ends_at_the_bound():
    bomb = gzip.compress(b"<urlset>" + b" " * 40_000_000)
    assert read(bomb, max_bytes=1_000_000)[2][0].startswith(f"Sitemap {URL} is larger than 1,000,000 bytes")


@pytest.mark.parametrize(
    "pattern", ["<", "<!--", "<![CDATA[", "<url ", "<url><loc>", "<a>", "&", "<!---->", "https://x", "<?"]
)
def test_hostile_repetition_is_read_in_linear_time(pattern):
    body = "<urlset><url><loc>" + pattern * (3_000_000 // len(pattern))
    read(body)
    read(pattern * (3_000_000 // len(pattern)))


class GeneratedFile(io.RawIOBase):
    """A sitemap of 18 MB that exists only while it is read."""

    def __init__(self, pieces):
        self._pieces = pieces

    def read(self, size=-1):
        return next(self._pieces, b"")


def test_a_large_sitemap_is_never_held_as_a_whole():
    entry = "<url><loc>https://example.com/{}</loc><x>" + "y" * 900 + "</x></url>"
    pieces = ("".join(entry.format(60 * part + n) for n in range(60)).encode() for part in range(340))
    file = GeneratedFile(itertools.chain([b"<urlset>"], pieces))
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_sitemap(file, URL).entries)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 340 * 60
    assert peak < 5_000_000


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(["<url>", "<loc>", "</url>", "</loc>", A, "&", "<!--", "-->", "<![CDATA[", "]]>", "\x00", "é"]),
        max_size=30,
    )
)
def test_any_order_of_marks_is_read_without_an_error(parts):
    kind, urls, _ = read("<urlset>" + "".join(parts))
    assert kind == "urlset"
    assert all(url.startswith("https://example.com/") for url in urls)


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T12:30:00Z", "2024-05-01T12:30:00Z"),
        ("2024-05-01T12:30+02:00", "2024-05-01T10:30:00Z"),
        ("2024-05-01T12:30:00.123456-0500", "2024-05-01T17:30:00Z"),
        ("2024-05-01 12:30:00", "2024-05-01T12:30:00Z"),
        ("Thu, 05 Jan 2017 13:34:51 +0100", "2017-01-05T12:34:51Z"),
        ("2024", None),
        ("2024-13-01", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_dates_come_in_one_form(written, date):
    assert read_date(written) == date


def test_lastmod_is_kept_with_its_entry():
    body = f"<urlset><url><loc>{A}</loc><lastmod> 2024-05-01 </lastmod></url><url><loc>{B}</loc></url></urlset>"
    assert [entry.lastmod for entry in read_sitemap(body.encode(), URL).entries] == ["2024-05-01", None]


@pytest.mark.parametrize(
    ("listed", "missing", "incomplete"),
    [
        (26, 12, True),
        (50, 10, True),
        (51, 10, False),
        (10, 9, False),
        (0, 10, True),
        (1000, 199, False),
        (1000, 200, True),
    ],
)
def test_a_sitemap_is_incomplete_at_ten_pages_and_a_fifth_of_its_count(listed, missing, incomplete):
    assert is_incomplete(listed, missing) is incomplete
