import pytest

from sitecrawl.document.model import Block, Document
from sitecrawl.passages import split_document
from sitecrawl.passages.ids import page_address, slug


def ids(*blocks: Block, url: str = "https://example.com/returns", site: str = "example.com") -> list[str]:
    return [passage.id for passage in split_document(Document(url, "Page", None, "en", None, blocks), site)]


def section(heading: str, anchor: str | None = None, words: str = "Text.") -> list[Block]:
    return [Block("heading", heading, 2, anchor), Block("text", words)]


@pytest.mark.parametrize(
    ("site", "url", "address"),
    [
        ("example.com", "https://example.com/", "example.com/"),
        ("example.com", "https://example.com", "example.com/"),
        ("example.com", "https://example.com/Returns/", "example.com/Returns/"),
        ("example.com:8080", "http://example.com:8080/a?b=c&d", "example.com:8080/a?b=c&d"),
        ("example.com", "https://example.com/%E3%81%82#x", "example.com/%E3%81%82"),
        ("fastapi", "folder://fastapi/query-params.md", "fastapi/query-params.md"),
    ],
)
def test_an_id_begins_with_site_path_and_query(site, url, address):
    assert page_address(site, url) == address
    assert ids(Block("text", "Text."), url=url, site=site) == [address]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Refund policy", "refund-policy"),
        ("  What's new — in 2.0?  ", "what-s-new-in-2-0"),
        ("Öffnungszeiten", "öffnungszeiten"),
        ("返品について", "返品について"),
        ("हिन्दी में", "हिन्दी-में"),
        ("max_pages", "max_pages"),
        ("x" * 200, "x" * 80),
    ],
)
def test_a_slug_keeps_letters_and_digits_of_any_script(heading, expected):
    assert slug(heading) == expected


def test_the_anchor_of_the_heading_names_the_section():
    assert ids(*section("Refund policy", "refunds")) == ["example.com/returns#refunds"]


def test_a_heading_without_anchor_is_named_by_its_slug():
    assert ids(*section("Refund policy")) == ["example.com/returns#refund-policy"]


def test_a_repeated_name_gets_a_number():
    assert ids(*section("Use"), *section("Use"), *section("Use")) == [
        "example.com/returns#use",
        "example.com/returns#use-2",
        "example.com/returns#use-3",
    ]


def test_a_slug_never_takes_the_anchor_of_a_later_heading():
    assert ids(*section("Use"), *section("Use"), *section("Other", "use-2")) == [
        "example.com/returns#use",
        "example.com/returns#use-3",
        "example.com/returns#use-2",
    ]


def test_later_pieces_of_a_section_are_counted_with_a_tilde():
    assert ids(*section("Long", "long", "Some words are here. " * 180)) == [
        "example.com/returns#long",
        "example.com/returns#long~2",
        "example.com/returns#long~3",
    ]


def test_an_anchor_like_a_piece_number_does_not_meet_one():
    found = ids(*section("Long", "long", "Some words are here. " * 180), *section("Trap", "long~2"))

    assert len(set(found)) == len(found) == 4


def test_long_text_before_the_first_heading_is_counted_too():
    assert ids(Block("text", "Some words are here. " * 100)) == ["example.com/returns", "example.com/returns~2"]


def test_the_same_page_gives_the_same_ids():
    blocks = [*section("Use"), *section("Long", None, "Some words are here. " * 180)]

    assert ids(*blocks) == ids(*blocks)


def test_a_section_is_cited_at_its_heading_and_its_later_pieces_where_they_begin():
    pieces = [Block("text", f"{number}. " + "Some words are here. " * 60, anchor=f"p{number}") for number in range(3)]
    document = Document("https://a.test/", "Page", None, "en", None, [Block("heading", "Long", 2, "long"), *pieces])

    passages = split_document(document, "a.test")

    assert [passage.anchor for passage in passages] == ["long", "p1", "p2"]
