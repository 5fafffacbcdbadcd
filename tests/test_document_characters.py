import pytest

from sitecrawl.document.characters import clean, one_line


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Rück\u00aderstattung", "Rückerstattung"),
        ("Post\u200banschrift", "Postanschrift"),
        ("\ufeffstart", "start"),
        ("a\u202egnp\u202c.b", "agnp.b"),
        ("x\u2066y\u2069\u200e\u200f", "xy"),
        ("see\U000e0049\U000e0067\U000e006e", "see"),
        ("a\ufe01\ufe02\U000e0101b", "ab"),
        ("Wehr\u00a03", "Wehr 3"),
        ("10\u202f000", "10 000"),
        ("Cafe\u0301", "Café"),
        ("bell\x07 nul\x00", "bell nul"),
        ("one\r\ntwo\u2028three", "one\ntwo\nthree"),
        ("heart ❤\ufe0f stays", "heart ❤\ufe0f stays"),
    ],
)
def test_what_nobody_sees_is_stripped_and_the_rest_is_nfc(raw, cleaned):
    assert clean(raw) == cleaned


def test_one_line_collapses_white_space_of_every_kind():
    assert one_line(" a\n\tb\u3000c\u2009d ") == "a b c d"
