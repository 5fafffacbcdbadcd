"""Runs at the same place in the markup, told alike by every process."""

import os
import subprocess
import sys

from sitecrawl.document.chooser_groups import Groups

# two places in the markup with as much prose: the first in reading order is the main text
TIED = """
import sys
from sitecrawl.document.chooser_features import features
from sitecrawl.document.chooser import page_runs
from sitecrawl.document.chooser_hints import Hints
from sitecrawl.document.tree import parse_page, prepare
words = "one two three four five six seven eight nine ten eleven twelve"
page = "<body>" + "".join(f"<div class=c{i}><p class=p{i}>{words}</p></div>" for i in range(12)) + "</body>"
tree = parse_page(page, "https://a.test/")
prepare(tree)
print(features(page_runs(tree), Hints("https://a.test/")).table(["past_main"])[0].tolist())
"""


def test_groups_are_numbered_in_reading_order():
    groups = Groups([7, -3, 7, 0])

    assert groups.number.tolist() == [0, 1, 0, 2]
    assert groups.count.tolist() == [2, 1, 1]


def test_every_process_takes_the_same_of_two_equal_groups_for_the_main_text():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", TIED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert outputs == {f"{[float(row) for row in range(12)]}\n"}
