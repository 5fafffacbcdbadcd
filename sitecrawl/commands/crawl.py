"""`scrapy crawl`, with our checks before it, our exit codes and one last sentence after it."""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import filelock
from scrapy import signals
from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.exceptions import UsageError
from scrapy.settings import get_settings_priority

from sitecrawl.arguments import SiteArguments, read_arguments
from sitecrawl.datafolder import data_folder
from sitecrawl.errors import UsageRefused
from sitecrawl.folderarguments import FolderArguments, read_folder_arguments
from sitecrawl.session import Closing
from sitecrawl.sitepaths import SitePaths
from sitecrawl.startup import check_browser, check_settings
from sitecrawl.summary import last_line, print_summary
from sitecrawl.wording import Caller, in_words_of

_USAGE, _BUG = 2, 1
# each spider's arguments are checked here, before a crawler is made
_DOORS: dict[str, Callable[[Mapping[str, str]], SiteArguments | FolderArguments]] = {
    "site": read_arguments,
    "folder": read_folder_arguments,
}


class Command(ScrapyCrawl):
    """Runs one spider; its arguments are checked first, and it ends with the contract's exit codes."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check, crawl, and say how it ended as the last line of stderr."""
        assert self.settings is not None
        say = partial(in_words_of, Caller(self.settings["CALLER"]))
        try:
            spider, arguments, folder = self._checked(args, opts)
            lock = _lock(folder, arguments)
        except UsageRefused as error:
            print(say(str(error)), file=sys.stderr)
            self.exitcode = _USAGE
            return
        print(f"Data folder: {folder}", file=sys.stderr)
        with lock:
            closing = self._crawl(spider, opts)
        if closing is None:
            print(
                "The crawl did not run; this is a bug. Run it again with -s LOG_LEVEL=DEBUG and report what it says.",
                file=sys.stderr,
            )
            self.exitcode = _BUG
            return
        print_summary(closing.report, sys.stderr, closing.passages if closing.exit_code == 0 else None, say)
        facts = replace(closing.facts, data=shlex.quote(str(folder)) if self._folder_was_named() else "")
        print(say(last_line(closing.exit_code, facts)), file=sys.stderr)
        self.exitcode = closing.exit_code

    def _checked(self, args: list[str], opts: argparse.Namespace) -> tuple[str, SiteArguments | FolderArguments, Path]:
        if len(args) != 1:
            raise UsageError("one spider is needed: scrapy crawl site -a url=https://example.com")
        assert self.crawler_process is not None and self.settings is not None
        # a live crawl is started by the server, which reads what it streams
        known = [name for name in self.crawler_process.spider_loader.list() if name in _DOORS]
        if args[0] not in known:
            raise UsageRefused(f"No spider is called {args[0]}. There are: {', '.join(known)}.")
        folder = data_folder(self.settings.get("SITECRAWL_DATA_DIR"))
        check_settings(self.settings)
        arguments = _DOORS[args[0]](opts.spargs)
        if isinstance(arguments, SiteArguments):
            check_browser(self.settings, arguments.render)
        _try_writing(folder)
        return args[0], arguments, folder

    def _folder_was_named(self) -> bool:
        """Whether the data folder was named on the command line: another command has to name it too."""
        assert self.settings is not None
        priority = self.settings.getpriority("SITECRAWL_DATA_DIR") or 0
        return priority >= get_settings_priority("cmdline")

    def _crawl(self, spider: str, opts: argparse.Namespace) -> Closing | None:
        assert self.crawler_process is not None
        crawler = self.crawler_process.create_crawler(spider)
        closed: list[str] = []

        def note(reason: str) -> None:
            closed.append(reason)

        crawler.signals.connect(note, signals.spider_closed)
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        session = getattr(crawler.spider, "session", None)
        if session is not None and not closed:
            # a second signal stops the reactor before the spider is closed: the report is still owed
            crawler.signals.send_catch_log(signals.spider_closed, spider=crawler.spider, reason="shutdown")
        return session.closing if session is not None else None


def _try_writing(folder: Path) -> None:
    """Raises UsageRefused when the data folder cannot be made or written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> UsageRefused:
    words = error.strerror or error
    return UsageRefused(
        f"The data folder {folder} cannot be written ({words}). Name another: -s SITECRAWL_DATA_DIR=DIR"
    )


def _lock(folder: Path, arguments: SiteArguments | FolderArguments) -> filelock.BaseFileLock:
    """The site's lock, held; raises UsageRefused when another crawl holds it."""
    site = arguments.site
    path = SitePaths(folder, site).lock
    lock = filelock.FileLock(path, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise UsageRefused(f"Another crawl of {site} is running. Wait for it, or stop it first.") from None
    except OSError as error:
        raise _unwritable(folder, error) from None
    return lock
