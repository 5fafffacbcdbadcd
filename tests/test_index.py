import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from mcp_server.index import PostingBM25, best_rows, positive_idf

WORDS = st.sampled_from("abcdefg")
CORPORA = st.lists(st.lists(WORDS, max_size=9), min_size=1, max_size=12).filter(any)
QUERIES = st.lists(st.sampled_from("abcdefgz"), max_size=6)


@settings(deadline=None)
@given(CORPORA, QUERIES)
def test_neutral_scores_equal_those_of_the_stock_class(corpus, query):
    np.testing.assert_allclose(
        PostingBM25(corpus).get_scores(query), BM25Okapi(corpus).get_scores(query), rtol=0, atol=1e-9
    )


@settings(deadline=None)
@given(CORPORA, QUERIES, st.floats(0.1, 3), st.floats(0, 0.9))
def test_they_do_for_other_parameters_and_batches(corpus, query, k1, b):
    rows = list(range(0, len(corpus), 2))

    ours = PostingBM25(corpus, k1=k1, b=b).get_batch_scores(query, rows)

    np.testing.assert_allclose(ours, BM25Okapi(corpus, k1=k1, b=b).get_batch_scores(query, rows), rtol=0, atol=1e-9)


def test_the_best_documents_come_first():
    corpus = [["a", "b"], ["c"], ["a", "a"], ["d"], ["e"]]

    assert PostingBM25(corpus).get_top_n(["a"], list("01234"), n=2) == ["2", "0"]


def test_a_tokenizer_runs_in_this_process():
    index = PostingBM25(["one two", "two", "three"], tokenizer=str.split)

    assert index.get_scores(["one"]).argmax() == 0


def test_an_empty_corpus_has_no_scores():
    assert PostingBM25([]).get_scores(["a"]).tolist() == []


def test_many_documents_are_counted_across_blocks():
    index = PostingBM25([["a"] if number % 3 else ["a", "b"] for number in range(10_000)])

    assert np.count_nonzero(index.get_scores(["b"])) == 3334


@pytest.mark.parametrize("frequency", [1, 5, 10])
def test_positive_idf_is_above_zero_even_for_a_term_of_every_passage(frequency):
    assert positive_idf(frequency, 10) > 0


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=40), st.integers(1, 8))
def test_best_rows_are_those_of_a_stable_sort(values, count):
    scores = np.array(values, float)
    expected = [row for row in np.argsort(-scores, kind="stable").tolist() if scores[row] > 0][:count]

    assert best_rows(scores, count, None).tolist() == expected


@settings(deadline=None)
@given(CORPORA, st.lists(WORDS, min_size=1, max_size=4, unique=True), st.integers(1, 4))
def test_the_top_is_the_best_of_all_scores(corpus, query, count):
    index = PostingBM25(corpus)
    index.impacts = np.abs(index.impacts) + 0.1
    terms = [index.number(term) for term in query]

    rows, scores = index.top(terms, count)

    everything = index.scores(terms)
    assert scores.tolist() == sorted(everything[everything > 0].tolist(), reverse=True)[:count]
    assert rows.tolist() == best_rows(everything, count, None).tolist()


@settings(deadline=None)
@given(CORPORA, st.lists(st.tuples(WORDS, st.floats(0.1, 3)), max_size=4))
def test_scores_looked_up_for_a_few_passages_are_theirs_among_all(corpus, query):
    index = PostingBM25(corpus)
    terms = [index.number(word) for word, _ in query]
    weights = [weight for _, weight in query]
    rows = np.arange(len(corpus))[::2]

    np.testing.assert_allclose(
        index.scores_of(rows, terms, weights), index.scores(terms, weights)[rows], rtol=0, atol=1e-12
    )
