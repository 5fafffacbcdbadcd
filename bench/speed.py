"""Cold and warm start, latency and memory of searching, beside other engines.

python -m bench.speed --tree DIR --passages N [--engines core,full,…] [--minutes 15] [--json FILE]

What is the same for all: each engine runs alone in a process of its own that has imported what it
needs and nothing else. Cold is from the passages' lines on disk to the first answer, so reading and
analysing the text are a part of it (`cold_cpu_s` is its processor time, which a busy machine does
not lengthen); warm is from what the engine itself keeps on disk. Times are without imports. Peak
memory is the most that the process ever had resident (imports, and pages of mapped files, included)
from its start to its last query; what Python and the imports alone take stands under `imports_mb`.
Nobody keeps the texts: an answer is the numbers of ten passages.

What differs: core, rank_bm25 and bm25s take the tokens of `bench.referencetokens` (stop words out,
each word stemmed once), tantivy and FTS5 their own English analysis, full the product's, with stop
words, names, links and pages. rank_bm25 is the stock class with the lists and dictionaries it asks
for. An engine stops asking after a minute of queries, but asks fifty; one that takes longer than
`--minutes` in all is ended.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.engines import ENGINES
from bench.passagetree import draw_queries, write_passages
from bench.report import finish

_QUERIES = 1000
_COLUMNS = ("cold_s", "cold_cpu_s", "warm_s", "p50_ms", "p99_ms", "peak_mb")


def run(name: str, folder: Path, minutes: float) -> dict[str, float] | str:
    """The figures of one engine in a fresh process, or the sentence that says why there are none."""
    command = [sys.executable, "-m", "bench.enginerun", name, str(folder)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, timeout=60 * minutes, check=False)
    except subprocess.TimeoutExpired:
        return f"ended after {minutes:g} minutes"
    if done.returncode:
        return f"ended with code {done.returncode}: for want of memory, if no error is printed above"
    figures: dict[str, float] = json.loads(done.stdout.split(b"\n")[-2])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, required=True, help="a folder of HTML documentation")
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--engines", default=",".join(ENGINES), help="which to run, separated by commas")
    parser.add_argument("--minutes", type=float, default=15, help="how long one engine may take")
    parser.add_argument("--json", type=Path, help="write the last line to this file as well")
    arguments = parser.parse_args()
    found: dict[str, dict[str, float] | None] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        headings = write_passages(arguments.tree, arguments.passages, folder / "passages.jsonl")
        (folder / "queries.json").write_text(json.dumps(draw_queries(headings, _QUERIES)), "utf-8")
        print(f"{'engine':14} {'cold s':>8} {'CPU s':>8} {'warm s':>8} {'p50 ms':>9} {'p99 ms':>9} {'peak MB':>8}")
        for engine in arguments.engines.split(","):
            figures = run(engine, folder, arguments.minutes)
            if isinstance(figures, str):
                print(f"{engine:14} {figures}", flush=True)
                found[engine] = None
                continue
            found[engine] = figures
            cells = [figures[key] for key in _COLUMNS]
            print("{:14} {:8.2f} {:8.2f} {:8.3f} {:9.3f} {:9.3f} {:8.0f}".format(engine, *cells), flush=True)
    finish({"passages": arguments.passages, "engines": found}, arguments.json)


if __name__ == "__main__":
    main()
