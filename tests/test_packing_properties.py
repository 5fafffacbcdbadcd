"""What holds for the passages of any page: joined they are its text, sizes and ids are kept."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from sitecrawl.document.model import Block
from sitecrawl.passagefile import Passage
from sitecrawl.passages import Sizes, split_document
from sitecrawl.passages.packing import SEPARATOR
from sitecrawl.passages.words import count_words, has_word
from tests.test_packing import SMALL, joined, page

SCRIPTS = {
    "latin": "abcdefghij",
    "cyrillic": "абвгдежзик",
    "arabic": "ابتثجحخدذر",
    "devanagari": "अआइईउऊएऐओऔ",
}
SPACED = st.sampled_from(sorted(SCRIPTS)).flatmap(
    lambda script: st.lists(st.text(SCRIPTS[script] + "1", min_size=1, max_size=8), min_size=1, max_size=40)
)
STOPS = st.sampled_from([". ", "! ", "؟ ", "। ", ", ", " ", "\n"])
SPACELESS_RUN = st.text("漢字かなカナ。、한글ไทยก็", min_size=1, max_size=120)
PROSE = st.one_of(
    st.builds(lambda words, stop: stop.join(words), SPACED, STOPS),
    SPACELESS_RUN,
    st.builds(lambda words: f"See [{' '.join(words)}](https://example.com/x) and `{words[0]} b`.", SPACED),
    st.builds(lambda run: run * 30, st.text("abc1", min_size=1, max_size=90)),
)


def lines(start: str, end: str = "") -> st.SearchStrategy[str]:
    return st.lists(SPACED, min_size=1, max_size=12).map(
        lambda rows: "\n".join(start + " ".join(row) + end for row in rows)
    )


BLOCKS = st.one_of(
    st.builds(Block, st.just("heading"), PROSE.map(lambda text: text[:60]), st.integers(1, 6)),
    st.builds(Block, st.just("text"), PROSE),
    st.builds(Block, st.just("list"), lines("- ")),
    st.builds(Block, st.just("quote"), lines("> ")),
    st.builds(Block, st.just("code"), lines("    ").map(lambda code: f"```py\n{code}\n```")),
    st.builds(Block, st.just("table"), lines("| ", " | 1 |").map(lambda rows: f"| a | b |\n| - | - |\n{rows}")),
    st.builds(Block, st.just("definitions"), lines("term\n: ")),
)
PAGES = st.lists(BLOCKS, max_size=14)
SIZES = st.sampled_from([SMALL, Sizes(), Sizes(aim=40, most=48, overlap=20, floor=12)])


def expected_text(blocks: list[Block]) -> str:
    """The page's text as FORMAT.md defines it, for blocks that need no cleaning."""
    sections: list[list[str]] = [[]]
    for at, block in enumerate(blocks):
        if block.kind == "heading":
            after = blocks[at + 1] if at + 1 < len(blocks) else None
            stub = after is None or (after.kind == "heading" and after.level <= block.level)
            sections.append([block.markdown] if stub else [])
        else:
            sections[-1].append(block.markdown)
    return "".join(SEPARATOR.join(section) for section in sections)


def usable(blocks: list[Block]) -> list[Block]:
    return [
        Block(b.kind, " ".join(b.markdown.split()) if b.kind == "heading" else b.markdown.strip("\n"), b.level)
        for b in blocks
        if has_word(b.markdown)
    ]


def by_section(passages: list[Passage]) -> list[list[Passage]]:
    sections: dict[str, list[Passage]] = {}
    for passage in passages:
        sections.setdefault(re.sub(r"~\d+$", "", passage.id), []).append(passage)
    return list(sections.values())


@settings(max_examples=60, deadline=None)
@given(PAGES, SIZES)
def test_joined_passages_are_the_text_of_any_page(blocks, sizes):
    blocks = usable(blocks)

    assert joined(split_document(page(*blocks), "example.com", sizes)) == expected_text(blocks)


@settings(max_examples=60, deadline=None)
@given(PAGES, SIZES)
def test_passages_of_any_page_keep_the_sizes(blocks, sizes):
    passages = split_document(page(*blocks), "example.com", sizes)
    pieces = [p for section in by_section(passages) if len(section) > 1 for p in section]

    assert all(count_words(p.text) <= sizes.most and len(p.text.split()) <= sizes.most for p in passages)
    assert all(count_words(p.text[p.overlap :]) >= sizes.floor for p in pieces)
    assert all(has_word(p.text) and 0 <= p.overlap < len(p.text) for p in passages)


@settings(max_examples=40, deadline=None)
@given(PAGES, SIZES)
def test_passages_of_any_page_have_unique_ids_and_lose_no_heading(blocks, sizes):
    passages = split_document(page(*blocks), "example.com", sizes)
    headings = {block.markdown for block in usable(blocks) if block.kind == "heading"}

    assert len({p.id for p in passages}) == len(passages)
    assert [p.position for p in passages] == list(range(len(passages)))
    assert {heading for p in passages for heading in p.headings} == headings
