from itertools import pairwise

import pytest

from sitecrawl.document.model import Block, Document
from sitecrawl.passages import Sizes
from sitecrawl.passages.packing import SEPARATOR, pack, section_text
from sitecrawl.passages.words import count_words

SMALL = Sizes(aim=30, most=60, overlap=8, floor=5)


def prose(words: int, of: str = "word") -> str:
    """Sentences of ten numbered words each."""
    names = [f"{of}{number}" for number in range(words)]
    return " ".join(" ".join(names[at : at + 10]).capitalize() + "." for at in range(0, words, 10))


def page(*blocks: Block, lang: str = "en") -> Document:
    return Document("https://example.com/page", "Page", None, lang, None, blocks)


def joined(pieces) -> str:
    return "".join(piece.text[piece.overlap :] for piece in pieces)


def test_a_section_of_the_aim_stays_whole():
    text = prose(220)

    assert [piece.text for piece in pack([Block("text", text)], Sizes())] == [text]


def test_a_long_section_is_cut_between_sentences():
    pieces = pack([Block("text", prose(900))], Sizes())

    assert len(pieces) >= 3
    assert all(piece.text.endswith(".") for piece in pieces)
    assert all(piece.text[piece.overlap :].lstrip()[0].isupper() for piece in pieces)


def test_a_later_piece_repeats_the_last_thirty_words_of_the_one_before():
    pieces = pack([Block("text", prose(900))], Sizes())

    assert [count_words(piece.text[: piece.overlap]) for piece in pieces] == [0] + [30] * (len(pieces) - 1)
    assert all(before.text.endswith(after.text[: after.overlap]) for before, after in pairwise(pieces))


def test_a_sentence_longer_than_the_overlap_is_repeated_by_its_last_words():
    sentences = " ".join(f"Sentence {n} " + "very " * 58 + "long." for n in range(8))
    pieces = pack([Block("text", sentences)], Sizes())

    assert len(pieces) > 1
    assert {count_words(piece.text[: piece.overlap]) for piece in pieces[1:]} == {30}


def test_a_definition_is_not_repeated_without_its_term():
    lists = [Block("definitions", f"--option{number}\n: Means {number} and no more.") for number in range(20)]
    pieces = pack(lists, Sizes(aim=30, most=60, overlap=6, floor=5))

    assert len(pieces) > 2
    assert joined(pieces) == section_text(lists)
    assert [piece.text.split("\n")[0][:8] for piece in pieces] == ["--option"] * len(pieces)


def test_without_an_overlap_the_separator_ends_the_piece_before():
    sizes = Sizes(overlap=0)
    blocks = [Block("text", prose(200)), Block("text", prose(200, "term"))]
    first, second = pack(blocks, sizes)

    assert (first.text, second.text) == (blocks[0].markdown + SEPARATOR, blocks[1].markdown)


def test_a_cut_fence_is_left_open_and_opened_again():
    code = "\n".join(f"    call_{n}(first, second)" for n in range(300))
    fence = f"```python\n{code}\n```"
    pieces = pack([Block("code", fence)], Sizes())

    assert all(piece.text.startswith("```python\n    call_") for piece in pieces)
    assert [piece.text.count("```") for piece in pieces] == [1] * (len(pieces) - 1) + [2]
    assert joined(pieces) == fence


def test_a_cut_table_repeats_its_header_rows():
    rows = "\n".join(f"| lamp {n} | {n} euro |" for n in range(150))
    pieces = pack([Block("table", f"| name | price |\n| --- | ---: |\n{rows}")], Sizes())

    assert len(pieces) > 1
    assert all(piece.text.startswith("| name | price |\n| --- | ---: |\n| lamp ") for piece in pieces)
    assert all(line.count("|") == 3 for piece in pieces for line in piece.text.split("\n"))


@pytest.mark.parametrize(
    "block",
    [
        Block("code", "```sh\n" + "\n".join("run one two three four five" for _ in range(58)) + "\n```"),
        Block("table", "| a | b |\n| - | - |\n" + "\n".join(f"| key{n} | value{n} |" for n in range(65))),
    ],
    ids=["code", "table"],
)
def test_a_fence_or_table_that_fits_is_whole(block):
    pieces = pack([Block("text", prose(150)), block, Block("text", prose(150))], Sizes())

    assert any(block.markdown in piece.text for piece in pieces)


def test_a_list_is_cut_between_its_items():
    items = [f"- item {n} of the list with\n  a second line" for n in range(100)]
    pieces = pack([Block("list", "\n".join(items))], Sizes())

    assert len(pieces) > 1
    assert all(piece.text[piece.overlap :].lstrip("\n").startswith("- item") for piece in pieces)
    assert all(piece.text.endswith("a second line") for piece in pieces)


def test_a_fence_inside_a_list_is_opened_again_with_its_indentation():
    code = "\n".join(f"  step_{n} one two three" for n in range(200))
    text = f"- Do this:\n\n  ```sh\n{code}\n  ```\n- Then rest."
    pieces = pack([Block("list", text)], Sizes())

    assert len(pieces) > 1
    assert all(piece.text.startswith("  ```sh\n  step_") for piece in pieces[1:])
    assert joined(pieces) == text


def test_a_wrapped_line_is_no_place_to_cut():
    text = prose(900).replace("5 ", "5\n")
    pieces = pack([Block("text", text)], Sizes())

    assert len(pieces) > 1
    assert all(piece.text.endswith(".") for piece in pieces)


def test_a_hard_break_is_a_place_to_cut():
    text = "  \n".join(f"name {n} street {n} place {n}" for n in range(150))
    pieces = pack([Block("text", text)], Sizes())

    assert len(pieces) > 1
    assert all(piece.text[piece.overlap :].lstrip().startswith("name") for piece in pieces)


def test_an_introduction_stays_with_its_list():
    blocks = [
        Block("text", prose(190)),
        Block("text", "These are the sizes:"),
        Block("list", "\n".join(f"- size {n}" for n in range(60))),
    ]
    pieces = pack(blocks, Sizes())

    assert any("These are the sizes:\n\n- size 0\n" in piece.text for piece in pieces)


def test_a_caption_stays_with_what_it_names():
    rows = "".join(f"\n| size {n} | {n} |" for n in range(60))
    blocks = [
        Block("text", prose(205)),
        Block("text", "**Table 4. Sizes**"),
        Block("table", f"| name | value |\n| --- | --- |{rows}"),
    ]

    assert any("**Table 4. Sizes**\n\n| name " in piece.text for piece in pack(blocks, Sizes()))


def test_no_cut_falls_into_a_link_or_inline_code():
    sentence = "See [the long page. About lamps! And more](https://example.com/a_(b)?q=1. 'x') or `a. B c`. "
    text = (sentence.replace(" 'x'", ' "x. Y"') * 60).strip()
    pieces = pack([Block("text", text)], Sizes())

    assert len(pieces) > 1
    assert all(piece.text.count("[") == piece.text.count("](") for piece in pieces)
    assert all(piece.text.count("`") % 2 == 0 for piece in pieces)


@pytest.mark.parametrize(
    "block",
    [
        Block("text", "word " * 1200 + "end"),
        Block("text", "漢" * 4000),
        Block("text", "ภาษาไทย" * 700),
        Block("text", "x" * 90_000),
        Block("text", f"[{'name ' * 900}end](https://example.com/)"),
        Block("table", "| a |\n| - |\n| " + "cell " * 1200 + "|"),
        Block("code", "```js\n" + "call(); " * 1200 + "\n```"),
        Block("quote", "> " + "said " * 1200),
    ],
    ids=["words", "han", "thai", "one run", "link", "table row", "code line", "quote"],
)
def test_what_is_longer_than_the_maximum_is_cut(block):
    pieces = pack([block], Sizes())

    assert max(count_words(piece.text) for piece in pieces) <= 400
    assert min(count_words(piece.text[piece.overlap :]) for piece in pieces) >= 20
    assert joined(pieces) == block.markdown


def test_no_mark_is_parted_from_its_letter():
    pieces = pack([Block("text", "กำ็" * 3000)], Sizes())

    assert len(pieces) > 1
    assert not any(piece.text[piece.overlap :].startswith("\u0e47") for piece in pieces)


def test_many_small_blocks_are_packed_in_linear_time():
    blocks = [Block("text", f"w{n}") for n in range(20_000)]
    pieces = pack(blocks, Sizes())

    assert len(pieces) < 150
    assert joined(pieces) == section_text(blocks)


@pytest.mark.parametrize(
    "sizes",
    [
        {"aim": 500},
        {"floor": 0},
        {"floor": 230},
        {"overlap": 300},
        {"aim": 10, "most": 15, "floor": 10, "overlap": 0},
    ],
)
def test_sizes_that_cannot_be_kept_are_refused(sizes):
    with pytest.raises(ValueError, match="passage sizes"):
        Sizes(**sizes)
