"""Documents and sections of a folder of Markdown, counted twice: in the passage file that the crawl
made, and line by line in the sources, by rules that share no code with the crawl."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import unquote

from bench.report import finish
from sitecrawl.passagefile import read_pages

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
COMMENT = re.compile(r"<!--.*?-->", re.S)
DEFINITION = re.compile(r" {0,3}\[[^\]^]+\]:\s")
BLOCK = re.compile(r" {0,3}(?:[-*+>|<]|\d+[.)]\s)")


def sections(text: str) -> int:
    """Headings with text of their own, or with nothing at all under them; text before the first one."""
    found: list[list[int]] = [[0, 0]]  # level and words of text
    fence = ""
    paragraph, paragraph_words = False, 0
    for line in COMMENT.sub("", text.replace("\r\n", "\n")).split("\n"):
        mark, atx, setext = FENCE.match(line), ATX.match(line), SETEXT.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and not mark[2].strip()
            found[-1][1] += 0 if closes else len(re.findall(r"\w", line))
            fence = "" if closes else fence
        elif mark:
            fence, paragraph = mark[1], False
        elif atx and re.search(r"\w", atx[2] or ""):
            found.append([len(atx[1]), 0])
            paragraph = False
        elif setext and paragraph:
            found[-1][1] -= paragraph_words
            found.append([1 if "=" in setext[1] else 2, 0])
            paragraph = False
        elif not DEFINITION.match(line):
            starts = bool(line.strip()) and not BLOCK.match(line) and (paragraph or not line.startswith("    "))
            words = len(re.findall(r"\w", line))
            paragraph_words = (paragraph_words if paragraph else 0) + words
            paragraph = starts
            found[-1][1] += words
    return _standing(found)


def _standing(found: list[list[int]]) -> int:
    standing = 0
    for number, (level, words) in enumerate(found):
        following = found[number + 1][0] if number + 1 < len(found) else 0
        # the first heading names the page: it is no section without text, and takes the text before it
        named = number == 1 and (words or found[0][1])
        stub = number > 1 and (not following or following <= level)
        standing += bool(named if number == 1 else (words or stub) and number) or (number == 0 and len(found) == 1)
    return standing


def crawl(tree: Path, data: Path) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "folder", "-a", f"path={tree.absolute()}", "-a", "name=bench"]
    subprocess.run([*command, "-s", f"SITECRAWL_DATA_DIR={data}"], check=True, stderr=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.folder", description=__doc__)
    parser.add_argument("--tree", type=Path, required=True, help="a folder of Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the last line is written too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        begun = time.perf_counter()
        crawl(options.tree, Path(data))
        seconds = time.perf_counter() - begun
        ours = {
            unquote(entry.page.url.partition("://bench/")[2]): len({p.id.partition("~")[0] for p in entry.passages})
            for entry in read_pages(Path(data) / "bench.jsonl")
        }
    counted = {
        path.relative_to(options.tree).as_posix(): sections(path.read_text("utf-8", "replace"))
        for path in sorted(options.tree.rglob("*.md"))
    }
    ours = {name: number for name, number in ours.items() if name.endswith(".md")}
    differing = {name: (ours.get(name, 0), number) for name, number in counted.items() if ours.get(name, 0) != number}
    print(f"{'':30}{'ours':>8}{'counted':>9}")
    print(f"{'documents':30}{len(ours):>8}{len(counted):>9}")
    print(f"{'sections':30}{sum(ours.values()):>8}{sum(counted.values()):>9}")
    for name, (here, there) in differing.items():
        print(f"  {name[-28:]:28}{here:>8}{there:>9}")
    finish(
        {
            "documents": {"ours": len(ours), "counted": len(counted)},
            "sections": {"ours": sum(ours.values()), "counted": sum(counted.values())},
            "documents_equal": len(counted) - len(differing),
            "seconds": round(seconds, 1),
        },
        options.json,
    )


if __name__ == "__main__":
    main()
