"""stdin and stdout as the protocol's own: nothing else reads from them or writes to them."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import dataclass
from typing import BinaryIO


def log_to_stderr() -> None:
    """Plain log lines on stderr, in a process that serves and does nothing else."""
    # the SDK would import rich (0.1 s of the handshake) to draw boxes around log lines, and does
    # without where it is missing; None in sys.modules is Python's own word for missing
    sys.modules.setdefault("rich.console", None)  # type: ignore[arg-type]
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")


@dataclass(frozen=True)
class Wire:
    """Where messages come from and go to, as bytes."""

    source: BinaryIO
    sink: BinaryIO


def claim_wire() -> Wire:
    """Take stdin and stdout: whatever prints from now on prints to stderr, child processes too.

    To be called before anything else is imported or printed. Raises OSError when one of them is closed.
    """
    sys.stdout.flush()
    wire = Wire(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return wire
