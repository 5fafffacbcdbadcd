"""How much of a documentation page's structure survives into its passages.

    python -m bench.structure --gold FILE --trees DIR [--left-out DATA] [--json FILE] [--worst N]

FILE has a page a line (`family, tree, path, text, headings, code, cells`), DIR holds the unpacked
trees by name; a tree `…/sites/NAME` is looked for in the `sites` folder beside the data as well.
Everything is measured on passages: a gold heading counts when it stands in the heading path of
one (the title is the outermost), a passage heading that is no gold heading counts against
precision, a code line counts when it stands unchanged, indentation aside, in one passage, a cell
when its words stand in one, an anchor when it is an id of the page. With `--left-out`, marked pages as
`bench.train_extraction` takes them, the chooser that reads a family's pages was trained on all but these.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.report import finish
from sitecrawl.document import read_document
from sitecrawl.passagefile import Passage
from sitecrawl.passages.splitter import split_document

MEASURES = ("headings", "headings_precision", "code", "tables", "anchors", "text_f1")
_WORD = re.compile(r"\w+")
_IMAGE = re.compile(r"!\[(?:[^\[\]\\]|\\.)*\]\([^()\s]*\)")
_TARGET = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_NUMBER = re.compile(r"^\s*\d+\. ", re.M)
_IDS = re.compile(r"""(?:\bid|<a\s[^>]*?\bname)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)


@dataclass
class Tally:
    """Found and all, for one measure."""

    found: float = 0
    all: float = 0

    def add(self, found: float, all_: float) -> None:
        self.found += found
        self.all += all_

    @property
    def share(self) -> float:
        return self.found / self.all if self.all else 1.0


def plain(markdown: str) -> str:
    """Markdown without link targets, escapes, list numbers and marks, and without images: the gold has no
    alternative texts, and a list's numbers are no text of its page.
    """
    markdown = _NUMBER.sub("", _IMAGE.sub(" ", markdown))
    return _ESCAPE.sub(r"\1", _TARGET.sub("] ", markdown)).replace("`", " ").replace("*", " ")


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def same(text: str) -> str:
    return "".join(words(text)) or text.strip()


def find_page(gold: dict[str, Any], trees: Path, data: Path) -> Path:
    """The page's file below the trees, or below the `sites` folder beside the data."""
    name = Path(gold["tree"]).name
    roots = [trees / name, data.parent / "sites" / name, trees / gold["tree"]]
    return next((root / gold["path"] for root in roots if (root / gold["path"]).is_file()), roots[0] / gold["path"])


def page_text(title: str, passages: Iterable[Passage]) -> str:
    """Title, headings and text in order, each heading once."""
    parts: list[str] = [title]
    before: list[str] = []
    for passage in passages:
        common = 0
        while common < min(len(before), len(passage.headings)) and before[common] == passage.headings[common]:
            common += 1
        parts.extend(passage.headings[common:])
        parts.append(plain(passage.text[passage.overlap :]))
        before = passage.headings
    return "\n".join(parts)


def f1(text: str, gold: str) -> float:
    ours, theirs = Counter(words(text)), Counter(words(gold))
    common = sum((ours & theirs).values())
    total = sum(ours.values()) + sum(theirs.values())
    return 2 * common / total if total else 1.0


def holds_line(passages: list[Passage], line: str) -> bool:
    """Whether a passage holds the line, or the whole lines that it is made of.

    Where a highlighter ends lines with `<br>`, the gold has a block's lines in one.
    """
    if any(line == ours.strip() for passage in passages for ours in passage.text.split("\n")):
        return True
    bare = "".join(line.split())
    for passage in passages:
        lines = ["".join(ours.split()) for ours in passage.text.split("\n")]
        starts = [number for number, ours in enumerate(lines) if ours and bare.startswith(ours)]
        for start in starts:
            joined = ""
            for ours in lines[start:]:
                joined += ours
                if joined == bare:
                    return True
                if not bare.startswith(joined):
                    break
    return False


def measure(gold: dict[str, Any], file: Path, tallies: dict[str, Tally]) -> tuple[float, list[str]]:
    """Add a page to the tallies; its text F1 and what was lost of it."""
    body = file.read_bytes()
    document = read_document(body, "https://docs.example/" + gold["path"], None)
    # contact facts of a footer are kept once per site; the gold is the page's own content
    document = replace(document, blocks=tuple(block for block in document.blocks if block.region == "main"))
    passages = split_document(document, "docs.example")
    lost: list[str] = []
    # the gold lists h1 to h4: what stands deeper is neither right nor wrong
    path_headings = {
        same(heading)
        for passage in passages
        for heading, level in zip(passage.headings, passage.levels, strict=True)
        if level <= 4
    }
    kept = path_headings | {same(document.title)}
    wanted = [heading for heading in gold["headings"] if words(heading)]
    lost += [f"heading lost: {heading}" for heading in wanted if same(heading) not in kept]
    tallies["headings"].add(sum(same(heading) in kept for heading in wanted), len(wanted))
    right = {same(heading) for heading in wanted}
    lost += [f"heading too much: {heading}" for heading in path_headings - right]
    tallies["headings_precision"].add(len(path_headings & right), len(path_headings))
    code = [line.strip() for block in gold["code"] for line in block if line.strip()]
    missing = [line for line in code if not holds_line(passages, line)]
    lost += [f"code: {line}" for line in missing]
    tallies["code"].add(len(code) - len(missing), len(code))
    texts = ["".join(words(plain(passage.text))) for passage in passages]
    cells = [cell for cell in gold["cells"] if words(cell)]
    missing = [cell for cell in cells if not any("".join(words(cell)) in text for text in texts)]
    lost += [f"cell: {cell}" for cell in missing]
    tallies["tables"].add(len(cells) - len(missing), len(cells))
    source = body.decode("utf-8", "replace")
    ids = {html.unescape(next(part for part in found if part)) for found in _IDS.findall(source) if any(found)}
    anchors = [passage.anchor for passage in passages if passage.anchor is not None]
    lost += [f"anchor: {anchor}" for anchor in anchors if anchor not in ids]
    tallies["anchors"].add(sum(anchor in ids for anchor in anchors), len(anchors))
    score = f1(page_text(document.title, passages), gold["text"])
    tallies["text_f1"].add(score, 1)
    return score, lost


def read_gold(file: Path) -> list[dict[str, Any]]:
    """The gold pages, in the file's order."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def measure_all(
    golds: Iterable[dict[str, Any]], arguments: argparse.Namespace
) -> tuple[dict[str, dict[str, Tally]], list[tuple[float, str, list[str]]]]:
    """The tallies of each family, and of each page its score, its name and what was lost; what is not there is told."""
    families: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    worst: list[tuple[float, str, list[str]]] = []
    absent: Counter[str] = Counter()
    for gold in golds:
        page = find_page(gold, arguments.trees, arguments.gold.resolve().parents[1])
        if not page.is_file():
            absent[gold["tree"]] += 1
            continue
        score, lost = measure(gold, page, families[gold["family"]])
        worst.append((score - len(lost), f"{gold['family']} {gold['path']} F1 {score:.3f}", lost))
    for tree, count in absent.items():
        print(f"{count} pages of {tree} are not below {arguments.trees}: unpack it there first.")
    return families, worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--worst", type=int, default=0, help="list what the N worst pages lost")
    parser.add_argument("--left-out", type=Path, metavar="DATA", help="train without each family (needs lightgbm)")
    arguments = parser.parse_args()
    started = time.perf_counter()
    golds = read_gold(arguments.gold)
    if arguments.left_out:
        from bench.structure_left_out import measure_left_out

        families, worst = measure_left_out(golds, arguments)
    else:
        families, worst = measure_all(golds, arguments)
    seconds = time.perf_counter() - started
    result = report(families)
    for _, name, lost in sorted(worst)[: arguments.worst]:
        print(name, *lost[:12], sep="\n    ")
    print(f"{len(worst)} pages in {seconds:.1f} s")
    finish(result, arguments.json)


def report(families: dict[str, dict[str, Tally]]) -> dict[str, Any]:
    """Print the table; overall figures are means over families, as pages differ in size."""
    by_family = {
        family: {name: round(tallies[name].share, 4) for name in MEASURES}
        for family, tallies in sorted(families.items())
    }
    print(f"{'family':24}" + "".join(f"{name:>20}" for name in MEASURES))
    for family, row in by_family.items():
        print(f"{family:24}" + "".join(f"{row[name]:>20.3f}" for name in MEASURES))
    overall = {
        name: round(sum(row[name] for row in by_family.values()) / len(by_family), 4) if by_family else 0.0
        for name in MEASURES
    }
    print(f"{'mean':24}" + "".join(f"{overall[name]:>20.3f}" for name in MEASURES))
    return {**overall, "by_family": by_family}


if __name__ == "__main__":
    main()
