"""Cold and warm start, latency and memory of searching, beside other engines.

python -m bench.speed --tree DIR --passages N [--engines core,full,…] [--json FILE]

Each engine runs in a process of its own. Times are without imports; cold is from the passages'
texts on disk to the first answer, warm from what the engine itself keeps on disk. The slow ones
(rank_bm25) answer the first 100 queries only.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.engines import ENGINES, SLOW
from bench.passagetree import draw_queries, write_passages
from bench.report import finish

_QUERIES = 1000
_SLOW_QUERIES = 100


def run_engine(name: str, folder: str, sender: Any) -> None:
    """Measure one engine; what it needs is imported before any clock starts."""
    import numpy as np

    engine = ENGINES[name](Path(folder))
    queries = json.loads((Path(folder) / "queries.json").read_text("utf-8"))[: _SLOW_QUERIES if name in SLOW else None]
    begin = time.perf_counter()
    engine.build()
    engine.search(queries[0])
    cold = time.perf_counter() - begin
    times = []
    for query in queries:
        begin = time.perf_counter()
        engine.search(query)
        times.append(1000 * (time.perf_counter() - begin))
    peak = _peak_mb()
    engine.close()
    begin = time.perf_counter()
    engine.reopen()
    engine.search(queries[0])
    warm = time.perf_counter() - begin
    sender.send({"cold_s": cold, "warm_s": warm, "p50_ms": float(np.percentile(times, 50)),
                 "p99_ms": float(np.percentile(times, 99)), "peak_mb": peak})  # fmt: skip


def _peak_mb() -> float:
    # getrusage in a new process begins with its parent's peak; Linux also tells the process's own
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text("ascii", "replace").split("\n") if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource
    import sys

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(name: str, folder: Path) -> dict[str, float] | None:
    """One engine in a fresh process; None when it dies (for want of memory, as a rule)."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=run_engine, args=(name, str(folder), sender))
    process.start()
    sender.close()
    try:
        figures: dict[str, float] | None = receiver.recv()
    except EOFError:
        figures = None
    process.join()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, required=True, help="a folder of HTML documentation")
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--engines", default=",".join(ENGINES), help="which to run, separated by commas")
    parser.add_argument("--json", type=Path, help="write the last line to this file as well")
    arguments = parser.parse_args()
    found: dict[str, dict[str, float] | None] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        headings = write_passages(arguments.tree, arguments.passages, folder / "passages.jsonl")
        (folder / "queries.json").write_text(json.dumps(draw_queries(headings, _QUERIES)), "utf-8")
        print(f"{'engine':14} {'cold s':>8} {'warm s':>8} {'p50 ms':>9} {'p99 ms':>9} {'peak MB':>8}")
        for engine in arguments.engines.split(","):
            figures = found[engine] = measure(engine, folder)
            if figures is None:
                print(f"{engine:14} did not finish")
                continue
            cells = [figures[key] for key in ("cold_s", "warm_s", "p50_ms", "p99_ms", "peak_mb")]
            print("{:14} {:8.2f} {:8.3f} {:9.3f} {:9.3f} {:8.0f}".format(engine, *cells), flush=True)
    finish({"passages": arguments.passages, "engines": found}, arguments.json)


if __name__ == "__main__":
    main()
