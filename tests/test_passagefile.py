import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitecrawl.errors import PassageFileError, PassageVersionError
from sitecrawl.passagefile import (
    FORMAT_VERSION,
    Page,
    PageRecords,
    Passage,
    decode,
    encode,
    read,
    read_pages,
    write,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(lambda text: text + "\u2028\u2029\x85")
OPTIONAL_TEXT = st.none() | TEXT
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
PAGES = st.builds(
    Page,
    *(TEXT, TEXT, OPTIONAL_TEXT, OPTIONAL_TEXT, TEXT, TEXT, OPTIONAL_TEXT, OPTIONAL_TEXT, OPTIONAL_TEXT, TEXT),
    depth=st.integers(0, 10),
    source=st.sampled_from(["sitemap", "link", "llms", "start", "file"]),
    fetched_with=st.sampled_from(["http", "browser"]),
    facts=st.lists(st.dictionaries(TEXT, JSON, max_size=3), max_size=2),
    passages=st.integers(0, 99),
    stale=st.booleans(),
    near_group=OPTIONAL_TEXT,
    twin_url=OPTIONAL_TEXT,
)
PASSAGES = st.builds(
    Passage,
    *(TEXT, TEXT, OPTIONAL_TEXT, TEXT, st.lists(TEXT, max_size=3), st.lists(st.integers(1, 6), max_size=3), TEXT),
    position=st.integers(0, 99),
    overlap=st.integers(0, 3),
)


def page(url: str = "https://example.com/", **changes) -> Page:
    base = Page(
        url=url,
        title="Home",
        description=None,
        lang="en",
        content_type="text/html",
        fetched_at="2026-01-02T03:04:05Z",
        modified_at=None,
        etag=None,
        last_modified=None,
        hash="0" * 32,
        depth=0,
        source="start",
        fetched_with="http",
        facts=[],
        passages=1,
        stale=False,
    )
    return dataclasses.replace(base, **changes)


def passage(url: str = "https://example.com/", **changes) -> Passage:
    return dataclasses.replace(Passage(f"{url}#a", url, "a", "Home", ["A"], [2], "Text.", 0, 0), **changes)


def line(kind: str, **changes) -> bytes:
    row = json.loads(encode(page() if kind == "page" else passage()))
    row.update(changes)
    return json.dumps({key: value for key, value in row.items() if value != "left out"}).encode()


@given(PAGES | PASSAGES)
def test_a_record_comes_back_as_it_was_written(value):
    line = encode(value)

    assert decode(line, "line 1") == value
    assert line.endswith(b"\n") and line.count(b"\n") == 1


@settings(max_examples=30, deadline=None)
@given(st.lists(PAGES | PASSAGES, max_size=6))
def test_a_file_is_read_line_by_line_with_offsets(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("data") / "example.com.jsonl"
    path.write_bytes(b"".join(map(encode, values)))
    content = path.read_bytes()
    records = list(read(path))

    assert [record.value for record in records] == values
    assert all(decode(content[r.offset : r.offset + r.length], "here") == r.value for r in records)


def test_pages_are_written_before_their_passages_and_read_back(tmp_path):
    path = tmp_path / "example.com.jsonl"
    pages = [
        PageRecords(page(), [passage(), passage(position=1, id="b")]),
        PageRecords(page("https://example.com/b"), [passage("https://example.com/b")]),
    ]
    write(path, pages)

    assert list(read_pages(path)) == pages
    assert [json.loads(row)["kind"] for row in path.read_bytes().split(b"\n")[:-1]] == [
        "page",
        "passage",
        "passage",
        "page",
        "passage",
    ]


def test_every_line_begins_with_version_and_kind():
    assert encode(page()).startswith(b'{"v":1,"kind":"page","url":')
    assert encode(passage()).startswith(b'{"v":1,"kind":"passage","id":')


def test_optional_keys_without_a_value_are_not_written():
    assert b"near_group" not in encode(page())
    assert b'"near_group":"https://example.com/a"' in encode(page(near_group="https://example.com/a"))


def test_what_utf_8_or_json_cannot_hold_is_replaced():
    line = encode(page(title="a\ud800b", facts=[{"price": float("nan"), "offers": [float("inf"), 1.5]}]))
    read_back = decode(line, "line 1")

    assert (read_back.title, read_back.facts) == ("a?b", [{"price": None, "offers": [None, 1.5]}])


def test_unknown_keys_are_ignored():
    assert decode(line("passage", later="x"), "line 1") == passage()


@pytest.mark.parametrize("version", [2, 0, None, "1", True, 1.0])
def test_another_version_is_refused_with_place_and_remedy(version):
    with pytest.raises(PassageVersionError, match=r"x\.jsonl, line 3: passage format .*, this program reads 1\. Crawl"):
        decode(line("passage", v=version), "x.jsonl, line 3")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b'{"v":1,"kind":"pass', "not a whole JSON object"),
        (b"\xff\xfe", "not a whole JSON object"),
        (b"[" * 100_000, "not a whole JSON object"),
        (b"[]", "neither a page nor a passage"),
        (b'{"v":1,"kind":["page"]}', "neither a page nor a passage"),
        (b'{"v":1,"kind":"image"}', "neither a page nor a passage"),
        (line("passage", text="left out", id="left out"), "passage without id, text"),
        (line("page", url=3), "url of the page is of the wrong type"),
        (line("page", stale=0), "stale of the page is of the wrong type"),
        (line("page", depth=True), "depth of the page is of the wrong type"),
        (line("page", facts=["x"]), "facts of the page is of the wrong type"),
        (line("page", near_group=1), "near_group of the page is of the wrong type"),
        (line("passage", headings=None), "headings of the passage is of the wrong type"),
        (line("passage", headings=[1]), "headings of the passage is of the wrong type"),
        (line("passage", levels=["1"]), "levels of the passage is of the wrong type"),
        (line("passage", overlap=-1), "overlap of the passage is -1"),
        (line("passage", overlap=99), "overlap of the passage is 99"),
    ],
)
def test_a_broken_line_is_refused_with_place_reason_and_remedy(broken, reason):
    with pytest.raises(PassageFileError) as error:
        decode(broken, "x.jsonl, line 3")

    assert str(error.value) == f"x.jsonl, line 3: {reason}. Crawl the site again."


def test_whole_lines_of_a_damaged_file_are_read_and_the_broken_one_is_named(tmp_path):
    path = tmp_path / "example.com.jsonl"
    path.write_bytes(encode(page()) + b'{"broken\n\n' + encode(passage()) + encode(passage(position=1))[:-9])
    damage = []

    assert [record.value for record in read(path, damage.append)] == [page(), passage()]
    assert [(found.line, "not a whole JSON object" in found.reason) for found in damage] == [(2, True), (5, True)]


def test_without_a_hearer_damage_raises(tmp_path):
    path = tmp_path / "example.com.jsonl"
    path.write_bytes(b"nonsense\n")

    with pytest.raises(PassageFileError, match="line 1: not a whole JSON object"):
        list(read(path))


def test_another_version_raises_even_with_a_hearer(tmp_path):
    path = tmp_path / "example.com.jsonl"
    path.write_bytes(encode(page()) + line("passage", v=FORMAT_VERSION + 1) + b"\n")

    with pytest.raises(PassageVersionError, match="line 2"):
        list(read(path, lambda damage: None))


def test_a_passage_without_its_page_line_is_left_out(tmp_path):
    path = tmp_path / "example.com.jsonl"
    path.write_bytes(encode(passage()) + encode(page()) + encode(passage("https://example.com/other")))

    assert list(read_pages(path)) == [PageRecords(page(), [])]


def test_a_failed_write_leaves_the_earlier_file(tmp_path):
    path = tmp_path / "example.com.jsonl"
    write(path, [PageRecords(page(), [passage()])])
    before = path.read_bytes()

    def stops():
        yield PageRecords(page("https://example.com/new"))
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write(path, stops())
    assert path.read_bytes() == before


def test_a_written_file_leaves_nothing_beside_it(tmp_path):
    write(tmp_path / "example.com.jsonl", [PageRecords(page())])

    assert [path.name for path in tmp_path.iterdir()] == ["example.com.jsonl"]
