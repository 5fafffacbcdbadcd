import numpy as np
import pytest

from mcp_server.citations import CitationCounter, link_share, links_of
from mcp_server.engine import IndexedPassage, build_engine
from mcp_server.standing import asks_for_news, renown, standing, tells_news

LIST = "\n".join(f"- [{word} kayak](https://a.test/{word})" for word in ("red", "blue", "white", "green", "black"))


def test_a_list_of_links_is_nothing_but_links():
    assert link_share(LIST, links_of(LIST)) == pytest.approx(47 / 52)


def test_a_text_with_few_links_is_no_list():
    text = "See [the rules](https://a.test/rules) first."

    assert link_share(text, links_of(text)) == 0


def test_a_link_is_read_with_its_text_and_target():
    text = 'See [the \\[old\\] rules](https://a.test/a_(b)#c "Rules") and ![a kite](https://a.test/kite.png).'

    assert links_of(text) == [("the \\[old\\] rules", "https://a.test/a_(b)#c")]


def test_a_page_is_cited_once_by_each_other_page():
    counter = CitationCounter()
    for url, targets in {"/a": ["/b", "/b#x", "/a#y"], "/b": ["/a"], "/c": ["/b#z", "/d"]}.items():
        counter.begin(url)
        counter.add([("words", target) for target in targets])

    assert counter.counts().tolist() == [1, 2, 0]


def test_citations_count_by_their_logarithm_up_to_fifty_four():
    assert renown(np.array([0, 6, 54, 5000], np.int32), 0.1).tolist() == pytest.approx([1, 1.1946, 1.4, 1.4], abs=1e-3)


def test_of_pages_with_the_same_words_the_one_that_others_link_to_comes_first():
    pages = [
        ("Weir", "The weir is closed in May."),
        ("River", "The weir is closed in May."),
        ("Boats", "Mind [the river](https://a.test/1)."),
        ("Oars", "Mind [the river](https://a.test/1#weir)."),
    ]
    engine = build_engine(
        IndexedPassage(page, title, (), text, "en", None, f"https://a.test/{page}")
        for page, (title, text) in enumerate(pages)
    )

    assert engine.search("closed in May").hits[0].number == 1


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("What’s New In Python 3.8", "https://a.test/3.8.html"),
        ("E.4. Release 15.2", "https://a.test/r.html"),
        ("Django 3.2 release notes", ""),
        ("リリースノート", "https://a.test/ja/1"),
        ("We have moved", "https://a.test/news/2018/moved"),
        ("Release 15", "https://a.test/release-15-2.html"),
        ("Changes", "folder://project/CHANGELOG.md"),
    ],
)
def test_release_notes_and_news_are_told_by_title_or_address(title, url):
    assert tells_news(title, url)


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Changing your order", "https://a.test/help/changes-to-your-order"),
        ("Newsletter", "https://a.test/newsletter"),
        ("Release form", "https://a.test/release-form.html"),
        ("Nokia 3.1", "https://a.test/phones/nokia"),
    ],
)
def test_other_pages_are_no_news(title, url):
    assert not tells_news(title, url)


@pytest.mark.parametrize("question", ["lru_cache in 3.8", "what is new", "changed in 2019", "バージョン"])
def test_a_question_may_ask_for_news(question):
    assert asks_for_news(question)


def test_lists_and_news_lose_their_shares_unless_news_is_asked_for():
    links, news = np.array([0, 70, 100], np.uint8), np.array([True, False, True])

    assert standing("lru_cache", links, news, 0.4, 0.5).tolist() == pytest.approx([0.5, 0.8, 0.3])
    assert standing("lru_cache 3.8", links, news, 0.4, 0.5).tolist() == pytest.approx([1.0, 0.8, 0.6])


def test_the_page_about_a_thing_goes_before_the_notes_that_announce_it():
    pages = [
        ("What’s New In 3.8", (), "lru_cache can be used as a decorator. lru_cache takes less room."),
        ("functools", (), "lru_cache wraps a function that remembers its last results, whatever they may be."),
        ("Gardens", (), "Roses want sun and roots want rain."),
    ]
    engine = build_engine(IndexedPassage(page, *row, "en") for page, row in enumerate(pages))

    assert engine.search("lru_cache").hits[0].number == 1
    assert engine.search("lru_cache new in 3.8").hits[0].number == 0


def test_what_is_taken_away_is_part_of_the_explanation():
    engine = build_engine([IndexedPassage(0, "Kayaks", (), LIST, "en"), IndexedPassage(1, "Oars", (), "Oars.", "en")])
    hit = engine.search("blue kayak", explain=True).hits[0]

    assert [part.signal for part in hit.parts if part.value < 0] == ["standing"]
    assert sum(part.value for part in hit.parts) == pytest.approx(hit.score)
