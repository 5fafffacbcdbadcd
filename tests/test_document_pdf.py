"""PDF bodies: headings by outline, paragraphs mended, what gives no text told by its rule."""

from __future__ import annotations

import io

import pytest

from sitecrawl.document import read_document
from sitecrawl.document.pdf import file as pdf_file
from tests.pdf_file import Text, pdf, prose

pytest.importorskip("pypdf", reason="the optional extra pdf is not installed")
URL = "https://shop.example/files/price-list.pdf"
PRICES = [
    [Text("Oak prices 2026", 780, size=18), *prose(740, "All prices include delivery within the country.")],
    [
        Text("1 Tables", 780, size=14), *prose(750, "A round table costs 420 euros."),
        Text("1.1 Round", 700, size=12), *prose(680, "It seats six."),
    ],
    [Text("2 Chairs", 780, size=14), *prose(750, "A chair costs 95 euros.")],
]  # fmt: skip
OUTLINE = [(1, "Tables", 2, 800), (2, "Round", 2, 715), (1, "Chairs", 3, 800)]


def read(body: bytes):
    return read_document(body, URL, "application/pdf")


def written(body: bytes) -> list[tuple[str, str, str | None]]:
    return [(block.kind, block.markdown, block.anchor) for block in read(body).blocks]


def text_of(*lines: Text) -> str:
    return "\n\n".join(markdown for _, markdown, _ in written(pdf([lines])))


def test_each_outline_entry_is_a_heading_that_opens_at_its_page():
    headings = [block for block in read(pdf(PRICES, OUTLINE)).blocks if block.kind == "heading"]
    assert [(block.level, block.markdown, block.anchor) for block in headings] == [
        (1, "Oak prices 2026", "page=1"),
        (1, "Tables", "page=2"),
        (2, "Round", "page=2"),
        (1, "Chairs", "page=3"),
    ]


def test_the_text_between_two_entries_stands_under_the_first():
    assert written(pdf(PRICES, OUTLINE))[2:6] == [
        ("heading", "Tables", "page=2"),
        ("text", "A round table costs 420 euros.", "page=2"),
        ("heading", "Round", "page=2"),
        ("text", "It seats six.", "page=2"),
    ]


def test_an_entry_without_its_words_on_the_page_opens_where_it_points():
    blocks = written(pdf([prose(700, "Before.") + prose(600, "After.")], [(1, "Elsewhere called", 1, 650)]))
    assert [markdown for _, markdown, _ in blocks] == ["Before.", "Elsewhere called", "After."]


def test_without_an_outline_large_lines_are_headings():
    body = [
        Text("Rules", 780, size=20),
        Text("Opening", 740, size=14),
        *prose(700, "We open", "at nine o'clock", "daily."),
    ]
    assert [block.level for block in read(pdf([body])).blocks] == [1, 2, 0]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Price list 2026", "Price list 2026"),
        ("Microsoft Word - prices_final.docx", "Oak prices 2026"),
        ("", "Oak prices 2026"),
    ],
)
def test_the_title_is_the_files_own_unless_a_program_made_it_up(title, expected):
    assert read(pdf(PRICES, info={"Title": title})).title == expected


def test_the_time_of_the_last_change_is_in_utc():
    assert read(pdf(PRICES, info={"ModDate": "D:20240501103000+02'00'"})).modified_at == "2024-05-01T08:30:00Z"


def test_a_word_cut_at_a_lines_end_is_whole_again():
    assert text_of(*prose(700, "The carpenter works with wal-", "nut only.")) == "The carpenter works with walnut only."


def test_a_hyphen_that_the_text_writes_elsewhere_is_kept():
    lines = prose(700, "A well-known shop in the old town is a well-", "known place.")
    assert text_of(*lines) == "A well-known shop in the old town is a well-known place."


def test_a_gap_ends_a_paragraph_and_a_page_does_not():
    first = [
        *prose(700, "One paragraph.", "goes on here."),
        *prose(640, "The last sentence runs on to", "the end of the page and"),
    ]
    second = prose(780, "ends overleaf.")
    assert [markdown for _, markdown, _ in written(pdf([first, second]))] == [
        "One paragraph. goes on here.",
        "The last sentence runs on to the end of the page and ends overleaf.",
    ]


def test_bullets_are_a_list_and_typewriter_lines_are_code():
    lines = [
        *prose(700, "\u2022 oak", "\u2022 ash"),
        Text("if oak:", 650, font="F2"),
        Text("saw()", 638, 96, font="F2"),
    ]
    assert text_of(*lines) == "- oak\n- ash\n\n```\nif oak:\n    saw()\n```"


def test_running_heads_and_page_numbers_are_left_out():
    pages = [
        [
            Text("Oak & Co. catalogue", 810),
            *prose(700, f"Text number {'abcd'[number]} alone."),
            Text(f"Page {number} of 4", 40),
        ]
        for number in range(4)
    ]
    assert [markdown for _, markdown, _ in written(pdf(pages))] == [f"Text number {letter} alone." for letter in "abcd"]


def test_a_contents_list_is_left_out():
    lines = [*prose(700, "Tables . . . . . . . 2", "Chairs ........ 3"), *prose(600, "Prices hold for a year.")]
    assert text_of(*lines) == "Prices hold for a year."


def test_words_set_tightly_in_a_font_without_a_space_stay_apart():
    # TeX writes word gaps as moves of the pen, and another sign's width where a space would be
    widths = b" ".join([b"500"] * 95 + [b"600"])
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Termes /FirstChar 32 /LastChar 127 /Widths [" + widths + b"] >>"
    file = pdf([[Text("words", 700)]])
    shown = file.replace(b"(words) Tj", b"[(oak)-226(and)-226(ash)] TJ")
    old = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    assert read(shown.replace(old, font)).blocks[0].markdown == "oak and ash"


def encrypted() -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(io.BytesIO(pdf(PRICES))))
    writer.encrypt("secret", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("body", "rule", "words"),
    [
        (encrypted, "PDF encrypted", "password"),
        (lambda: pdf([[], []]), "PDF without text", "its 2 pages"),
        (lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\x00\x01\x02", "PDF damaged", "cannot be read"),
        (lambda: pdf(PRICES)[:400], "PDF damaged", ""),
    ],
    ids=["encrypted", "scanned", "no PDF", "cut off"],
)
def test_what_gives_no_text_is_told_by_its_rule(body, rule, words):
    document = read(body())
    assert (document.blocks, document.unread) == ((), rule)
    assert words in document.remark


def test_a_file_that_takes_too_long_is_read_as_far_as_it_was(monkeypatch):
    monkeypatch.setattr(pdf_file, "MOST_PAGES", 1)
    document = read(pdf(PRICES))
    assert document.blocks[-1].markdown == "All prices include delivery within the country."
    assert document.remark.startswith("only the first 1 of 3 pages were read")


def test_a_page_that_takes_too_long_ends_the_reading(monkeypatch):
    monkeypatch.setattr(pdf_file, "MOST_SECONDS", -1.0)
    assert read(pdf(PRICES)).unread == "PDF too slow"


def test_without_the_extra_a_pdf_gives_no_text(monkeypatch):
    monkeypatch.setattr("sitecrawl.document.reading.can_read_pdf", lambda: False)
    assert read(pdf(PRICES)).blocks == ()
