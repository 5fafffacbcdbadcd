"""The whole way once: crawl a site with the real spider, ask it questions with the real search.

`python -m demo` uses the sample shop in demo/site; `python -m demo --url URL --question Q` a real site.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from demo.questions import questions_from
from demo.serve import FolderServer
from mcp_server.excerpt import excerpt_of
from sitecrawl import passagefile
from sitecrawl.datafolder import data_folder

ROOT = Path(__file__).parents[1]
SHOP = Path(__file__).parent / "site"
QUESTIONS = (
    "How much does delivery to Austria cost?",
    "When is the mill shop open on Saturday?",
    "When do I get my money back?",
    "Can I pay with Bitcoin?",
)
ANSWERED = {"strong", "partial"}
SEARCH_SECONDS = 120
STOP_SECONDS = 20
INDENT = 3
MOST_LINES = 4
WIDTH = 300
INTERRUPTED, TERMINATED = 130, 143

out = Console(highlight=False, soft_wrap=False)


class DemoError(Exception):
    """The demonstration cannot go on; `code` is the exit code, the text one sentence or nothing."""

    def __init__(self, code: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration; the exit code is 0, or that of the step that failed."""
    options = _options(arguments)
    signal.signal(signal.SIGTERM, _stop)
    try:
        if options.url:
            _show_site(options.url, options.question, data_folder(), options.pages)
        else:
            _show_shop(options.question or QUESTIONS)
    except DemoError as failure:
        if str(failure):
            sys.stderr.write(f"{failure}\n")
        return failure.code
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return INTERRUPTED
    except OSError as error:
        sys.stderr.write(f"The demonstration could not go on: {error}.\n")
        return 1
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m demo", description="Crawl a site and ask it questions.")
    parser.add_argument("--url", help="a real site; without it the sample shop is crawled on loopback")
    parser.add_argument("--question", action="append", help="ask this; may be given again")
    parser.add_argument("--pages", type=int, default=150, help="pages of a real site at most (150)")
    return parser.parse_args(arguments)


def _show_shop(questions: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="site-knowledge-demo-") as folder, _shop() as base:
        out.print(f"The sample shop is open at {base}. Crawling it as any other site:\n")
        data = Path(folder)
        _crawl(base, data, 100)
        _ask_all(questions, passagefile.site_name(base), data)
    out.print('\nThe sample and its files are removed again. Now a real one: make demo URL=https://example.com Q="…"')


def _show_site(url: str, questions: Sequence[str] | None, data: Path, pages: int) -> None:
    out.print(f"Crawling at most {pages} pages of {escape(url)}, politely: about a second a page.\n")
    begun = time.time()
    _crawl(url, data, pages)
    file = _file_of(url, data, begun)
    site = passagefile.site_of_stem(file.stem)
    _ask_all(questions or questions_from(file), site, data)
    out.print(f'\nAsk more: python -m mcp_server search "…" --site {site}')


@contextmanager
def _shop() -> Iterator[str]:
    """The sample shop on a free port of loopback, closed at the end."""
    with FolderServer(SHOP) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield server.base
        finally:
            server.shutdown()


def _crawl(url: str, data: Path, pages: int) -> None:
    command = ["scrapy", "crawl", "site", "-a", f"url={url}", "-a", f"max_pages={pages}"]
    command += ["-s", f"SITECRAWL_DATA_DIR={data}"]
    if _is_loopback(url):
        # nobody else's server is burdened
        for name, seconds in (("DOWNLOAD_DELAY", "0.02"), ("AUTOTHROTTLE_START_DELAY", "0.02")):
            command += ["-s", f"{name}={seconds}"]
    begun = time.monotonic()
    out.print(f"[dim]$ python -m {escape(' '.join(command))}[/dim]")
    code = _run([sys.executable, "-m", *command])
    if code:
        # the crawl's last line has said what was wrong and what to do
        raise DemoError(code)
    out.print(f"\nCrawled in {time.monotonic() - begun:.1f} s.")


def _run(command: Sequence[str]) -> int:
    """Run a crawl in this terminal; when this program is stopped, the crawl is given time to close its files."""
    # a group of its own: a Ctrl-C while the crawl still loads its libraries would end in a traceback
    with subprocess.Popen(command, cwd=ROOT, process_group=0) as process:
        try:
            return process.wait()
        except (KeyboardInterrupt, SystemExit):
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
            raise


def _stop(*_: object) -> None:
    sys.exit(TERMINATED)


def _file_of(url: str, data: Path, begun: float) -> Path:
    """The passage file a crawl left; a site that moved to or from www. is named after who answered."""
    file = data / (passagefile.file_stem(passagefile.site_name(_with_scheme(url))) + passagefile.SUFFIX)
    if file.is_file() and file.stat().st_mtime >= begun - 1:
        return file
    fresh = [path for path in data.glob(f"*{passagefile.SUFFIX}") if path.stat().st_mtime >= begun - 1]
    if not fresh:
        raise DemoError(1, f"No passage file for {url} is in {data}: see the crawl's report there.")
    return max(fresh, key=lambda path: path.stat().st_mtime)


def _ask_all(questions: Sequence[str], site: str, data: Path) -> None:
    if not questions:
        out.print('\nThe site has no headings to ask about: give a question with Q="…"')
    for question in questions:
        _print_answer(question, _ask(question, site, data))


def _ask(question: str, site: str, data: Path) -> dict[str, Any]:
    """The reply of the real search, as its `--json` gives it."""
    command = [sys.executable, "-m", "mcp_server", "search", question, "--site", site, "--data", str(data), "--json"]
    try:
        done = subprocess.run(
            command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8", timeout=SEARCH_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise DemoError(1, f"The search for “{question}” took more than {SEARCH_SECONDS} s and was stopped.") from None
    if done.returncode:
        raise DemoError(done.returncode, done.stderr.strip().rpartition("\n")[2])
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


def _print_answer(question: str, reply: dict[str, Any]) -> None:
    out.print(f"\n[bold]Q: {escape(question)}[/bold]")
    verdict, confidence = reply["verdict"], reply["confidence"]
    if verdict not in ANSWERED:
        out.print(f"[yellow]A: No answer on this site[/yellow] ({verdict}, confidence {confidence:.2f}).")
        absent = reply["terms"]["absent"]
        reason = f"On no page of it: {', '.join(absent)}." if absent else reply["advice"]
        out.print(Padding.indent(escape(reason), INDENT))
        return
    best = reply["results"][0]
    path = " › ".join([best["title"], *(name for name in best["headings"] if name != best["title"])])
    out.print(f"[green]A: {escape(path)}[/green] ({verdict}, confidence {confidence:.2f})")
    above = [best["title"], *best["headings"]]
    for line in excerpt_of(best["text"], question, best["lang"], above, most=MOST_LINES, width=WIDTH):
        out.print(Padding.indent(escape(line), INDENT))
    out.print(f"   [cyan]{escape(best['url'])}[/cyan], fetched {best['fetched_at']}")


def _is_loopback(url: str) -> bool:
    host = urlsplit(_with_scheme(url)).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _with_scheme(url: str) -> str:
    return url if "://" in url else f"https://{url}"


if __name__ == "__main__":
    sys.exit(main())
