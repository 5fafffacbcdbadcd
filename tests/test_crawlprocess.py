"""Crawls as child processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from sitecrawl.crawlprocess import SETTINGS_MODULE, crawl_command, crawl_environment, run_crawl


@pytest.fixture(autouse=True)
def heard_interrupts():
    """A shell's background job starts with SIGINT ignored; here every run begins as one in a terminal does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


posix = pytest.mark.skipif(os.name != "posix", reason="signals and named pipes are POSIX")


def test_a_crawl_is_the_same_scrapy_command():
    assert crawl_command("site", {"url": "https://a.test", "exclude": "a=b"}, Path("/data")) == [
        sys.executable, "-m", "scrapy", "crawl", "site", "-a", "url=https://a.test", "-a", "exclude=a=b",
        "-s", "SITECRAWL_DATA_DIR=/data", "-s", "CALLER=site-knowledge",
    ]  # fmt: skip


def test_the_child_finds_our_settings_from_any_folder(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    environment = crawl_environment()
    assert environment["SCRAPY_SETTINGS_MODULE"] == SETTINGS_MODULE
    assert environment["PYTHONPATH"].endswith("elsewhere")


def test_a_quiet_crawl_gives_its_code_and_last_line(capfd):
    script = "import sys; print('out'); print('one\\n\\nlast one\\n', file=sys.stderr); sys.exit(4)"
    ended = run_crawl([sys.executable, "-c", script], quiet=True)
    assert (ended.code, ended.last_line, ended.told_to_stop) == (4, "last one", False)
    assert capfd.readouterr() == ("", "")


def test_a_crawl_in_the_terminal_speaks_for_itself(capfd):
    ended = run_crawl([sys.executable, "-c", "import sys; print('said', file=sys.stderr)"])
    assert (ended.code, capfd.readouterr().err) == (0, "said\n")


@posix
def test_a_crawl_that_a_signal_killed_ends_as_a_bug():
    assert run_crawl([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], quiet=True).code == 1


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_reaches_the_crawl_once_and_its_code_comes_back(tmp_path, name):
    pipe = tmp_path / "ready"
    os.mkfifo(pipe)
    script = (
        "import signal, sys\n"
        f"wanted = {{signal.{name}}}\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, wanted)\n"
        "signal.alarm(20)\n"
        f"open({str(pipe)!r}, 'w').close()\n"
        "signal.sigwait(wanted)\n"
        "sys.exit(6 if wanted & signal.sigpending() else 5)\n"
    )

    def stop():
        pipe.open().close()
        os.kill(os.getpid(), getattr(signal, name))

    thread = threading.Thread(target=stop)
    thread.start()
    ended = run_crawl([sys.executable, "-c", script], quiet=True)
    thread.join(20)
    assert (ended.code, ended.told_to_stop) == (5, True)


@posix
def test_handlers_are_put_back_and_an_ignored_signal_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        run_crawl([sys.executable, "-c", ""])
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
