"""The block chooser: whole pages in, chosen blocks out."""

from unittest.mock import patch

import numpy as np
import pytest

from sitecrawl.document import read_document
from sitecrawl.document.chooser import code_words, page_runs, region_of, run_sizes
from sitecrawl.document.chooser_cut import best_cut, expected_f1, keep_facts, keep_headings, trust_main
from sitecrawl.document.chooser_features import features
from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.chooser_runs import read_runs, split_words
from sitecrawl.document.chooser_trees import load_trees, unpack
from sitecrawl.document.tree import parse_page, prepare

PROSE = (
    "The mill was built by the river in the last century, and it still grinds the flour that the village bakes with."
)
TEASER = '<div class="card"><a href="/x">Ten other places that you might like to see</a></div>'
PAGE = (
    "<html><head><title>The mill</title></head><body><header><a href='/'>Home</a> <a href='/a'>About</a></header>"
    "<div class='wrap'><div class='post-content'><h1>The mill</h1>"
    + "".join(f"<h2>Part {number}</h2><p>{PROSE} {PROSE}</p>" for number in range(6))
    + "</div><div class='related-posts sidebar'><h3>Related posts</h3>"
    + TEASER * 8
    + "</div></div><footer>© The village</footer></body></html>"
)


def text_of(html: str, region: str = "auto") -> str:
    document = read_document(html.encode(), "https://mill.test/blog/the-mill", "text/html; charset=utf-8", region)
    return "\n".join(block.markdown for block in document.blocks)


def runs_of(html: str):
    tree = parse_page(html, "https://mill.test/")
    prepare(tree)
    return page_runs(tree)


def test_related_posts_are_left_out_where_no_landmark_tells_them_apart():
    text = text_of(PAGE)
    assert PROSE in text
    assert "other places" not in text


def test_every_heading_above_kept_text_is_kept():
    text = text_of(PAGE)
    assert all(f"Part {number}" in text for number in range(6))


def test_the_landmark_rule_keeps_what_it_always_kept():
    assert "other places" in text_of(PAGE, "rule")


def test_a_page_of_a_few_lines_is_read_by_the_landmark_rule():
    html = "<body><main><h1>Hours</h1><p>Open daily.</p></main><div>Elsewhere.</div></body>"
    assert text_of(html) == text_of(html, "rule")


def test_without_a_model_the_landmark_rule_is_used():
    with patch("sitecrawl.document.chooser.load_trees", lambda: None):
        assert text_of(PAGE) == text_of(PAGE, "rule")


def test_runs_end_at_block_tags_and_line_breaks():
    runs = runs_of("<body><p>One <b>two</b><br>three</p>four<div>five</div></body>")
    assert runs.text == ["One two", "three", "four", "five"]
    assert [runs.tags[node] for node in runs.node] == ["p", "p", "body", "div"]


def test_words_in_links_are_counted():
    assert runs_of("<body><p>See <a href='/m'>the mill</a> today</p></body>").linked == [2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't TYPE snake_case, v2.0!", ["don", "t", "type", "snake_case", "v2", "0"]),
        ("Tab\tand\x1cunit", ["tab", "and", "unit"]),
        ("Große Stühle", ["große", "stühle"]),
        ("… –", []),
    ],
)
def test_words_are_runs_of_letters_digits_and_underscores(text, words):
    assert split_words(text) == words


def test_navigation_and_footers_are_not_judged():
    runs = runs_of("<body><nav>Menu</nav><p>Text</p><footer>Legal</footer></body>")
    assert runs.text == ["Text"]
    assert [element.tag for element in runs.left_out] == ["nav", "footer"]


def test_navigation_that_was_never_closed_is_no_navigation():
    assert runs_of("<body><nav><a href='/'>Home</a><div><main><p>Text</p></main></div></body>").text == ["Home", "Text"]


def test_text_behind_an_early_end_of_the_page_is_read():
    html = "<html><body><p>Head</p></body></html><main><p>The text of the page.</p></main></body></html>"
    assert "The text of the page." in text_of(html)


def test_region_leaves_out_the_outermost_elements_without_kept_text():
    runs = runs_of("<body><div id=a><p>x</p><p>y</p></div><div id=b><p>z</p><p id=c>w</p></div></body>")
    region = region_of(runs, np.array([False, False, True, False]))
    assert region.elements[0].tag == "body"
    assert {element.get("id") for element in region.skip} == {"a", "c"}


@pytest.mark.parametrize(
    ("probabilities", "sizes", "kept"),
    [
        # by hand: 2·.9/(1+1.2)=.82, 2·1.1/(2+1.2)=.69, 2·1.2/(3+1.2)=.57
        ([0.9, 0.2, 0.1], [1, 1, 1], [True, False, False]),
        # 2·.4/(1+.8)=.44, 2·.8/(2+.8)=.57: on a page of doubtful runs none is better left out
        ([0.4, 0.4], [1, 1], [True, True]),
        # 2·9/(10+9.5)=.92, 2·9.5/(11+9.5)=.93
        ([0.9, 0.5], [10, 1], [True, True]),
    ],
)
def test_cut_is_where_the_expected_f1_is_highest(probabilities, sizes, kept):
    assert best_cut(np.array(probabilities), np.array(sizes, float)).tolist() == kept


def test_a_heading_is_kept_for_kept_text_in_its_own_section_only():
    runs = read_runs(parse_page("<h2>A</h2><p>a</p><h2>B</h2><p>b</p>", "https://mill.test/").root.find("body"))
    assert keep_headings(runs, np.array([False, False, False, True])).tolist() == [False, False, True, True]


def test_trees_give_the_leaf_that_their_tests_lead_to():
    # x0 <= 1 ? (x1 <= 5 ? leaf 0 : leaf 1) : leaf 2; a failed test rules its left leaves out
    trees = unpack(
        {
            "columns": np.array('["x0", "x1"]'),
            "tested": np.array([0, 1]),
            "threshold": np.array([1.0, 5.0]),
            "mask": np.array([0xFFFF & ~0b011, 0xFFFF & ~0b001]),
            "nodes": np.array([2]),
            "leaves": np.array([[-2.0, 0.0, 2.0] + [0.0] * 13]),
        }
    )
    rows = np.array([[0, 4], [0, 6], [2, 4], [1, 5]], np.float32)
    assert np.allclose(trees.probabilities(rows.T), 1 / (1 + np.exp([2.0, 0.0, -2.0, 2.0])))


def test_shipped_weights_name_features_that_exist():
    trees = load_trees()
    assert trees is not None
    assert set(trees.columns) <= set(features(runs_of(PAGE), Hints("https://mill.test/")).names)


def test_a_price_that_is_likely_content_is_kept():
    html = (
        "<body>"
        + "".join(f"<p>{words}</p>" for words in (PROSE, "Flour, 1 kg: $4.50", "Subscribe to our letters"))
        + "</body>"
    )
    runs = runs_of(html)
    sizes = run_sizes(runs)
    assert keep_facts(runs, np.array([0.9, 0.3, 0.3]), sizes).tolist() == [True, True, False]


@pytest.mark.parametrize("price", ["4,50 €", "CHF 4.50", "45 kr", "45,- kr", "₹ 450", "450円", "R$ 4,50", "45 zł"])
def test_a_price_is_known_by_the_currencies_of_many_countries(price):
    runs = runs_of(f"<body><p>{PROSE}</p><p>Flour: {price}</p></body>")
    assert keep_facts(runs, np.array([0.9, 0.2]), run_sizes(runs)).all()


def test_what_stands_with_a_price_and_says_how_much_is_kept_as_well():
    lines = ("Rye flour", "Stone-ground", "450 kr", "Stock: 3 bags", "Tell a friend", "Write to us", "Article 4711")
    runs = runs_of(f"<body><p>{PROSE}</p>" + "".join(f"<p>{line}</p>" for line in lines) + "</body>")
    kept = keep_facts(runs, np.array([0.9, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2]), run_sizes(runs))
    assert [line for line, keep in zip(lines, kept[1:], strict=True) if keep] == [
        "450 kr",
        "Stock: 3 bags",
        "Article 4711",
    ]


def test_an_address_behind_a_colon_is_kept_with_the_line_that_announces_it():
    address = "https://mill.test/download/flour/of/rye/and/oats/in/bags/of/1/kg.tar.gz"
    lines = f"<p>{PROSE}</p><p>Download it at:</p><p>{address}</p><p>{address}</p>"
    runs = runs_of(f"<body>{lines}</body>")
    assert keep_facts(runs, np.array([0.9, 0.9, 0.01, 0.01]), run_sizes(runs)).tolist() == [True, True, True, False]


def test_a_table_is_kept_or_left_out_as_a_whole():
    runs = runs_of(f"<body><p>{PROSE}</p><table><tr><td>flour</td><td>four</td><td>five</td></tr></table></body>")
    assert keep_facts(runs, np.array([0.9, 0.8, 0.8, 0.1]), run_sizes(runs)).all()


def test_text_outside_a_large_main_counts_less():
    runs = runs_of(f"<body><main><p>{PROSE}</p></main><p>Other words</p></body>")
    assert trust_main(runs, np.array([0.8, 0.8]), run_sizes(runs), 0.5).tolist() == [0.8, 0.4]


def test_code_and_terms_are_counted_once():
    tree = parse_page(
        "<pre><code>a b</code></pre><p><code>c</code></p><dl><dt><code>d</code></dt></dl>", "https://a.test/"
    )
    assert code_words(tree) == 4


def test_expected_f1_tells_how_sure_the_model_is():
    # by hand: max(2·.9/(1+1.2), 2·1.1/(2+1.2), 2·1.2/(3+1.2))
    assert expected_f1(np.array([0.9, 0.2, 0.1]), np.ones(3)) == pytest.approx(1.8 / 2.2)


def test_a_page_that_the_model_is_not_sure_of_is_read_by_the_landmark_rule():
    with patch("sitecrawl.document.chooser.judge", lambda runs, *_: np.full(len(runs.text), 0.1)):
        assert text_of(PAGE) == text_of(PAGE, "rule")
