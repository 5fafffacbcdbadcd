"""What the chooser looks at: a row of numbers for each run of a page."""

import numpy as np
import pytest

from bench.train_extraction import pack
from sitecrawl.document.chooser import page_runs
from sitecrawl.document.chooser_features import features
from sitecrawl.document.chooser_hints import Hints, read_hints
from sitecrawl.document.chooser_trees import unpack
from sitecrawl.document.metadata import Metadata
from sitecrawl.document.tree import parse_page, prepare

# twelve words each
PROSE = "the mill by the river still grinds the flour that bread needs"
OTHER = "a visitor wrote this about the mill after coming back from it"


def column(html: str, name: str, hints: Hints | None = None) -> list[float]:
    tree = parse_page(html, "https://mill.test/")
    prepare(tree)
    columns = features(page_runs(tree), hints or Hints("https://mill.test/"))
    return columns.table([name])[0].tolist()


def test_runs_at_one_place_of_the_markup_are_counted_as_alike():
    html = "<body><ul><li>one</li><li>two</li><li>three</li></ul><p>four</p></body>"
    assert column(html, "alike") == [3, 3, 3, 1]


def test_classes_tell_places_apart_and_tags_alone_do_not():
    html = "<body><p class=a>one</p><p class=b>two</p></body>"
    assert column(html, "alike") == [1, 1]
    assert column(html, "tags") == [2, 2]


def test_groups_of_as_much_prose_rank_alike():
    html = f"<body><h2>one</h2><div><p>{PROSE}</p></div><h3>two</h3><h4>three</h4></body>"
    assert column(html, "alike_rank") == [1, 0, 1, 1]


def test_capitals_and_digits_are_counted_in_any_script():
    # shares of 8 characters: É, 2; of 4: Д, ٣ (a digit of Arabic)
    assert column("<body><p>Été 2 fr</p><p>Да ٣</p></body>", "upper") == [1 / 8, 1 / 4]
    assert column("<body><p>Été 2 fr</p><p>Да ٣</p></body>", "digit") == [1 / 8, 1 / 4]


def test_runs_in_the_core_are_nearer_to_it_than_those_beside_it():
    # the way down: body, section, div; a run of the section alone leaves it one step earlier
    html = f"<body><section><p>Menu</p><div><p>{PROSE}</p><p>{PROSE}</p></div></section></body>"
    assert column(html, "core0.8_left") == [1, 0, 0]


def test_the_group_with_the_most_prose_ranks_first():
    html = f"<body><div>short</div><section><p>{PROSE}</p><p>{PROSE}</p></section><div><p>{OTHER}</p></div></body>"
    assert column(html, "alike_rank")[1:] == [0, 0, 1]
    assert column(html, "alike_prose") == [0, 1, 1, 0.5]


def test_distance_from_the_main_text_is_counted_in_elements_up_and_out():
    # main text: body > section > p; the other: body > div > p; both stand in body
    html = f"<body><section><p>{PROSE}</p><p>{PROSE}</p></section><div><p>{OTHER}</p></div></body>"
    assert column(html, "main_up") == [0, 1, 2]
    assert column(html, "main_out") == [0, 1, 2]
    assert column(html, "past_main") == [-1, 0, 1]


def test_prose_outside_comments_is_counted_for_the_whole_page():
    html = f"<body><p>{PROSE}</p><div class=comment><p>{OTHER}</p><p>{OTHER}</p></div></body>"
    assert column(html, "plain_comment_words") == [12, 12, 12]
    assert column(html, "plain_comment_before") == [0, 12, 12]
    assert column(html, "plain_comment_share") == pytest.approx([1 / 3] * 3)


def test_a_thread_of_comments_alone_has_no_prose_outside():
    html = f"<body><div class=comment><p>{OTHER}</p></div></body>"
    assert column(html, "plain_comment_words") == [0]


def test_the_heading_of_a_section_tells_about_the_parts_below_it():
    html = "<body><h1>Mill</h1><h2>Related posts</h2><h3>Bread</h3><p>text</p><h2>History</h2><p>text</p></body>"
    assert column(html, "above_related") == [0, 1, 1, 1, 0, 0]
    assert column(html, "section_related") == [0, 1, 0, 0, 0, 0]


def test_links_that_lead_on_are_counted_in_their_cards():
    card = "<div class=card><p>Bread</p><p>Read more</p></div>"
    html = f"<body>{card * 3}<p>text</p></body>"
    assert column(html, "card_more") == [0.5] * 6 + [-1]


def test_words_before_and_after_a_run_are_shares_of_the_prose():
    html = f"<body><p>{PROSE}</p><p>short</p><p>{OTHER}</p></body>"
    assert column(html, "prose_before") == [0, 0.5, 0.5]
    assert column(html, "prose_after") == [0.5, 0.5, 0]


@pytest.mark.parametrize(
    ("said", "kind"), [("article", "article"), ("og:Product", "product"), ("product.item", "product")]
)
def test_a_page_tells_its_kind(said, kind):
    hints = read_hints("https://mill.test/", Metadata(values={"og:type": said}), [])
    assert hints.page_kind == kind
    assert column("<body><p>one</p></body>", f"said_{kind}", hints) == [1]


def test_what_all_runs_of_a_page_share_is_tested_once_with_the_same_result():
    # x <= 1 ? (page <= 5 ? leaf 0 : leaf 1) : leaf 2; a second tree asks the page alone
    trees = unpack(
        {
            "columns": np.array('["x", "page"]'),
            "tested": np.array([0, 1, 1]),
            "threshold": np.array([1.0, 5.0, 7.0]),
            "mask": np.array([0xFFFF & ~0b011, 0xFFFF & ~0b001, 0xFFFF & ~0b001]),
            "nodes": np.array([2, 1]),
            "leaves": np.array([[-2.0, 0.0, 2.0] + [0.0] * 13, [0.5, 1.0] + [0.0] * 14]),
        }
    )
    for page, scores in ((4, [-1.5, 2.5]), (6, [0.5, 2.5]), (8, [1.0, 3.0])):
        table = np.array([[0, 2], [page, page]], np.float32)
        right = 1 / (1 + np.exp(-np.array(scores)))
        assert np.allclose(trees.probabilities(table), right)
        assert np.allclose(trees.probabilities(table, frozenset({"page"})), right)


def test_an_ensemble_packed_from_two_models_gives_their_mean():
    def model(low: float, high: float) -> dict:
        leaves = {"left_child": {"leaf_value": low}, "right_child": {"leaf_value": high}}
        return {"tree_info": [{"tree_structure": {"split_feature": 0, "threshold": 1.0, **leaves}}]}

    trees = unpack(pack([model(-1.0, 2.0), model(-3.0, 4.0)], ["x"]))
    scores = np.array([-2.0, 3.0])
    assert np.allclose(trees.probabilities(np.array([[0, 2]], np.float32)), 1 / (1 + np.exp(-scores)))
