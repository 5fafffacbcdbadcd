"""Features of where a run stands: sizes around it, the core of the page, marks of its ancestors."""

from __future__ import annotations

from typing import Any

import numpy as np

from sitecrawl.document.chooser_marks import MARKS
from sitecrawl.document.chooser_runs import Runs
from sitecrawl.document.chooser_shape import Columns, Shape


def add_surroundings(columns: Columns, shape: Shape) -> None:
    """Add the sizes of five elements around a run, and how far it is from the core of the page."""
    up = _distinct_parents(shape)
    node = shape.node
    for level in range(5):
        size = np.maximum(shape.node_size[node], 1)
        columns.add(f"up{level}_share", size / shape.total)
        columns.add(f"up{level}_density", shape.node_linked[node] / size)
        columns.add(f"up{level}_mean", size / np.maximum(shape.node_runs[node], 1))
        node = up[node]
    content = shape.below(shape.prose)
    path, kept = _core(shape.parent, content)
    row = np.arange(columns.rows)
    # the elements of the path lie in each other
    begun = np.searchsorted(shape.start[path], row, side="right")
    not_ended = len(path) - np.searchsorted(shape.end[path][::-1], row, side="right")
    for share in (0.8, 0.6, 0.4):
        steps = next((step for step, part in enumerate(kept) if part < share), len(kept)) + 1
        columns.add(f"core{share}_left", steps - np.minimum(np.minimum(begun, not_ended), steps))
        core = path[steps - 1]
        columns.add(f"core{share}_share", shape.node_size[core] / shape.total)
        below = np.where(row < shape.start[core], row - shape.start[core], np.maximum(row - shape.end[core] + 1, 0))
        columns.add(f"core{share}_distance", below)
    # the child of the core in which a run stands
    top = _child_of(core, shape, columns.rows)
    columns.add("branch_share", np.where(top >= 0, shape.node_size[top] / shape.total, 0))
    columns.add("branch_density", np.where(top >= 0, shape.node_linked[top] / np.maximum(shape.node_size[top], 1), 1))
    columns.add("branch_content", np.where(top >= 0, content[top] / np.maximum(shape.node_size[top], 1), 0))
    columns.add("depth", shape.depth[shape.node])


def _distinct_parents(shape: Shape) -> Any:
    up = shape.parent.copy()
    sizes = shape.node_size
    parents = shape.parent.tolist()
    found = up.tolist()
    size = sizes.tolist()
    for node, parent in enumerate(parents):
        found[node] = node if parent < 0 else parent if size[parent] > size[node] else found[parent]
    return np.array(found)


def _core(parent: Any, content: Any) -> tuple[list[int], list[float]]:
    """The way from the root down, at each element to the child with the most content, and the share of the
    element's content that each child has.
    """
    path, shares = [0], []
    while content[path[-1]]:
        children = np.flatnonzero(parent == path[-1])
        if not len(children):
            break
        best = int(children[np.argmax(content[children])])
        shares.append(float(content[best] / content[path[-1]]))
        path.append(best)
    return path, shares


def _child_of(core: int, shape: Shape, rows: int) -> Any:
    top = np.full(rows, -1)
    for child in np.flatnonzero(shape.parent == core).tolist():
        top[shape.start[child] : shape.end[child]] = child
    return top


def add_marks(columns: Columns, runs: Runs, shape: Shape, of_run: Any) -> None:
    """Add what tags, roles and names of the elements around a run say (`of_run`), and the largest landmarks."""
    own = np.array(runs.marks, np.int64)
    for name, bit in MARKS.items():
        columns.add(f"in_{name}", (of_run & bit) != 0)
    near = own[shape.node] | own[np.maximum(shape.parent[shape.node], 0)]
    for name in ("card", "date", "author", "action", "title", "description", "tags", "price", "user", "content"):
        columns.add(f"near_{name}", (near & MARKS[name]) != 0)
    for name in ("main", "article"):
        held = np.flatnonzero((own & MARKS[name]) != 0)
        held = held[[runs.tags[n] == name or name == "main" for n in held.tolist()]] if len(held) else held
        best = int(held[np.argmax(shape.node_size[held])]) if len(held) else -1
        row = np.arange(columns.rows)
        inside = (shape.start[best] <= row) & (row < shape.end[best]) if best >= 0 else np.zeros(columns.rows)
        columns.add(f"largest_{name}", inside)
        columns.add(f"largest_{name}_share", shape.node_size[best] / shape.total if best >= 0 else 0)
        columns.add(f"count_{name}", min(len(held), 30))
