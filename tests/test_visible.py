"""What cannot be seen goes; what a script needs stays."""

from __future__ import annotations

import pytest

from mcp_server.visible import one_line, visible, visible_json


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb\ufeffc\u2060", "abc"),
        ("pay \u202eevil\u202c\u2066x\u2069", "pay evilx"),
        ("hi\U000e0069\U000e0067\U000e007f", "hi"),
        ("x\ufe01\U000e0101y", "xy"),
        ("soft\u00adhyphen", "softhyphen"),
        ("bell\x07 esc\x1b[0m", "bell esc[0m"),
        ("tab\tline\n", "tab\tline\n"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u200cb", "ab"),
        ("👩\u200d🔧 ❤\ufe0f", "👩\u200d🔧 ❤\ufe0f"),
        ("a\u200db", "ab"),
        ("half \ud800", "half \ufffd"),
    ],
)
def test_only_what_can_be_seen_is_left(text, seen):
    assert visible(text) == seen


def test_keys_and_values_of_json_are_cleaned_and_bounded_in_depth():
    assert visible_json({"a\u200b": ["x\u202e", float("nan"), 3]}) == {"a": ["x", None, 3]}
    assert visible_json({"a": {"b": {"c": 1}}}, depth=2) == {"a": {"b": None}}


def test_a_line_is_cut_with_an_ellipsis():
    assert one_line("a\n b\tc") == "a b c"
    assert one_line("abcdef", 4) == "abc…"
