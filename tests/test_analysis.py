from importlib import import_module

import pytest

from mcp_server.analysis import _STEMMERS, analyze, clean, fold, hyphened_words, primary_language, split_tokens


def terms(text, language=None):
    return [analyze(token, language).term for token in split_tokens(clean(text))]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("set max_pages first", ["set", "max_pages", "first"]),
        ("C++ and C#, not a+b", ["C++", "and", "C#", "not", "a", "b"]),
        ("Ubuntu 20.04, then 1,000 more.", ["Ubuntu", "20.04", "then", "1,000", "more"]),
        ("use --dry-run or -v here", ["use", "--dry-run", "or", "-v", "here"]),
        ("sign-in by e-mail", ["sign", "in", "by", "e", "mail"]),
        ("call os.path.join now. Then", ["call", "os.path.join", "now", "Then"]),
        ("the end.Next one", ["the", "end", "Next", "one"]),
        ("don't quote 'this'", ["don't", "quote", "this"]),
    ],
)
@pytest.mark.parametrize("tail", ["", " é", " 日"])
def test_identifiers_stay_whole_whatever_else_is_in_the_text(text, tokens, tail):
    assert split_tokens(text + tail) == tokens + tail.split()


@pytest.mark.parametrize(
    ("token", "term", "parts"),
    [
        ("max_pages", "max_pages", ("max", "page")),
        ("20.04", "20.04", ("20", "04")),
        ("C++", "c++", ()),
        ("--flag", "--flag", ("flag",)),
        ("maxPages", "maxpag", ("max", "page")),
        ("pages", "page", ()),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(token, term, parts):
    word = analyze(token, "en")

    assert (word.term, word.parts) == (term, parts)


def test_chinese_and_japanese_runs_become_bigrams_of_one_script():
    assert terms("離島NFL配送") == ["離島", "nfl", "配送"]


def test_a_single_character_is_a_term_of_its_own():
    assert terms("3日") == ["3", "日"]


def test_thai_runs_become_trigrams():
    assert terms("ทีมรับ") == ["ทีม", "ีมร", "มรั", "รับ"]


@pytest.mark.parametrize(
    ("token", "folded"),
    [
        ("Straße", "strasse"), ("Über", "uber"), ("ŁÓDŹ", "lodz"), ("Ещё", "еще"), ("Мой", "мой"), ("ＡＢＣ", "abc"),
        ("हिन्दी", "हिन्दी"), ("أهلاً", "اهلا"),
    ],
)  # fmt: skip
def test_case_and_the_marks_that_people_leave_out_are_folded(token, folded):
    assert fold(token) == folded


def test_turkish_dotless_i_is_folded_by_its_own_rule():
    assert fold("ISPARTA", "tr") == fold("Isparta", "tr") == "isparta"


def test_invisible_characters_do_not_split_words():
    assert clean("Rücker\u00adstat\u200btung\ufeff") == "Rückerstattung"


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("refund", "refunds", "en"), ("company", "company’s", "en"), ("avion", "l’avion", "fr"),
        ("Rückerstattung", "Rückerstattungen", "de"), ("очки", "очков", "ru"), ("Allen", "Allen'ın", "tr"),
    ],
)  # fmt: skip
def test_forms_of_a_word_share_a_term(one, other, language):
    assert analyze(one, language).term == analyze(other, language).term


def test_a_word_in_another_script_is_stemmed_in_that_scripts_language():
    assert analyze("refunds", "ru").term == "refund"


@pytest.mark.parametrize(("token", "language"), [("How", "en"), ("Warum", "de"), ("где", "en"), ("Nasıl", "tr")])
def test_question_words_are_stop_words(token, language):
    assert analyze(token, language).stop


@pytest.mark.parametrize(
    ("tag", "primary"), [("en-GB", "en"), ("zh_Hant", "zh"), ("nb", "no"), ("", None), (None, None)]
)
def test_the_primary_language_of_a_tag(tag, primary):
    assert primary_language(tag) == primary


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "generously ponies skis dying organisation"),
        ("de", "häuser aufeinanderfolgende kategorien"),
        ("ru", "вежливость красивая"),
        ("ar", "المدرسة والكتب"),
        ("tr", "kitaplarımızdan"),
    ],
)
def test_the_stems_in_c_are_those_in_python(language, words):
    fast = pytest.importorskip("Stemmer").Stemmer(_STEMMERS[language])
    slow = import_module(f"snowballstemmer.{_STEMMERS[language]}_stemmer")
    plain = getattr(slow, f"{_STEMMERS[language].title()}Stemmer")()

    assert [fast.stemWord(word) for word in words.split()] == [plain.stemWord(word) for word in words.split()]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sign-in by e-mail", ["sign-in", "e-mail"]),
        ("--dry-run 1.2-3", []),
        ("a - b\n-x y-", []),
        ("re-use\u3000it", ["re-use"]),
    ],
)
def test_words_with_a_hyphen_are_also_taken_whole(text, words):
    assert hyphened_words(text) == words
