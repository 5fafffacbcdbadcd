import pytest

from mcp_server.excerpt import excerpt_of

ROWS = [f"| Land {number} | {number} |" for number in range(9)]
TABLE = ["| Country | Price |", "| --- | --- |", *ROWS, "| Austria | 13 |", "| Chile | 9 |"]
OPTIONS = [
    "`work_mem` (`integer`)",
    ": Memory of a sort. The default is four megabytes, less than `huge_pages` takes.",
    "",
    "`huge_pages` (`enum`)",
    ": Whether large pages are asked for. The default is `try`.",
    "",
    "`temp_buffers` (`integer`)",
    ": Memory of temporary tables.",
]


def test_a_short_text_is_its_own_excerpt():
    assert excerpt_of("First.\n\nSecond with wool.\n\nThird.\n", "wool", most=12) == [
        "First.",
        "",
        "Second with wool.",
        "",
        "Third.",
    ]


def test_a_row_far_down_a_table_stands_under_the_tables_header():
    lines = excerpt_of("\n".join(TABLE), "delivery to Austria", "en", most=4)

    assert lines == ["| Country | Price |", "| --- | --- |", "…", "| Austria | 13 |", "| Chile | 9 |"]


def test_a_word_of_the_heading_above_does_not_choose_the_line():
    text = "\n".join(["Delivery costs by country", "", *TABLE])
    lines = excerpt_of(text, "delivery costs to Austria", "en", ["What delivery costs"], most=4)

    assert "| Austria | 13 |" in lines


def test_the_first_rows_of_a_table_follow_its_header():
    lines = excerpt_of("\n".join(["Prices:", "", *TABLE]), "Land 0", "en", most=4)

    assert lines == ["…", "| Country | Price |", "| --- | --- |", "| Land 0 | 0 |", "| Land 1 | 1 |", "…"]


def test_the_option_that_was_asked_for_is_shown_without_the_one_before_it():
    lines = excerpt_of("\n".join(OPTIONS), "What is the default of huge_pages?", "en", most=2)

    assert lines == ["…", *OPTIONS[3:5], "…"]


def test_lines_before_the_one_that_matches_lead_up_to_it():
    text = "\n".join([*(f"Line {number}." for number in range(9)), "It is made of wool.", "Wash it cold."])

    lines = excerpt_of(text, "wool", "en", most=4)

    assert lines == ["…", "Line 7.", "Line 8.", "It is made of wool.", "Wash it cold."]


@pytest.mark.parametrize(
    ("filler", "answer", "question", "language"),
    [
        ("Nothing is said here.", "The shop opens at nine.", "When does the shop open?", "en"),
        ("ここには何も書かれていません。", "店は九時に開きます。", "店は何時に開くか", "ja"),
    ],
)
def test_a_long_line_is_cut_to_the_sentence_that_answers(filler, answer, question, language):
    line = " ".join([filler] * 20 + [answer])

    assert excerpt_of(line, question, language, most=4, width=120) == [f"… {answer}"]


def test_a_question_of_stop_words_alone_shows_where_they_stand():
    text = "\n".join([*["Nothing."] * 5, "To be or not to be.", *["Nothing."] * 5])

    assert "To be or not to be." in excerpt_of(text, "to be or not to be", "en", most=3)
