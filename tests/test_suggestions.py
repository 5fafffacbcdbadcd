import pytest

from mcp_server.engine import IndexedPassage, build_engine
from mcp_server.suggestions import is_slip

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


@pytest.mark.parametrize(
    ("typed", "site_has"),
    [
        ("recieve", "receive"),  # neighbours swapped
        ("workshp", "workshop"),  # one left out
        ("adress", "address"),
        ("opperate", "operate"),  # one too many
        ("workshopp", "workshop"),
        ("delivory", "delivery"),  # a wrong one
        ("orkshop", "workshop"),
        ("workin", "working"),
        ("max_pges", "max_pages"),
    ],
)
def test_one_slip_of_the_hand_is_seen(typed, site_has):
    assert is_slip(typed, site_has)


@pytest.mark.parametrize(
    ("asked", "site_has"),
    [
        ("among", "along"),
        ("eight", "weight"),
        ("brain", "train"),
        ("preview", "review"),
        ("pending", "sending"),
        ("planet", "plan"),  # a stem
        ("loader", "loaded"),  # another form
        ("criterion", "criterio"),
        ("iteration", "integration"),
        ("nogroup", "n.groups"),
        ("20.04.1", "20.04.2"),
        ("utf16le", "utf16be"),
    ],
)
def test_another_word_form_or_number_is_no_slip(asked, site_has):
    assert not is_slip(asked, site_has)
