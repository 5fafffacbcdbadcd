"""One engine of `bench.speed`, measured in a process that holds nothing else.

python -m bench.enginerun NAME FOLDER: FOLDER holds `passages.jsonl` and `queries.json`; the last
line printed is the figures as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.engines import ENGINES, Candidate

_ENOUGH_SECONDS = 60.0
_FEWEST = 50


def measure(name: str, folder: Path) -> dict[str, float]:
    """Cold start, latency, peak memory and warm start; what is imported is so before any clock starts.

    An engine that has answered for a minute is asked no more, fifty queries apart.
    """
    import numpy as np

    engine = ENGINES[name](folder)
    queries = json.loads((folder / "queries.json").read_text("utf-8"))
    imported = _peak_mb()
    begin = time.process_time()
    cold = _timed(engine, engine.build, queries[0])
    cold_cpu = time.process_time() - begin
    times: list[float] = []
    for query in queries:
        if sum(times) > 1000 * _ENOUGH_SECONDS and len(times) >= _FEWEST:
            break
        begin = time.perf_counter()
        engine.search(query)
        times.append(1000 * (time.perf_counter() - begin))
    peak = _peak_mb()
    engine.close()
    warm = _timed(engine, engine.reopen, queries[0])
    p50, p99 = (float(np.percentile(times, share)) for share in (50, 99))
    return {
        "cold_s": cold,
        "cold_cpu_s": cold_cpu,
        "warm_s": warm,
        "p50_ms": p50,
        "p99_ms": p99,
        "peak_mb": peak,
        "imports_mb": imported,
        "queries": len(times),
    }


def _timed(engine: Candidate, start: Callable[[], None], query: str) -> float:
    begin = time.perf_counter()
    start()
    engine.search(query)
    return time.perf_counter() - begin


def _peak_mb() -> float:
    # getrusage in a new process begins with its parent's peak; Linux also tells the process's own
    status = Path("/proc/self/status")
    if status.is_file():
        line = next(line for line in status.read_text("ascii", "replace").split("\n") if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))))
