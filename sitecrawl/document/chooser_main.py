"""Features of where a run stands against the page's main text: the group of runs with the most prose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sitecrawl.document.chooser_groups import Groups
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Shape


def add_main_text(columns: Columns, runs: Runs, shape: Shape, alike: Groups) -> None:
    """Add how far a run is from the main text by rows and in the tree, what the smallest element around both
    holds (`joint`), and what the child of that holds in which the run stands (`branch_of_joint`).
    """
    row = np.arange(columns.rows)
    group = int(np.argmax(alike.total(shape.prose)))
    members = np.flatnonzero(alike.number == group)
    columns.add("past_main", row - members[-1])
    columns.add("into_main", row - members[0])
    main = runs.node[int(members[np.argmax(shape.size[members])])]
    joints, branches, towards = _joints(runs.parent, main)
    joint, branch = joints[shape.node], branches[shape.node]
    columns.add("main_up", shape.depth[main] - shape.depth[joint])
    columns.add("main_out", shape.depth[shape.node] - shape.depth[joint])
    prose = shape.below(shape.prose)
    all_prose = max(float(shape.prose.sum()), 1)
    size = np.maximum(shape.node_size, 1)
    columns.add("joint_share", shape.node_size[joint] / shape.total)
    columns.add("joint_density", shape.node_linked[joint] / size[joint])
    columns.add("joint_prose", prose[joint] / all_prose)
    own = np.where(towards[joint] >= 0, prose[towards[joint]], 0)
    columns.add("joint_main", own / all_prose)
    has = branch >= 0
    columns.add("branch_of_joint_share", np.where(has, shape.node_size[branch] / shape.total, 0))
    columns.add("branch_of_joint_density", np.where(has, shape.node_linked[branch] / size[branch], -1))
    columns.add("branch_of_joint_prose", np.where(has, prose[branch] / size[branch], -1))
    columns.add("branch_of_joint_prose_share", np.where(has, prose[branch] / all_prose, -1))
    columns.add("branch_of_joint_against", np.where(has, prose[branch] / np.maximum(own, 1), -1))
    columns.add("branch_of_joint_after", np.where(has, np.sign(row - shape.start[main]), 0))


def _joints(parent: list[int], main: int) -> tuple[Any, Any, Any]:
    """For each node the smallest one around it and `main`, the child of that in which it stands (-1: none), and
    the child in which `main` stands (-1: none).
    """
    joint, branch, towards = list(range(len(parent))), [-1] * len(parent), [-1] * len(parent)
    around = {main}
    node = main
    while parent[node] >= 0:
        towards[parent[node]] = node
        node = parent[node]
        around.add(node)
    for node, above in enumerate(parent):
        if node not in around:
            joint[node] = joint[above]
            branch[node] = node if above in around else branch[above]
    return np.array(joint), np.array(branch), np.array(towards)
