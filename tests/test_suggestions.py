import pytest

from mcp_server.engine import IndexedPassage, build_engine

TEXTS = (
    "The host welcomes guests and shows the post office.",
    "Accordions are mended in the workshop on weekdays.",
    "The chapel is open for weddings and concerts.",
)


@pytest.fixture(scope="module")
def engine():
    return build_engine(
        IndexedPassage(number, "Village", [], text, "en", None, f"https://v.example/{number}")
        for number, text in enumerate(TEXTS)
    )


def test_a_misspelt_word_is_answered_with_the_word_of_the_site(engine):
    assert "workshop" in engine.search("when is the workshp open").advice


def test_a_short_word_with_one_other_letter_is_another_word(engine):
    advice = engine.search("what does a zebra cost").advice

    assert "host" not in advice
    assert "post" not in advice
