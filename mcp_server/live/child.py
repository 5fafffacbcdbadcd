"""The child process of a live crawl: started with its job, read line by line, never left behind."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from mcp_server.jobs import child_environment

# a browser's socket lies there, whose path may hold about a hundred characters: macOS's own folder uses half
SCRATCH = "/tmp" if os.name == "posix" and os.access("/tmp", os.W_OK) else None
_COMMAND = [sys.executable, "-m", "sitecrawl.live"]
_PREFIX = "live-"
_FINISH_SECONDS = 3.0
_REMOVE_SECONDS = 2.0
_MOST_ROW_BYTES = 16 * 1024 * 1024  # of a page with as much of everything as a row takes


class LiveChild:
    """A running live crawl."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def rows(self, job: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Hand over the job and give its rows (see sitecrawl/live/rows.py) as they come, until it ends."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        # stdin stays open: its end would tell the child that nobody waits any more
        await stdin.send(json.dumps(job).encode("ascii") + b"\n")
        lines = BufferedByteReceiveStream(stdout)
        with suppress(anyio.EndOfStream, anyio.IncompleteRead):
            while True:
                yield json.loads(await lines.receive_until(b"\n", _MOST_ROW_BYTES))

    async def finish(self) -> int | None:
        """Give it a moment to end by itself; its exit code, None when it has not ended."""
        with anyio.move_on_after(_FINISH_SECONDS):
            await self._process.wait()
        return self._process.returncode


@asynccontextmanager
async def live_child() -> AsyncIterator[LiveChild]:
    """A child process, killed with all that it started when the block is left, however it is left."""
    # a browser that is killed leaves its profile behind: it lies where it is removed
    scratch = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=SCRATCH)
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), scratch)
    try:
        await anyio.to_thread.run_sync(_sweep, Path(scratch).parent)
        # stderr is ours: what goes wrong in the child stands in the server's log
        process = await anyio.open_process(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            env={**child_environment(), **places},
            start_new_session=True,
        )
        try:
            yield LiveChild(process)
        finally:
            with anyio.CancelScope(shield=True):
                _kill(process)
                await process.aclose()
    finally:
        with anyio.CancelScope(shield=True):
            await _remove(Path(scratch))


def _sweep(folder: Path) -> None:
    """Remove what servers of ours left that were ended before they could."""
    if os.name != "posix":
        return  # there os.kill ends the process that it asks for
    for left in folder.glob(f"{_PREFIX}*-*"):
        pid = left.name.removeprefix(_PREFIX).partition("-")[0]
        with suppress(OSError):
            if pid.isdecimal() and left.lstat().st_uid == os.getuid() and not _runs(int(pid)):
                shutil.rmtree(left, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:
            process.kill()


async def _remove(folder: Path) -> None:
    """Remove a folder into which a browser may still write for as long as it takes to notice that it is alone."""
    with anyio.move_on_after(_REMOVE_SECONDS):
        while folder.exists():
            shutil.rmtree(folder, ignore_errors=True)
            await anyio.sleep(0.05 if folder.exists() else 0)
