import pytest

from sitecrawl.frontier.content_signal import read_signals, refused_use
from sitecrawl.frontier.pagerules import Directives, page_directives


def directives(meta=(), headers=(), signals=(), **options):
    return page_directives(meta, headers, signals, "SiteKnowledge", **options)


@pytest.mark.parametrize(
    ("agent", "content", "index", "follow"),
    [
        ("robots", "noindex", False, True),
        ("robots", "NOINDEX,NOFOLLOW", False, False),
        ("robots", "none", False, False),
        ("robots", "index, nofollow", True, False),
        ("robots", "noindex nofollow", False, False),
        ("robots", "index, noindex", False, True),
        ("robots", "all, max-snippet:-1", True, True),
        ("siteknowledge", "noindex", False, True),
        ("SiteKnowledge", "nofollow", True, False),
        ("otherbot", "noindex", True, True),
    ],
)
def test_meta_robots_speaks_to_everyone_or_to_one_agent(agent, content, index, follow):
    found = directives(meta=[(agent, content)])
    assert (found.index, found.follow) == (index, follow)


@pytest.mark.parametrize(
    ("header", "index", "follow"),
    [
        ("noindex", False, True),
        ("noindex, nofollow", False, False),
        ("SiteKnowledge: noindex", False, True),
        ("otherbot: noindex", True, True),
        ("otherbot: noindex, siteknowledge: nofollow", True, False),
        ("otherbot: noindex, nofollow", True, True),
        ("unavailable_after: 25 Jun 2030 15:00:00 PST", True, True),
        ("max-snippet: 20, noindex", False, True),
        ("*: none", False, False),
        ("unavailable_after: Tue, 25 Jun 2030 15:00:00 PST, noindex", False, True),
    ],
)
def test_x_robots_tag_may_name_an_agent_before_its_words(header, index, follow):
    found = directives(headers=[header])
    assert (found.index, found.follow) == (index, follow)


def test_the_strictest_of_generic_and_own_directives_counts():
    found = directives(meta=[("robots", "index, follow"), ("siteknowledge", "noindex")], headers=["nofollow"])
    assert found == Directives(index=False, follow=False, rule="meta robots noindex")


@pytest.mark.parametrize("use", ["ai-input", "search"])
def test_a_content_signal_against_our_use_forbids_indexing(use):
    found = directives(signals=[f"ai-train=no, {use}=no"])
    assert found == Directives(index=False, rule=f"Content-Signal {use}=no", signal=f"Content-Signal {use}=no")


def test_a_content_signal_can_be_reported_without_being_obeyed():
    found = directives(signals=["ai-input=no"], obey_signals=False)
    assert found == Directives(signal="Content-Signal ai-input=no")


@pytest.mark.parametrize(
    ("value", "signals"),
    [
        ("search=yes, ai-input=no", {"search": True, "ai-input": False}),
        ("search=yes,ai-train=no", {"search": True, "ai-train": False}),
        ("Search = YES ; AI-Input = No", {"search": True, "ai-input": False}),
        ("ai-input=maybe, search", {}),
        ("ai_input=no", {"ai-input": False}),
        ("", {}),
    ],
)
def test_signals_are_pairs_of_a_use_and_yes_or_no(value, signals):
    assert read_signals(value) == signals


def test_training_is_not_what_we_do():
    assert refused_use({"ai-train": False, "search": True}) is None
