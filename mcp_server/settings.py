"""The one configuration of ranking, for every site and language, each number with its reason.

Tuned on development data (English abstracts, claims, policies, encyclopaedia questions in nine
languages, a manual's own index); `bench/retrieval` measures it again.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """Weights are factors on a BM25 score of their own, unless said otherwise."""

    k1: float = 1.2  # lower than rank-bm25's 1.5: passages are short, a third use adds little
    b: float = 0.6  # passages are cut to similar lengths, what is left of length says less
    title: float = 2.0  # contract, section 8: occurrences in the title count twice
    heading: float = 3.0  # contract, section 8: occurrences in the heading path count three times
    part: float = 0.25  # `max` of `max_pages`: found, but far behind the word itself
    depth: int = 100  # passages re-ranked; 200 adds under 0.1 points and takes half as long again
    stop: float = 0.3  # stop words decide between equals and nothing else
    grams: float = 0.2  # character 4-grams: inflection, compounds, spelling
    cjk_grams: float = 0.5  # single characters beside bigrams
    thai_grams: float = 0.0  # trigrams overlap enough as they are
    title_alone: float = 0.4  # a title is short: its own length norm finds pages by name
    pairs: float = 0.3  # two words of the question in its order, at most `pair_gap` apart
    pair_gap: int = 2
    compound: float = 1.5  # sign-in: its halves are words, but the hyphened word is rarer than both
    distance: float = 0.2  # 1 / distance² of words of the question next to each other
    surface: float = 0.2  # the form as typed, beside its stem
    definition: float = 15.0  # likeness of question and a name the passage defines (dt, first cell, id) …
    definition_share: float = 1.0  # … at most this share of the question's idf
    defined: float = 2  # an identifier of the question is the very name that the passage defines
    stressed: float = 0.7  # likewise words that the passage stresses, as texts do where they bring in a term
    likeness: float = 4.0  # weighted Jaccard of question and title or last heading; in score units …
    likeness_share: float = 0.8  # … at most this share of the question's idf: a small site's words weigh little
    page: float = 0.4  # the page as a whole is about it
    page_b: float = 0.4  # long pages are long because they have more to say
    second_of_page: float = 0.7  # factor on the score of the second passage of a page
    cited: float = 0.04  # share of its score that a page gains for every e-fold of pages that link to it
    listing: float = 0.35  # share of its score that a mere list of links loses: it names all and tells nothing
    telling: float = 0.35  # likewise release notes and news, unless a version or what is new is asked for


DEFAULT = RankingSettings()
