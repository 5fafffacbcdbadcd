"""The structure benchmark with a family left out of training."""

from __future__ import annotations

import argparse
import json

from bench import structure_left_out

PAGE = "<html><body><main><h1>{0}</h1><p>The mill of {0} grinds rye and wheat on every day but one.</p></main></body>"


def test_a_family_is_read_by_a_chooser_that_saw_the_others_only(tmp_path, monkeypatch):
    golds = []
    for family in ("ada", "bea", "cyd"):
        (tmp_path / "trees" / family).mkdir(parents=True)
        (tmp_path / "trees" / family / "page.html").write_text(PAGE.format(family))
        text = f"{family} The mill of {family} grinds rye and wheat on every day but one."
        lists = {"headings": [family], "code": [], "cells": []}
        golds.append({"family": family, "tree": family, "path": "page.html", "text": text, **lists})
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "gold.jsonl"
    file.write_text("".join(json.dumps(gold) + "\n" for gold in golds))
    seen = []
    monkeypatch.setattr(structure_left_out, "read_pages", lambda folder: [])
    monkeypatch.setattr(structure_left_out, "train", lambda examples: seen.append([one.domain for one in examples]))

    arguments = argparse.Namespace(gold=file, trees=tmp_path / "trees", left_out=tmp_path)
    families, pages = structure_left_out.measure_left_out(golds, arguments)

    assert seen == [["bea", "cyd"], ["ada", "cyd"], ["ada", "bea"]]
    assert {name: tallies["text_f1"].share for name, tallies in families.items()} == {"ada": 1, "bea": 1, "cyd": 1}
    assert len(pages) == 3
