import gzip
import io
import itertools
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitecrawl.frontier.sitemap import read_sitemap

URL = "https://example.com/sitemap.xml"
A, B, C = (f"https://example.com/{name}" for name in "abc")


def read(body, **limits):
    reading = read_sitemap(body if isinstance(body, bytes) else body.encode(), URL, **limits)
    return reading.kind, [entry.url for entry in reading.entries], reading.problems


def urlset(*locs):
    return "<urlset>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "</urlset>"


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


@pytest.mark.parametrize("encoding", ["idna", "base64", "punycode", "utf-16", "no-such-thing", "rot13"])
def test_a_declared_encoding_that_cannot_be_right_is_not_believed(encoding):
    body = f'<?xml version="1.0" encoding="{encoding}"?>{urlset("https://example.com/größe")}'.encode()
    assert read(body)[1] == ["https://example.com/gr%C3%B6%C3%9Fe"]


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


def test_a_gzip_bomb_ends_at_the_bound():
    bomb = gzip.compress(b"<urlset>" + b" " * 40_000_000)
    assert read(bomb, max_bytes=1_000_000)[2][0].startswith(f"Sitemap {URL} is larger than 1,000,000 bytes")


@pytest.mark.parametrize(
    "pattern", ["<", "<!--", "<![CDATA[", "<url ", "<url><loc>", "<a>", "&", "<!---->", "https://x", "<?"]
)
def test_hostile_repetition_is_read_in_linear_time(pattern):
    body = "<urlset><url><loc>" + pattern * (3_000_000 // len(pattern))

    for hostile in (body, pattern * (3_000_000 // len(pattern))):
        assert len(read(hostile)[1]) <= 1


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


@given(
    st.binary(max_size=300),
    st.sampled_from([b"", b"<urlset>", b"\x1f\x8b\x08\x00", b"\xff\xfe", b"<?xml encoding='utf-7'?>"]),
)
def test_any_bytes_are_read_without_an_error(body, start):
    kind, urls, problems = read(start + body)
    assert kind != "none" or (urls == [] and len(problems) > 0)
