"""Features of where a run stands against the page's main text: the group of runs with the most prose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sitecrawl.document.chooser_groups import Groups
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Shape


def add_main_text(columns: Columns, runs: Runs, shape: Shape, alike: Groups) -> None:
    """Add how far a run is from the main text: by rows from its first and last run; by elements up from its longest
    run, and out again, to the run.
    """
    row = np.arange(columns.rows)
    group = int(np.argmax(alike.total(shape.prose)))
    members = np.flatnonzero(alike.number == group)
    columns.add("past_main", row - members[-1])
    columns.add("into_main", row - members[0])
    main = runs.node[int(members[np.argmax(shape.size[members])])]
    joint = _joints(runs.parent, main)[shape.node]
    columns.add("main_up", shape.depth[main] - shape.depth[joint])
    columns.add("main_out", shape.depth[shape.node] - shape.depth[joint])


def _joints(parent: list[int], main: int) -> Any:
    """For each node the smallest one around it and `main`."""
    joint = list(range(len(parent)))
    around, node = {main}, main
    while parent[node] >= 0:
        node = parent[node]
        around.add(node)
    for node, above in enumerate(parent):
        if node not in around:
            joint[node] = joint[above]
    return np.array(joint)
