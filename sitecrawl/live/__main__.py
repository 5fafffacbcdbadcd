"""A live crawl as a process: the job comes as one JSON line on stdin, rows go to stdout.

It ends when stdin does: whoever started it has gone then.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

from sitecrawl.errors import SiteKnowledgeError
from sitecrawl.live.crawl import run_live_crawl
from sitecrawl.live.job import read_job
from sitecrawl.live.session import Write

_REFUSED = 2


def main() -> int:
    """Run one live crawl; its exit code."""
    write = _claim_stdout()
    given = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_leave_with_stdin, daemon=True).start()
    try:
        run_live_crawl(read_job(given), write)
    except SiteKnowledgeError as refusal:
        write({"kind": "refused", "error": str(refusal)})
        return _REFUSED
    return 0


def _claim_stdout() -> Write:
    """Rows alone go to stdout; what anything else prints goes to stderr."""
    rows = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def write(row: dict[str, Any]) -> None:
        rows.write(json.dumps(row).encode("ascii") + b"\n")
        rows.flush()

    return write


def _leave_with_stdin() -> None:
    # not through the buffered reader: its lock would be held at exit
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
