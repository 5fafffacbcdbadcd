import math
from dataclasses import replace

import pytest

from mcp_server.confidence import DEFAULT, SIGNALS, Observation, logit, probability, strength_of, verdict_of
from mcp_server.engine import IndexedPassage, build_engine

NOTHING = Observation(0, 0, -2.3, 0, 0, 0, coverage=0, absent_share=1, words=3)
PERFECT = Observation(1.5, 1, 0.1, 0.9, 0.8, 2, coverage=1, absent_share=0, words=3)
SOME = Observation(1, 0.5, -0.4, 0.3, 0.1, 1, coverage=0.5, absent_share=0, words=3)


def test_a_perfect_first_hit_far_ahead_is_strong():
    assert verdict_of(PERFECT, logit(PERFECT)) == "strong"


def test_a_hit_without_any_word_is_none():
    assert verdict_of(NOTHING, 10.0) == "none"


@pytest.mark.parametrize("signal", SIGNALS)
def test_more_of_a_signal_is_never_less_confidence(signal):
    more = -0.1 if signal == "absent_share" else 0.1

    assert logit(replace(SOME, **{signal: getattr(SOME, signal) + more})) >= logit(SOME)


@pytest.mark.parametrize(("offset", "verdict"), [(0.0, "strong"), (-0.01, "partial")])
def test_strong_begins_at_its_threshold(offset, verdict):
    assert verdict_of(SOME, DEFAULT.strong + offset) == verdict


@pytest.mark.parametrize(("log_odds", "verdict"), [(0.0, "partial"), (-0.01, "weak"), (-1.0, "weak"), (-5.0, "none")])
def test_partial_is_likelier_than_not(log_odds, verdict):
    assert verdict_of(SOME, log_odds) == verdict


def test_without_its_rarest_word_a_question_is_answered_in_part_at_most():
    lacking = replace(PERFECT, absent_share=0.5)

    assert verdict_of(lacking, logit(lacking)) == "partial"
    assert probability(logit(lacking)) <= 0.6


def test_a_single_word_that_is_found_is_never_worse_than_partial():
    assert verdict_of(replace(SOME, words=1), -4.0) == "partial"


def test_a_long_question_is_never_turned_away():
    assert verdict_of(replace(SOME, words=16), -9.0) == "weak"


@pytest.mark.parametrize(("named", "verdict"), [(0.4, "weak"), (0.39, "none")])
def test_a_hit_that_bears_nearly_the_questions_name_is_never_turned_away(named, verdict):
    assert verdict_of(replace(SOME, named=named), -5.0) == verdict


def test_a_name_without_the_rarest_word_of_the_question_is_not_its_name():
    assert verdict_of(replace(SOME, named=0.9, absent_share=0.5), -5.0) == "none"


def test_probability_is_the_logistic_function():
    assert probability(0.0) == 0.5
    assert probability(math.log(3)) == pytest.approx(0.75)
    assert 0 <= probability(-1e9) < probability(1e9) <= 1


@pytest.mark.parametrize(
    ("verdict", "share", "first", "strength"),
    [
        ("strong", 0.1, True, "strong"),
        ("strong", 0.9, False, "strong"),
        ("strong", 0.5, False, "partial"),
        ("strong", 0.2, False, "weak"),
        ("partial", 1.0, False, "partial"),
        ("weak", 1.0, True, "weak"),
        ("none", 1.0, True, "weak"),
    ],
)
def test_no_hit_is_stronger_than_the_verdict(verdict, share, first, strength):
    assert strength_of(verdict, share, first=first) == strength


PAGES = {
    "Maintainer scripts": "A maintainer script may use a shell of the base system. It runs as root and must not ask.",
    "Opening hours": "The office is open on weekdays from nine to five, on Saturdays until noon.",
    "Returns": "Goods can be returned within thirty days. The refund is paid to the card that was used.",
    "Shipping": "Parcels leave the warehouse on the day of the order and arrive within three days.",
    "Warranty": "Every device carries a warranty of two years. Batteries are excluded after six months.",
    "Newsletter": "The newsletter appears every month and can be cancelled with one click.",
}


@pytest.fixture(scope="module")
def engine():
    return build_engine(
        IndexedPassage(number, title, [title], text, "en", None, f"https://a.example/{number}")
        for number, (title, text) in enumerate(PAGES.items())
    )


def test_a_question_whose_key_word_the_site_lacks_is_not_answered_with_confidence(engine):
    lacking, there = (engine.search(f"which {word} may maintainer scripts use") for word in ("interpreters", "shell"))

    assert lacking.absent == ("interpreters",)
    assert lacking.confidence <= 0.6 < there.confidence


def test_a_misspelt_word_that_the_first_hit_holds_is_not_absent_from_the_answer(engine):
    misspelt = engine.search("which maintaner script may use a shell")

    assert misspelt.absent == ("maintaner",)
    assert misspelt.confidence > 0.6


def test_a_word_that_asks_with_how_is_not_what_the_question_is_about(engine):
    assert engine.search("how long is the warranty of batteries").confidence > 0.6


def test_a_question_about_something_else_offers_nothing(engine):
    ranking = engine.search("do basophils counteract systemic lupus within patients")

    assert (ranking.verdict, ranking.hits) == ("none", ())


def test_further_passages_of_the_same_page_do_not_speak_against_the_first():
    texts = (
        "Proxies route requests elsewhere.",
        "Proxies of each scheme have a URL.",
        "Proxies may ask for a password.",
    )
    others = tuple(text for title, text in PAGES.items())
    confidences = []
    for pages in ((0, 0, 0), (0, 1, 2)):
        numbers = [*pages, *range(3, 3 + len(others))]
        passages = zip(numbers, texts + others, strict=True)
        site = build_engine(IndexedPassage(page, "Client", [], text, "en", None, "") for page, text in passages)
        confidences.append(site.search("how are proxies used for requests").confidence)

    assert confidences[0] > confidences[1]


def observed(text, question):
    texts = (text, "Roses want sun.", "Oars are long.", "Kites fly high.", "Boats need paint.")
    site = build_engine(IndexedPassage(page, "", (), each, "en") for page, each in enumerate(texts))
    ranked = site.rank(site.read(question))
    assert ranked.numbers()[0] == 0
    return ranked.observation


def test_words_of_one_sentence_are_near_and_those_of_a_page_are_not():
    between = "and then some more " * 10
    near, far = (observed(f"Slate {gap} quarry.", "slate quarry").nearness for gap in ("of the", between))

    assert near == pytest.approx(1)
    assert far == pytest.approx(0.5)


def test_a_compound_of_a_word_is_some_evidence_of_it():
    compound, other = (observed(f"Slate of the {word}.", "slate quarry").evidence for word in ("quarryman", "sea"))

    assert compound > other
