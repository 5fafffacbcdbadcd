"""How like a question is to a name that a passage defines (a term, a first cell, an id)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mcp_server.collection import DEFINED, FIELDS, LAST, STOP, STRESS_END, Collection, ranges
from mcp_server.evidence import Candidates, Matrix, Numbers
from mcp_server.question import Question

Rarities = Callable[[Numbers], Matrix]
"""The idf of terms by their numbers."""
_TERM_BITS = 32


def name_likeness(collection: Collection, candidates: Candidates, question: Question, rarities: Rarities,
                  stressed: float) -> Matrix:  # fmt: skip
    """The likeness of the question to the best name of each candidate, 0 to 1.

    It is the weighted Jaccard index: the idf of what both hold by the idf of what either holds,
    identifiers counted by their parts. 1 is a name that is the question word for word, `stressed`
    the most that stressed words are worth.
    """
    best = np.zeros(len(candidates.rows))
    lengths = candidates.lengths[:, DEFINED]
    begins = np.cumsum(candidates.lengths).reshape(-1, FIELDS)[:, DEFINED] - lengths
    tokens, rows = ranges(begins, lengths), np.repeat(np.arange(len(lengths)), lengths)
    terms, facets, worth, whole = _facets(question)
    if not len(tokens) or not len(terms):
        return best
    words = candidates.words[candidates.places[tokens]]
    ends = words <= STRESS_END
    names: Numbers = np.cumsum(ends) - ends
    size = int(names[-1]) + 1
    # few names share a word with the question: the others need no counting
    kept = np.flatnonzero(_named_by(collection, words, names, terms, size)[names])
    if not len(kept):
        return best
    rows, words, names = rows[kept], words[kept], names[kept]
    owners, named = _terms_of_names(collection, words, names)
    places = np.minimum(np.searchsorted(terms, named), len(terms) - 1)
    known = terms[places] == named
    rest = np.bincount(*_distinct(owners[~known], named[~known], rarities), size)
    shared = np.bincount(*_distinct(owners[known], facets[places[known]], worth.__getitem__), size)
    likeness = shared / (whole + rest)
    likeness[names[words == STRESS_END]] *= stressed
    np.maximum.at(best, rows, likeness[names])
    return best


def defined_identifiers(collection: Collection, candidates: Candidates, question: Question) -> Matrix:
    """Which identifiers of the question (`max_pages`, `--flag`) each candidate defines, by unit and candidate: 1 or 0.

    A name or a heading begins with what it defines; what follows are arguments. One may be qualified where the
    other is not: `lru_cache` and `functools.lru_cache` end alike.
    """
    defined = np.zeros((len(question.units), len(candidates.rows)))
    asked = [number for number, unit in enumerate(question.units) if unit.identifier and not unit.stop]
    if not asked:
        return defined
    places, rows = _first_words(candidates)
    # marking the words is linear, sorting them is not
    marked = np.zeros(len(candidates.words), bool)
    marked[places] = True
    firsts = np.flatnonzero(marked)
    words = candidates.words[firsts]
    for number in asked:
        unit = question.units[number]
        meant = np.zeros(len(candidates.words), bool)
        meant[firsts] = np.isin(collection.terms[words], unit.terms) | _ends_alike(collection, words, unit.parts)
        defined[number, rows[meant[places]]] = 1.0
    return defined


def _first_words(candidates: Candidates) -> tuple[NDArray[np.int32], Numbers]:
    """The words with which names and last headings begin, as places among the distinct ones, and their candidates."""
    begins = np.cumsum(candidates.lengths).reshape(-1, FIELDS) - candidates.lengths
    lengths = candidates.lengths[:, DEFINED]
    places = candidates.places[ranges(begins[:, DEFINED], lengths)]
    rows = np.repeat(np.arange(len(lengths)), lengths)
    # each candidate's names end with an end: the word behind any end begins a name
    ends = (candidates.words <= STRESS_END)[places]
    firsts = np.flatnonzero(np.concatenate(([True], ends[:-1])) & ~ends) if len(places) else np.empty(0, np.int64)
    headed = np.flatnonzero(candidates.lengths[:, LAST])
    headings = candidates.places[begins[headed, LAST]]
    return np.concatenate((places[firsts], headings)), np.concatenate((rows[firsts], headed))


def _ends_alike(collection: Collection, words: Numbers, parts: tuple[int, ...]) -> NDArray[np.bool_]:
    """Whether the shorter of a word and `parts`, of two parts at least, is the end of the longer."""
    alike = np.zeros(len(words), bool)
    if len(parts) < 2 or min(parts) < 0:
        return alike
    starts, ends = collection.part_starts[words], collection.part_starts[words + 1]
    several = np.flatnonzero(ends - starts >= 2)
    for place in several[collection.part_terms[ends[several] - 1] == parts[-1]].tolist():
        own = tuple(collection.part_terms[starts[place] : ends[place]].tolist())
        shorter = min(len(own), len(parts))
        alike[place] = own[-shorter:] == parts[-shorter:]
    return alike


def _named_by(collection: Collection, words: Numbers, names: Numbers, terms: Numbers, size: int) -> NDArray[np.bool_]:
    """Whether each name holds one of the terms, whole or as a part."""
    wanted = np.zeros(len(collection.lexicon), bool)
    wanted[terms] = True
    found = np.zeros(size, bool)
    found[names[wanted[collection.terms[words]]]] = True
    starts = collection.part_starts[words]
    lengths = collection.part_starts[words + 1] - starts
    found[np.repeat(names, lengths)[wanted[collection.part_terms[ranges(starts, lengths)]]]] = True
    return found


def _facets(question: Question) -> tuple[Numbers, Numbers, Matrix, float]:
    """The terms a name may share, ascending, and the facet of the question that each stands for; the
    idf of each facet; the idf of the whole question. A facet is a word, or a part of an identifier.
    """
    terms: dict[int, int] = {}
    worth: list[float] = []
    for unit in (question.units[i] for i in question.content):
        parts: list[tuple[tuple[int, ...], float]] = [
            ((part,), idf) for part, idf in zip(unit.parts, unit.part_idfs, strict=True)
        ]
        for forms, idf in parts or [(unit.terms, unit.idf)]:
            terms.update((term, len(worth)) for term in forms if term >= 0)
            worth.append(idf)
    ordered = sorted(terms)
    facets = np.array([terms[term] for term in ordered], np.int64)
    return np.array(ordered, np.int64), facets, np.array(worth), sum(worth)


def _terms_of_names(collection: Collection, words: Numbers, names: Numbers) -> tuple[Numbers, Numbers]:
    """Name and term of each content word of the names; of an identifier the terms of its parts."""
    kept = (collection.kinds[words] & STOP) == 0
    words, names = words[kept], names[kept]
    starts = collection.part_starts[words]
    lengths = collection.part_starts[words + 1] - starts
    plain = lengths == 0
    owners = np.concatenate((names[plain], np.repeat(names, lengths)))
    terms = np.concatenate((collection.terms[words[plain]], collection.part_terms[ranges(starts, lengths)]))
    return owners, terms.astype(np.int64)


def _distinct(owners: Numbers, things: Numbers, worth: Rarities) -> tuple[NDArray[np.int64], Matrix]:
    """Each pair once: the owners, and what the things are worth."""
    pairs = np.unique(owners << _TERM_BITS | things)
    return pairs >> _TERM_BITS, worth(pairs & ((1 << _TERM_BITS) - 1))
