"""Cursors are taken by the listing that gave them out, and by no other."""

from __future__ import annotations

import pytest

from mcp_server.cursors import last_url_of, make_cursor

GIVEN = make_cursor("a.test", "/docs", "https://a.test/docs/ü")


def test_a_cursor_holds_where_to_go_on():
    assert last_url_of(GIVEN, "a.test", "/docs") == "https://a.test/docs/ü"


@pytest.mark.parametrize(
    ("cursor", "site", "prefix"),
    [
        (GIVEN, "b.test", "/docs"),
        (GIVEN, "a.test", None),
        (GIVEN[:-1], "a.test", "/docs"),
        ("no-such-cursor", "a.test", "/docs"),
        ("", "a.test", "/docs"),
        ("50", "a.test", "/docs"),
        ("ü.ü", "a.test", "/docs"),
    ],
)
def test_a_cursor_that_was_never_given_out_is_none(cursor, site, prefix):
    assert last_url_of(cursor, site, prefix) is None
