import subprocess
import sys

import pytest

from mcp_server.engine import IndexedPassage, build_engine, open_engine

CLUB = [
    ("Membership", ("How to join",), "Join the club by filling in the form. The fee is 40 euros a year.", None),
    ("Boats", ("Borrowing a boat",), "Members may borrow a sea kayak below the weir on Sundays.", "borrowing"),
    ("Boats", ("Repairs",), "Report every leak of a kayak to the warden before the next trip.", "repairs"),
    ("Refunds", (), "Kites may be returned within 30 days. The refund window is open to members only.", None),
    ("Hours", (), "The counter opens at nine. Set `max_pages` with --dry-run in C++ on 20.04.", None),
    ("Versand", ("Rückgabe",), "Die Rückerstattung erfolgt binnen zwei Wochen.", None),
    ("配送", (), "離島への配送は二千円です。返品は三十日以内。", None),
    ("영업", (), "영업시간은 아홉 시부터입니다.", None),
]
LANGUAGES = {"Versand": "de", "配送": "ja", "영업": "ko"}
PAGES = {title: page for page, title in enumerate(dict.fromkeys(title for title, *_ in CLUB))}


def passages(rows=CLUB):
    for title, headings, text, anchor in rows:
        yield IndexedPassage(PAGES.get(title, 99), title, headings, text, LANGUAGES.get(title, "en"), anchor)


@pytest.fixture(scope="module")
def club():
    return build_engine(passages())


def first(ranking):
    return ranking.hits[0].number if ranking.hits else None


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("borrowing a sea kayak below the weir", 1),
        ("how do I join the club?", 0),
        ("REFUND", 3),
        ("max_pages", 4),
        ("max pages", 4),
        ("C++", 4),
        ("--dry-run", 4),
        ("20.04", 4),
        ("Rückerstattung", 5),
        ("ruckerstattung", 5),
        ("返品", 6),
        ("離島への配送", 6),
        ("영업시간", 7),
        ("repairs", 2),
    ],
)
def test_the_passage_that_answers_comes_first(club, question, number):
    assert first(club.search(question)) == number


def test_upper_and_lower_case_rank_alike(club):
    loud, quiet = club.search("KAYAK LEAK"), club.search("kayak leak")

    assert [(hit.number, hit.score) for hit in loud.hits] == [(hit.number, hit.score) for hit in quiet.hits]


def test_an_answered_question_is_strong_and_says_what_matched(club):
    ranking = club.search("borrowing a sea kayak below the weir")

    assert (ranking.verdict, ranking.hits[0].strength) == ("strong", "strong")
    assert ranking.matched == ("borrowing", "sea", "kayak", "weir")
    assert ranking.hits[0].coverage == ranking.hits[0].weighted_coverage == 1


def test_absent_words_are_named_and_stop_words_are_not(club):
    ranking = club.search("borrowing a surfboard")

    assert ranking.absent == ranking.missing == ("surfboard",)
    assert ranking.verdict != "strong"


@pytest.mark.parametrize("question", ["zeppelin hangar", "xqzt vvkj", "", "?!", "保険"])
def test_a_question_of_unknown_words_gets_no_results(club, question):
    ranking = club.search(question)

    assert (ranking.hits, ranking.verdict, ranking.confidence) == ((), "none", 0.0)


def test_a_misspelt_word_is_answered_with_the_sites_spelling(club):
    assert "“refund”" in club.search("refnud policy").advice


def test_an_unspaced_run_is_shown_as_one_term(club):
    assert club.search("離島への配送").matched == ("離島への配送",)


def test_a_question_of_stop_words_alone_is_searched_by_them(club):
    assert club.search("the").matched == ("the",)


def test_a_quoted_phrase_is_required(club):
    assert [hit.number for hit in club.search('"refund window" kayak').hits] == [3]


def test_an_unmet_phrase_is_missing_and_never_strong(club):
    ranking = club.search('"weir kayak"')

    assert "weir kayak" in ranking.missing
    assert ranking.verdict != "strong"


@pytest.mark.parametrize("length", range(5, 45, 3))
def test_a_phrase_longer_than_a_passage_is_not_in_it(club, length):
    phrase = " ".join(["kayak"] * length)

    assert phrase in club.search(f'"{phrase}"').missing


def test_only_admitted_passages_are_hits(club):
    assert [hit.number for hit in club.search("kayak", admits=lambda number: number == 2).hits] == [2]


def test_a_page_gives_at_most_per_page_hits(club):
    assert len(club.search("kayak", per_page=2).hits) == 2
    assert len(club.search("kayak", per_page=1).hits) == 1


def test_the_parts_of_an_explained_score_sum_to_it(club):
    hit = club.search("borrow a kayak", explain=True).hits[0]

    assert sum(part.value for part in hit.parts) == pytest.approx(hit.score)


def test_more_uses_and_a_matching_heading_never_lower_a_score():
    rows = [("Warranty", ("Warranty claims",), "The warranty card. A warranty for every warranty claim.", None)]
    rows += [(f"Page {n}", (), f"Page {n} mentions the warranty once beside other words.", None) for n in range(4)]
    engine = build_engine(IndexedPassage(page, *row[:3], "en") for page, row in enumerate(rows))

    hits = engine.search("warranty").hits

    assert (hits[0].number, min(hit.score for hit in hits) > 0) == (0, True)


@pytest.mark.parametrize(
    ("question", "matched", "absent"),
    [("email", ("email",), ()), ("EMAIL desk", ("EMAIL", "desk"), ()), ("mailer", (), ("mailer",))],
)
def test_a_word_that_the_site_writes_with_a_hyphen_is_found_without_it(question, matched, absent):
    rows = [("Account", (), "Members write to the e-mail desk.", None), ("Boats", (), "The red boat is mended.", None)]
    ranking = build_engine(passages(rows)).search(question)
    assert (first(ranking), ranking.matched, ranking.absent) == (None if absent else 0, matched, absent)


@pytest.mark.parametrize("question", ["sign-in", "sign in members"])
def test_a_hyphened_word_is_found_with_and_without_its_hyphen(question):
    rows = [("Sign painting", "Our painter letters a shop sign in two days."),
            ("Account", "Members sign-in with a brass card at the e-mail desk. Signing in takes a minute."),
            ("Hours", "The counter opens at half past eight on weekdays. The yard holds carts in summer.")]  # fmt: skip
    engine = build_engine(IndexedPassage(page, title, (), text, "en") for page, (title, text) in enumerate(rows))

    assert first(engine.search(question)) == 1


def test_a_term_of_half_the_passages_scores_above_zero():
    rows = [IndexedPassage(0, "A", (), "refund window", "en"), IndexedPassage(1, "B", (), "hours", "en")]
    engine = build_engine(rows)

    assert engine.search("refund").hits[0].score > 0


def test_an_engine_without_passages_answers_none():
    assert build_engine([]).search("anything").verdict == "none"


def test_a_cached_engine_answers_as_the_one_built(club, tmp_path):
    build_engine(passages(), cache=tmp_path, digest="one")

    opened = open_engine(tmp_path, "one")

    assert opened is not None
    assert opened.search("borrow a kayak", explain=True) == club.search("borrow a kayak", explain=True)


def test_a_cache_of_other_data_is_not_used(tmp_path):
    build_engine(passages(), cache=tmp_path, digest="one")

    assert open_engine(tmp_path, "two") is None
    assert open_engine(tmp_path / "nowhere", "one") is None


@pytest.mark.parametrize("keep", [0, 10, 1000, -1])
def test_a_damaged_cache_is_not_used(tmp_path, keep):
    build_engine(passages(), cache=tmp_path, digest="one")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:keep])

    assert open_engine(tmp_path, "one") is None


def test_a_changed_site_is_indexed_as_if_anew(tmp_path):
    build_engine(passages(), cache=tmp_path, digest="one")
    changed = [("News", (), "The zoo opens its max_pages gate.", None), *CLUB[1:]]

    again = build_engine(passages(changed), cache=tmp_path, digest="two")

    anew = build_engine(passages(changed))
    for question in ("zoo gate", "borrow a kayak", "max_pages", "Rückerstattung"):
        assert again.search(question) == anew.search(question)


def test_importing_the_interface_loads_neither_numpy_nor_rank_bm25():
    code = "import sys, mcp_server.engine; sys.exit(bool({'numpy', 'rank_bm25'} & set(sys.modules)))"

    assert subprocess.run([sys.executable, "-c", code], timeout=30, check=False).returncode == 0


def test_a_build_that_breaks_off_leaves_the_earlier_cache_and_nothing_else(tmp_path):
    build_engine(passages(), cache=tmp_path, digest="one")

    def broken():
        yield from passages()
        raise OSError("the file went away")

    with pytest.raises(OSError, match="went away"):
        build_engine(broken(), cache=tmp_path, digest="two")

    assert [file.name for file in tmp_path.iterdir()] == ["index.cache"]
    assert open_engine(tmp_path, "two") is None
    assert open_engine(tmp_path, "one") is not None
