import pytest

from mcp_server.engine import IndexedPassage, build_engine

PAGES = {
    "en": ["The quarry ships slate to Bristol.", "Oars are long.", "Name every type of boat."],
    "de": ["Der Steinbruch liefert Schiefer nach Bremen.", "Ruder sind lang.", "Jede Art hat einen Namen."],
    "zh": ["采石场把板岩运到上海。", "桨很长。", "风筝飞得高。"],
    "ja": ["採石場は粘板岩を大阪へ送る。", "櫂は長い。", "凧は高く上がる。"],
    "th": ["เหมืองส่งหินชนวนไปยังเชียงใหม่", "ไม้พายยาว", "ว่าวบินสูง"],
}


def terms(language, question):
    engine = build_engine(IndexedPassage(number, "", (), text, language) for number, text in enumerate(PAGES[language]))
    read = engine.read(question)
    return [read.units[number].surface for number in read.content]


@pytest.mark.parametrize(
    ("language", "question", "content"),
    [
        ("en", "What type of slate does the quarry ship?", ["slate", "quarry", "ship"]),
        ("en", "What is a domain name?", ["domain", "name"]),
        ("en", "What does slate mean?", ["slate"]),
        ("en", "boat name", ["boat", "name"]),
        ("en", "What is the name?", ["name"]),
        ("de", "Wie heißt die Art Schiefer?", ["schiefer"]),
        ("zh", "采石场是什么", ["采石", "石场"]),
        ("ja", "採石場はどこですか", ["採石", "石場", "場は"]),
        ("th", "ว่าวคืออะไร", ["ว่า", "่าว"]),
    ],
)
def test_what_a_question_asks_with_is_not_what_it_is_about(language, question, content):
    assert terms(language, question) == content


def test_a_question_of_nothing_but_asking_words_keeps_them():
    assert terms("zh", "是什么") == ["是什", "什么"]
