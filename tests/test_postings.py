from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_server import postings
from mcp_server.postings import PostingsWriter
from mcp_server.spool import Spools

TERMS = 6
BLOCKS = st.lists(st.lists(st.lists(st.integers(0, TERMS - 1), max_size=5), max_size=4), max_size=5)


def written(blocks, spools=None):
    writer = PostingsWriter(spools=spools)
    done = 0
    for block in blocks:
        docs = [done + place for place, terms in enumerate(block) for _ in terms]
        writer.add(np.array(docs, np.int32), np.array([term for terms in block for term in terms], np.int32))
        done += len(block)
    return writer.finish(TERMS)


@settings(deadline=None)
@given(BLOCKS, st.sampled_from([1, 3, 1 << 19]))
def test_postings_put_together_part_by_part_are_those_counted_at_once(blocks, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "_PART", size)
        found = written(blocks)

    counted = Counter(
        (term, doc) for doc, terms in enumerate([terms for block in blocks for terms in block]) for term in terms
    )
    pairs = list(zip(found.terms_of(0, len(found.docs)).tolist(), found.docs.tolist(), strict=True))
    assert pairs == sorted(counted)
    assert found.frequencies.tolist() == [counted[pair] for pair in pairs]
    assert found.document_frequencies().tolist() == [sum(term == t for term, _ in counted) for t in range(TERMS)]


def test_postings_are_the_same_through_files(tmp_path):
    blocks = [[[number % TERMS, number % 2] for number in range(50)] for _ in range(4)]

    on_disk, in_memory = written(blocks, Spools(tmp_path)), written(blocks)

    for name in ("starts", "docs", "frequencies"):
        assert getattr(on_disk, name).tolist() == getattr(in_memory, name).tolist()
