import json
import subprocess
import sys

import pytest

ROWS = [[0, "Boats", ["Repairs"], "Report every leak of a kayak."], [0, "Boats", [], "Members borrow a kayak."]]
ROWS += [[number, "Hours", [], f"The counter opens at {number}."] for number in range(1, 12)]
FIGURES = {"cold_s", "cold_cpu_s", "warm_s", "p50_ms", "p99_ms", "peak_mb", "imports_mb", "queries"}


@pytest.mark.parametrize("engine", ["core", "full", "rank_bm25", "sqlite_fts5"])
def test_an_engine_is_measured_in_a_process_of_its_own(engine, tmp_path):
    (tmp_path / "passages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    (tmp_path / "queries.json").write_text(json.dumps(["kayak leak", "counter"]), "utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "bench.enginerun", engine, str(tmp_path)], capture_output=True, timeout=120, check=True
    )

    figures = json.loads(done.stdout.split(b"\n")[-2])
    assert (set(figures), figures["queries"]) == (FIGURES, 2)
    assert 0 < figures["imports_mb"] <= figures["peak_mb"]
