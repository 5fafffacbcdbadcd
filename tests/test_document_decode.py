import codecs

import pytest

from sitecrawl.document import decode_body, is_binary

JAPANESE = "返品について：到着後三十日以内①"
CHINESE = "朱镕先生的囧字灯"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        (codecs.BOM_UTF8 + "Céladon €14".encode(), "text/html; charset=iso-8859-1", "Céladon €14"),
        (codecs.BOM_UTF16_LE + "980 °C".encode("utf-16-le"), "text/html", "980 °C"),
        (codecs.BOM_UTF16_BE + "980 °C".encode("utf-16-be"), "text/html; charset=utf-8", "980 °C"),
        (b"\x93quoted\x94 \x80", "text/html; charset=iso-8859-1", "“quoted” €"),
        (b"\x93quoted\x94", "text/html; charset=US-ASCII", "“quoted”"),
        (CHINESE.encode("gb18030"), "text/html; charset=gb2312", CHINESE),
        (JAPANESE.encode("cp932"), "text/html; charset=Shift_JIS", JAPANESE),
        ("똠방각하".encode("cp949"), 'text/html; charset="euc-kr"', "똠방각하"),
        ("Größe".encode(), "text/html; charset=utf8", "Größe"),
        ("Größe".encode(), None, "Größe"),
    ],
)
def test_a_byte_order_mark_outranks_the_header_and_labels_mean_what_the_standard_says(body, content_type, text):
    assert decode_body(body, content_type) == text


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="shift_jis">',
        "<META content='text/html; charset=Shift_JIS' http-equiv=Content-Type>",
        "<!-- <meta charset=utf-8> --><meta charset = sjis />",
        '<meta name="x" content="charset=utf-8"><meta charset=ms_kanji>',
    ],
)
def test_a_meta_tag_names_the_encoding_when_no_header_does(head):
    assert JAPANESE in decode_body((head + JAPANESE).encode("cp932"), "text/html")


def test_the_header_outranks_the_meta_tag():
    assert "Größe" in decode_body('<meta charset="shift_jis">Größe'.encode(), "text/html; charset=utf-8")


def test_a_meta_tag_behind_the_first_1024_bytes_is_not_looked_for():
    late = b" " * 1024 + b'<meta charset="windows-1251">' + "Größe".encode()
    assert "Größe" in decode_body(late, "text/html")


def test_a_meta_tag_cannot_say_utf_16():
    assert "Größe" in decode_body('<meta charset="utf-16">Größe'.encode(), "text/html")


def test_an_xml_declaration_names_the_encoding_of_xhtml():
    body = '<?xml version="1.0" encoding="windows-1251"?><p>Привет</p>'.encode("cp1251")
    assert "Привет" in decode_body(body, "application/xhtml+xml")


def test_text_without_a_label_is_detected():
    text = "<p>" + "Съешь же ещё этих мягких французских булок, да выпей чаю. Широкая электрификация губерний. " * 8
    assert decode_body(text.encode("cp1251"), "text/html") == text


def test_a_false_utf_8_label_is_not_believed():
    text = "Der Größenunterschied der Türen überrascht. Für Übergrößen gilt: Öffnung nötig. " * 10
    decoded = decode_body(text.encode("cp1252"), "text/html; charset=utf-8")
    assert "\ufffd" not in decoded
    assert "Größenunterschied" in decoded


def test_utf_8_cut_in_the_middle_of_a_character_stays_utf_8():
    assert decode_body("Größe Maß Tür €".encode()[:-1], "text/html; charset=utf-8") == "Größe Maß Tür "


@pytest.mark.parametrize(
    ("body", "content_type", "binary"),
    [
        (b"%PDF-1.7 ...", "text/html", True),
        (b"\x89PNG\r\n", None, True),
        (b"PK\x03\x04rest", "application/octet-stream", True),
        (b"\x00\x01\x02data\x00" * 20, "text/html", True),
        (b"words", "image/png", True),
        ("<p>x</p>".encode("utf-16-le"), "text/html; charset=utf-16le", False),
        (codecs.BOM_UTF16_LE + "<p>".encode("utf-16-le"), "text/html", False),
        (b"<!doctype html>\x00<p>one stray NUL in a page</p>", "text/html", False),
        (b"plain words", "text/plain", False),
        (b"<svg/>", "image/svg+xml", False),
        (b"", "text/html", False),
        (b'{"a": 1}', "application/ld+json", True),
        (b"<?xml version='1.0'?><!-- c --><rss><channel/></rss>", "text/html", True),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'/>", "application/atom+xml; charset=utf-8", True),
        (b"<prices><a>12</a></prices>", "application/xml", True),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!DOCTYPE html [<!ENTITY a 'b'>]>\n<html/>", "text/xml", False),
        (b"<p>no root</p>", "application/xhtml+xml", False),
        (b"<!--a--" + b"><!--a--" * 500, "text/html", False),
    ],
)
def test_binary_is_known_by_its_first_bytes_or_nuls(body, content_type, binary):
    assert is_binary(body, content_type) is binary
