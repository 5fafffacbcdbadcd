import pytest

from sitecrawl.frontier.sitemap import is_incomplete, read_sitemap

URL = "https://example.com/sitemap.xml"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(body):
    reading = read_sitemap(body if isinstance(body, bytes) else body.encode(), URL)
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


def test_a_text_sitemap_may_begin_with_a_remark():
    assert read(f"Our pages\n\n{A}\n")[:2] == ("text", [A])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_a_text_sitemap_end_as_on_any_system(end):
    assert read(f"{A}{end}{end}{B}{end}")[:2] == ("text", [A, B])


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


def test_an_empty_urlset_says_so():
    assert read(urlset()) == ("urlset", [], [f"Sitemap {URL} has no entries."])


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
