"""`unavailable_after`: pages that their owner wants gone after a date."""

from datetime import UTC, datetime

import pytest

from sitecrawl.frontier.pagerules import page_directives
from sitecrawl.frontier.unavailable import judge_dates

NOW = datetime(2026, 12, 1, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("date", "is_past"),
    [
        ("2020-09-21", True),
        ("2026-11-30", True),
        ("2026-12-01", False),  # a day is past when it is over
        ("2026-12-01T15:59:00+01:00", True),  # 14:59 UTC
        ("2026-12-01T15:59:00Z", False),
        ("2026-12-01 14:59:00 UTC", True),
        ("25 Jun 2010 15:00:00 PST", True),
        ("25-Aug-2007 15:00:00 EST", True),
        ("Tue, 01 Dec 2026 16:30:00 +0200", True),  # 14:30 UTC
        ("Tue, 01 Dec 2026 16:30:00 +0100", False),
        ("Wednesday, 25-Jun-25 15:00:00 GMT", True),
        ("Tuesday, 25-Jun-30 15:00:00 GMT", False),
        ("Wed Jun 25 15:00:00 2025", True),
        ("June 25, 2025", True),
        ("31 Feb 2020", False),
        ("soon", False),
    ],
)
def test_a_date_in_a_usual_form_is_past_or_not(date, is_past):
    assert ("unavailable_after" in judge_dates(f"unavailable_after: {date}", NOW)) is is_past


def test_a_date_takes_no_directive_beside_it_along():
    judged = judge_dates("nofollow, unavailable_after: Tue, 25 Jun 2030 15:00:00 PST, noindex", NOW)
    assert [word.strip() for word in judged.split(",")] == ["nofollow", "", "noindex"]


@pytest.mark.parametrize(
    ("meta", "header", "rule"),
    [
        ([("robots", "unavailable_after: 2020-09-21")], [], "meta robots unavailable_after"),
        ([("otherbot", "unavailable_after: 2020-09-21")], [], None),
        ([("robots", "unavailable_after: 2999-09-21")], [], None),
        ([], ["unavailable_after: Fri, 25 Jun 2010 15:00:00 PST"], "X-Robots-Tag unavailable_after"),
        ([], ["siteknowledge: unavailable_after: 25 Jun 2010 15:00:00 PST"], "X-Robots-Tag unavailable_after"),
        ([], ["otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST"], None),
        ([], ["otherbot: nosnippet, unavailable_after: 25 Jun 2010 15:00:00 PST"], None),
    ],
)
def test_a_page_past_its_date_is_treated_as_noindex_and_its_links_are_followed(meta, header, rule):
    found = page_directives(meta, header, [], "SiteKnowledge")
    assert (found.index, found.follow, found.rule) == (rule is None, True, rule)
