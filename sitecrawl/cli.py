"""The installed command `site-knowledge`: every command of the project, from any folder."""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NoReturn

from sitecrawl import __version__
from sitecrawl.cliflags import CRAWL_FLAGS, FOLDER_FLAGS, SERVER_COMMANDS
from sitecrawl.crawlprocess import crawl_command, run_crawl
from sitecrawl.datafolder import data_folder, folder_name
from sitecrawl.errors import SiteKnowledgeError, UsageRefused
from sitecrawl.recrawl import refresh_sites, worst
from sitecrawl.report import read_report
from sitecrawl.sitepaths import SitePaths
from sitecrawl.sites import count_site, exact_site, list_sites, remove_site, resolve_site, typed_names
from sitecrawl.sitetable import SiteRow, print_sites
from sitecrawl.summary import print_summary, printable
from sitecrawl.wording import Caller, in_words_of

USAGE_ERROR = 2
INTERRUPTED = 130


_OPTIONS = [
    "--" + name.replace("_", "-") for name in (*CRAWL_FLAGS, *FOLDER_FLAGS, "data", "force", "watch", "json", "all")
]


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        unknown = message.partition("unrecognized arguments: ")[2].partition(" ")[0].partition("=")[0]
        close = difflib.get_close_matches(unknown, _OPTIONS, 1)
        hint = f"Did you mean {close[0]}?" if close else f"See: {self.prog} --help"
        raise UsageRefused(f"{self.prog}: {message}. {hint}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. A user's error is one sentence on stderr and exit 2."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if arguments and arguments[0] in SERVER_COMMANDS:
            return _hand_over(arguments)
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = options.run
        return command(options)
    except SiteKnowledgeError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        # the reader of our output has gone (`| head`); what is left must not be flushed into it
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return _refuse(
            f"{error.filename or 'site-knowledge'}: {error.strerror or error}. Check the folder and try again."
        )
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="site-knowledge", description="Crawl a website politely and ask it questions.")
    parser.add_argument("--version", action="version", version=f"site-knowledge {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, words: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".", allow_abbrev=False)
        one.add_argument("--data", metavar="DIR", help="the data folder")
        one.set_defaults(run=run)
        return one

    crawl = add("crawl", "crawl a site and publish its passages", _crawl)
    crawl.add_argument("url", metavar="URL", help="start address; a host alone will do")
    _add_flags(crawl, CRAWL_FLAGS)
    crawl.add_argument("--force", action="store_true", help="publish past the gate")
    folder = add("folder", "read a folder of Markdown, HTML or text", _folder)
    folder.add_argument("path", metavar="DIR", help="the folder")
    _add_flags(folder, FOLDER_FLAGS)
    folder.add_argument("--watch", action="store_true", help="stay and read it again when files change")
    sites = add("sites", "list the sites of the data folder", _sites)
    sites.add_argument("--json", action="store_true", help="for a program")
    report = add("report", "show the report of a site's last crawl", _report)
    report.add_argument("site", metavar="HOST")
    report.add_argument("--json", action="store_true", help="the report as stored")
    refresh = add("refresh", "repeat crawls with their own arguments, one line a site", _refresh)
    refresh.add_argument("site", metavar="HOST", nargs="?")
    refresh.add_argument("--all", action="store_true", help="every site of the data folder")
    remove = add("remove", "delete a site's passages, report and working files", _remove)
    remove.add_argument("site", metavar="HOST")
    for one in (crawl, folder, refresh):
        one.add_argument(
            "-s",
            dest="settings",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            type=_setting,
            help="a Scrapy setting",
        )
    for name, words in SERVER_COMMANDS.items():
        # handed over before parsing: listed here for --help
        commands.add_parser(name, help=words, add_help=False)
    return parser


def _setting(text: str) -> str:
    if not text.partition("=")[0].isidentifier() or "=" not in text:
        raise argparse.ArgumentTypeError(f"{text} is no setting; give one like DOWNLOAD_DELAY=2")
    return text


def _add_flags(parser: argparse.ArgumentParser, flags: dict[str, str]) -> None:
    for name, words in flags.items():
        parser.add_argument("--" + name.replace("_", "-"), metavar=name.upper(), help=words)


def _given(options: argparse.Namespace, flags: Sequence[str]) -> dict[str, str]:
    return {name: getattr(options, name) for name in flags if getattr(options, name) is not None}


def _crawl(options: argparse.Namespace) -> int:
    arguments = {"url": options.url, **_given(options, list(CRAWL_FLAGS))}
    if options.force:
        arguments["force"] = "1"
    return run_crawl(crawl_command("site", arguments, _named_data(options), options.settings)).code


def _folder(options: argparse.Namespace) -> int:
    path = Path(options.path).expanduser().absolute()
    arguments = {"path": str(path), "name": folder_name(path), **_given(options, list(FOLDER_FLAGS))}
    if options.watch:
        arguments["watch"] = "1"
    return run_crawl(crawl_command("folder", arguments, _named_data(options), options.settings)).code


def _sites(options: argparse.Namespace) -> int:
    data = _say_data(options)
    now = datetime.now(UTC)
    rows = [SiteRow.of(data, site, now) for site in list_sites(data)]
    if options.json:
        print(json.dumps({"sites": [asdict(row) for row in rows]}, ensure_ascii=False, indent=1))
    elif rows:
        print_sites(rows, sys.stdout)
    else:
        print(f"No site in {data}. Crawl one: site-knowledge crawl URL", file=sys.stderr)
    return 0


def _report(options: argparse.Namespace) -> int:
    data = _say_data(options)
    site = _resolve(data, options.site)
    path = SitePaths(data, site).report
    report = read_report(path)
    if options.json:
        print(json.dumps(asdict(report), ensure_ascii=False, indent=1))
        return 0
    counts = count_site(data, site)
    published = "published" if report.published else "not published"
    print(printable(f"{site}: {report.finished_at}, {report.finish_reason}, {published}"))
    print_summary(report, sys.stdout, counts.passages if counts else None, partial(in_words_of, Caller.INSTALLED))
    return 0


def _refresh(options: argparse.Namespace) -> int:
    data = data_folder(options.data)
    sites = [site for site in list_sites(data) if SitePaths(data, site).report.is_file()]
    if options.all and options.site:
        raise UsageRefused(f"Refresh either {options.site} or --all, not both.")
    if options.site:
        sites = [_resolve(data, options.site)]
    elif not options.all and len(sites) > 1:
        raise UsageRefused(f"Which site? Name one of: {', '.join(sites[:10])}; or --all.")
    if not sites:
        raise UsageRefused(f"No crawl report in {data}. Crawl a site first: site-knowledge crawl URL")
    codes = []
    for code, line in refresh_sites(data, sites, options.settings):
        print(line, flush=True)
        codes.append(code)
    return worst(codes)


def _remove(options: argparse.Namespace) -> int:
    data = _say_data(options)
    site = exact_site(options.site, list_sites(data))
    removed = remove_site(data, site)
    print(f"{site}: removed {', '.join(path.relative_to(data).as_posix() for path in removed)}")
    return 0


def _resolve(data: Path, name: str) -> str:
    sites = list_sites(data)
    return resolve_site(name, sites, typed_names(data, sites))


def _named_data(options: argparse.Namespace) -> Path | None:
    return data_folder(options.data) if options.data else None


def _say_data(options: argparse.Namespace) -> Path:
    data = data_folder(options.data)
    print(f"Data folder: {data}", file=sys.stderr)
    return data


def _hand_over(arguments: list[str]) -> int:
    """Run a command of the other process in this one; `serve` is what it does without a command."""
    try:
        server = importlib.import_module("mcp_server.__main__")
    except ModuleNotFoundError as error:
        raise UsageRefused(
            f"site-knowledge {arguments[0]} needs {error.name}, which is not installed. "
            "Install site-knowledge again, in its checkout: pip install --force-reinstall ."
        ) from None
    serving = arguments[0] == "serve"
    code = server.main(arguments[1:] if serving else arguments, caller="site-knowledge", serving=serving)
    return code if isinstance(code, int) else 0


def _refuse(sentence: str) -> int:
    print(printable(sentence), file=sys.stderr)
    return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
