"""Does the report of a crawl account for every file of the tree that was served?

    python -m bench.account --tree DIR --data DATA --site HOST[:PORT]

A file is accounted for when its address is a page of the passage file or is named in the report:
skipped under a rule, or failed. What no page names cannot be met by a crawl: it is listed apart,
by its ending.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from urllib.parse import quote, urlsplit

from sitecrawl.frontier.canonical import normalize
from sitecrawl.passagefile import Page, read
from sitecrawl.report import read_report
from sitecrawl.sitepaths import SitePaths


def account(tree: Path, paths: SitePaths) -> dict[str, object]:
    """Counts of the tree's files: indexed, skipped by rule, failed, and the ones that nothing names."""
    base = f"http://{paths.site}"
    report = read_report(paths.report)
    rules = {_path(entry): rule for rule, found in report.skipped.items() for entry in found["urls"]}
    failed = {_path(entry) for entry in report.failed}
    pages = {urlsplit(r.value.url).path for r in read(paths.passages) if isinstance(r.value, Page)}
    found: Counter[str] = Counter()
    unnamed: Counter[str] = Counter()
    missing_pages = []
    for file in sorted(path for path in tree.rglob("*") if path.is_file()):
        path = urlsplit(normalize(f"{base}/{quote(file.relative_to(tree).as_posix())}") or "").path
        spellings = [path] + ([path.removesuffix("index.html")] if path.endswith("/index.html") else [])
        rule = next((rules[spelling] for spelling in spellings if spelling in rules), None)
        if any(spelling in pages for spelling in spellings):
            found["indexed"] += 1
        elif rule is not None:
            found[f"skipped: {rule}"] += 1
        elif failed.intersection(spellings):
            found["failed"] += 1
        else:
            unnamed[file.suffix or file.name] += 1
            if file.suffix in {".html", ".htm", ".md", ".txt"}:
                missing_pages.append(path)
    return {"files": dict(found), "unnamed": dict(unnamed), "unnamed_pages": missing_pages}


def _path(entry: str | dict[str, str]) -> str:
    url = entry if isinstance(entry, str) else entry["url"]
    return urlsplit(url).path


def main() -> None:
    """Print the account and end with one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--site", required=True)
    options = parser.parse_args()
    result = account(options.tree, SitePaths(options.data, options.site))
    for kind, rows in (("accounted for", result["files"]), ("named by no page", result["unnamed"])):
        print(kind)
        for name, count in sorted(rows.items(), key=lambda row: -row[1]):  # type: ignore[attr-defined]
            print(f"  {count:6} {name}")
    for path in list(result["unnamed_pages"])[:20]:  # type: ignore[call-overload]
        print(f"  no page names {path}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
