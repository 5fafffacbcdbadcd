import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitecrawl.passages.sentences import grain_starts, sentence_starts
from sitecrawl.passages.words import count_words, has_word


def sentences(text: str, lang: str | None) -> list[str]:
    starts = [0, *sentence_starts(text, lang)]
    return [text[start:end].strip() for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["Mr. T. Vane sells the last lot at 3.45 p.m. near St. Wren's.", "It is a walnut globe."]),
        ("en-GB", ["See e.g. Fig. 3 for details!", "Really?", "Yes."]),
        ("en", ["It costs 3.50 euro.", "Version 2.0.1 is out."]),
        ("en", ["It costs approx. 3.50 euro.", "It is paid."]),
        ("ru", ["См. рис. 2.", "Это конец."]),
        ("de", ["Das kostet z. B. 3.500 Euro.", "Am 3. Oktober ist Feiertag.", "Dr. Meier kommt."]),
        ("fr", ["M. Dupont arrive.", "Il est 8 h."]),
        ("ru", ["Это первое предложение.", "Это второе!"]),
        ("ja", ["これは文です。", "次の文です！", "本当？"]),
        ("zh", ["第一句。", "第二句！", "第三句？"]),
        ("hi", ["यह एक वाक्य है।", "यह दूसरा वाक्य है।"]),
        ("ar", ["هل هذا سؤال؟", "نعم."]),
        ("ur", ["یہ پہلا جملہ ہے۔", "یہ دوسرا ہے۔"]),
        ("am", ["ይህ ነው።", "ሁለተኛ።"]),
        ("hy", ["Սա նախադասություն է։", "Երկրորդ։"]),
        ("xx", ["An unknown language.", "It is cut as well."]),
        (None, ["No language is known.", "It is cut as well."]),
    ],
)
def test_sentences_end_by_the_rules_of_their_script(lang, expected):
    gap = "" if lang in ("ja", "zh") else " "

    assert sentences(gap.join(expected), lang) == expected


@pytest.mark.parametrize(
    "protected",
    [
        "[A. Link](https://example.com/a.B)",
        '[A [nested. Label] here](https://example.com/a_(b) "A. Title")',
        "![An image. Its alt](https://example.com/i.png)",
        "`a. B. c`",
        "``a. ` B``",
        "**Really. Bold**",
        "$x. Y$",
        "<https://example.com/?a. B>".replace(" ", ""),
    ],
)
def test_no_sentence_begins_inside_protected_markdown(protected):
    text = f"Here is {protected} to see. Next one."

    assert sentences(text, "en") == [f"Here is {protected} to see.", "Next one."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two", 2),
        ("漢字仮名交文", 2),
        ("漢字仮名交文章", 3),
        ("한국어", 1),
        ("ภาษาไทย", 3),
        ("Python用户手册", 3),
        ("漢 字", 2),
        ("x" * 60, 1),
        ("x" * 61, 2),
        ("| a | b |", 5),
    ],
)
def test_three_characters_of_a_spaceless_script_count_as_a_word(text, words):
    assert count_words(text) == words


@given(st.text(), st.text())
def test_the_words_of_the_parts_are_never_fewer_than_those_of_the_whole(one, other):
    assert count_words(one + other) <= count_words(one) + count_words(other)
    assert count_words(one) >= len(one.split())


@given(st.text("ab. 漢。\u0e47\n[]()`*", max_size=200), st.integers(1, 9))
def test_grains_are_no_larger_than_asked_for(text, most):
    starts = [0, *grain_starts(text, most)]
    grains = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]

    assert "".join(grains) == text
    assert all(count_words(grain) <= most for grain in grains)


@given(st.text())
def test_any_text_has_sentence_starts_inside_it(text):
    starts = sentence_starts(text, "en")

    assert starts == sorted(set(starts))
    assert all(0 < start < len(text) for start in starts)


def test_a_long_text_is_read_through_a_window_without_false_starts():
    text = " ".join(f"Sentence {number} has e.g. some words." for number in range(2000))

    assert sentences(text, "en") == [f"Sentence {number} has e.g. some words." for number in range(2000)]


def test_text_that_the_library_reads_slowly_is_read_in_linear_time():
    text = " ".join(f"[Entry {number} (see below)](https://example.com/{number}.html)" for number in range(10_000))

    assert sentence_starts(text, "en") == []


def test_hostile_markdown_is_read_in_linear_time():
    for text in ("[" * 50_000, "[a](" * 20_000, "`" * 50_001, "**a " * 20_000, '[a](b "' * 20_000, "<a:" * 20_000):
        assert sentence_starts(text, "en") is not None


@pytest.mark.parametrize(("text", "worded"), [("—_*", False), ("", False), ("1", True), ("é", True), ("字", True)])
def test_a_word_has_a_letter_or_digit(text, worded):
    assert has_word(text) is worded
