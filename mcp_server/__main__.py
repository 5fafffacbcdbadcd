"""The server's commands: MCP over stdio without one, search and evaluate in a terminal."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from mcp_server.speech import CHECKOUT, to_client, to_person
from sitecrawl import __version__
from sitecrawl.datafolder import data_folder
from sitecrawl.errors import SiteKnowledgeError, UsageRefused

if TYPE_CHECKING:
    from mcp_server.library import Library
    from mcp_server.wanted import Wanted

USAGE_ERROR = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Refuses in one sentence instead of a page of usage."""

    # of a question: `--max-pages` is one when it stands first and is no option of the command
    may_begin_with_dash = False

    def parse_known_args(  # type: ignore[override]  # argparse takes any object for a namespace
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        given = list(sys.argv[1:] if args is None else args)
        first = given[0] if self.may_begin_with_dash and given else ""
        if first.startswith("-") and first != "--" and first.partition("=")[0] not in self._option_string_actions:
            given = [*given[1:], "--", first]
        return super().parse_known_args(given, namespace)

    def error(self, message: str) -> NoReturn:
        raise UsageRefused(f"{self.prog}: {message}. See: {self.prog} --help")


def main(argv: Sequence[str] | None = None, caller: str = CHECKOUT, *, serving: bool = False) -> int:
    """Run one command; its exit code. What a user can mend is a sentence on stderr and exit 2.

    `caller` is how the user called us, and what hints and --help name; `serving` takes no command but serves.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        options = _parser(caller, serving).parse_args(argv)
        if options.command == "search":
            return _search(options)
        if options.command == "evaluate":
            return _evaluate(options)
        if options.command == "http":
            return _http(options)
        if options.command == "gaps":
            return _gaps(options)
        return _serve(options)
    except SiteKnowledgeError as error:
        if not getattr(error, "told", False):
            print(error, file=sys.stderr)  # noqa: T201  the sentence is for the user
        return USAGE_ERROR
    except BrokenPipeError:
        # the reader of our output has gone (`| head`); what is left must not be flushed into it
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser(caller: str, serving: bool) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=f"{caller} serve" if serving else caller,
        description="Answer questions about crawled sites: MCP over stdio"
        + ("." if serving else ", or a command in the terminal."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"site-knowledge {__version__}")
    parser.add_argument("--data", metavar="DIR", help="the data folder")
    parser.add_argument("--folder", metavar="DIR", help="a folder of Markdown to index and serve (or DOCS_DIR)")
    parser.add_argument("--site", metavar="URL", help="a site to crawl when its file is missing or old")
    parser.set_defaults(caller=caller, command=None)
    if serving:
        return parser
    commands = parser.add_subparsers(dest="command", metavar="{search,evaluate,http,gaps}")
    search = commands.add_parser("search", help="ask a question in the terminal", allow_abbrev=False)
    search.may_begin_with_dash = True
    search.add_argument("question", metavar="QUESTION")
    search.add_argument("--site", metavar="HOST", help="one of the sites, or '*' for all (default: the only one)")
    search.add_argument("--limit", type=int, default=5, metavar="N", help="most results, 1 to 25 (5)")
    search.add_argument("--path-prefix", metavar="P", help="only pages under this path, whole segments")
    search.add_argument("--lang", metavar="TAG", help="only pages in this language")
    search.add_argument("--explain", action="store_true", help="each term's part of each score")
    evaluate = commands.add_parser("evaluate", help="measure your own questions on a site", allow_abbrev=False)
    evaluate.add_argument("file", metavar="FILE", help='one {"query": …, "urls": […]} a line')
    evaluate.add_argument("--site", metavar="HOST", help="one of the sites, or '*' for all (default: the only one)")
    http = commands.add_parser("http", help="MCP over Streamable HTTP", allow_abbrev=False)
    http.add_argument("--host", default="127.0.0.1", metavar="HOST", help="address to bind to (127.0.0.1)")
    http.add_argument("--port", type=int, default=8000, metavar="PORT", help="port to bind to (8000; 0: a free one)")
    http.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a name under which it is reached"
    )
    gaps = commands.add_parser("gaps", help="questions that the sites could not answer", allow_abbrev=False)
    for command in (search, evaluate, gaps):
        command.add_argument("--json", action="store_true", help="for a program")
    for command in (search, evaluate, http, gaps):
        # not None, which would undo a --data given before the command
        command.add_argument("--data", metavar="DIR", default=argparse.SUPPRESS, help="the data folder")
    return parser


def _named_folder(options: argparse.Namespace) -> Path:
    folder = data_folder(options.data)
    print(f"Data folder: {folder}", file=sys.stderr, flush=True)  # noqa: T201  the contract wants it said
    return folder


def _library(options: argparse.Namespace) -> Library:
    """The sites of the data folder, for a person."""
    from mcp_server.library import Library

    folder = _named_folder(options)
    return Library(folder, speech=to_person(options.caller, folder if options.data else None))


def _search(options: argparse.Namespace) -> int:
    from mcp_server import terminal
    from mcp_server.searching import Question

    question = Question(
        options.question, options.site, options.path_prefix, options.lang, options.limit, explain=options.explain
    )
    return terminal.search(_library(options), question, as_json=options.json)


def _evaluate(options: argparse.Namespace) -> int:
    from mcp_server import terminal

    return terminal.evaluate(_library(options), Path(options.file), options.site, as_json=options.json)


def _http(options: argparse.Namespace) -> int:
    folder = _named_folder(options)

    from mcp_server.transports.http import run_http

    speech = to_client(options.caller, folder if options.data else None)
    run_http(folder, options.host, options.port, options.allow_host, speech)
    return 0


def _gaps(options: argparse.Namespace) -> int:
    from mcp_server import terminal
    from mcp_server.environment import server_settings

    log = server_settings().query_log
    if log is None:
        raise UsageRefused(
            "No query log is kept. Set SITE_KNOWLEDGE_QUERY_LOG=FILE for the server and for this command."
        )
    return terminal.gaps(log, as_json=options.json)


def _wanted(options: argparse.Namespace) -> Wanted | None:
    folder: str | None = options.folder or os.environ.get("DOCS_DIR")
    if options.site and options.folder:
        raise UsageRefused("Give --folder or --site, not both.")
    if not options.site and not folder:
        return None

    from mcp_server.wanted import wanted_folder, wanted_site

    return wanted_site(options.site) if options.site else wanted_folder(Path(folder or "."), data_folder(options.data))


def _serve(options: argparse.Namespace) -> int:
    from mcp_server.transports.wire import claim_wire

    wanted = _wanted(options)
    if sys.stdin is not None and sys.stdin.isatty():
        said = "Serving MCP over stdio, which a client starts and talks to; Ctrl-D ends it."
        print(said, file=sys.stderr, flush=True)  # noqa: T201  a person at a terminal sees nothing else happen
    try:
        wire = claim_wire()
    except OSError as error:
        raise UsageRefused(
            f"stdin and stdout must be open for MCP over stdio ({error}). Start it from a client."
        ) from None
    folder = _named_folder(options)
    # what is imported stays: looking through it for garbage costs a seventh of the time to the
    # handshake; run_stdio turns the collector on again behind it
    gc.disable()

    from mcp_server.transports.stdio import run_stdio

    run_stdio(folder, wire, wanted, to_client(options.caller, folder if options.data else None))
    # a thread may still be building an index: the client has gone, nobody waits for it
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
