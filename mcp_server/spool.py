"""Arrays that grow on disk: building an index takes no more memory for a large site than for a small one."""

from __future__ import annotations

import ctypes
import mmap
import sys
import tempfile
import weakref
from functools import cache
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_TRIMMING = 16


class Spool:
    """An array that is appended to and then read, kept in a temporary file of `folder`.

    It is kept in memory where `folder` is None or takes no file, and moves there when the disk is
    full. The file has no name (or goes with the process), so that nothing is left of a broken build.
    """

    def __init__(self, kind: DTypeLike, folder: Path | None = None) -> None:
        self._kind = np.dtype(kind)
        self._parts: list[NDArray[Any]] = []
        self._length = 0
        self._map: mmap.mmap | None = None
        self._file = _open(folder) if folder else None
        if self._file is not None:
            weakref.finalize(self, self._file.close)

    def __len__(self) -> int:
        return self._length

    def append(self, values: NDArray[Any]) -> None:
        """Add `values` at the end, converted to the spool's type."""
        values = np.ascontiguousarray(values, self._kind)
        if self._file is not None:
            try:
                self._file.seek(self._length * self._kind.itemsize)
                self._file.write(values.data)
                self._file.flush()
            except OSError:
                self._parts, self._file = [self.read(0, self._length)], None
        if self._file is None:
            self._parts.append(values)
        self._length += len(values)

    def array(self) -> NDArray[Any]:
        """Everything appended, mapped from the file where there is one. Nothing is appended after it."""
        if self._map is None and self._file is not None and self._length:
            try:
                self._map = mmap.mmap(self._file.fileno(), self._length * self._kind.itemsize, access=mmap.ACCESS_READ)
            except OSError:
                self._parts, self._file = [self.read(0, self._length)], None
        if self._map is None:
            return self.read(0, self._length)
        return np.frombuffer(self._map, self._kind)

    def read(self, begin: int, end: int) -> NDArray[Any]:
        """Values `begin` … `end` - 1, read from the file: mapping takes whole pages around each."""
        if self._file is None:
            if len(self._parts) != 1:
                self._parts = [np.concatenate([np.empty(0, self._kind), *self._parts])]
            return self._parts[0][begin:end]
        self._file.seek(begin * self._kind.itemsize)
        return np.frombuffer(self._file.read((end - begin) * self._kind.itemsize), self._kind)

    def forget(self) -> None:
        """Give the memory of what was read back; it is read from the file again when needed."""
        if self._map is not None:
            forget(self._map)


class Spools:
    """Makes spools in one folder (None: in memory) and forgets what was read of all of them."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._made: list[Spool] = []
        self._forgotten = 0

    def new(self, kind: DTypeLike) -> Spool:
        """An empty spool."""
        self._made.append(Spool(kind, self._folder))
        return self._made[-1]

    def forget(self) -> None:
        """See `Spool.forget`; now and then what was freed goes back to the system too."""
        for spool in self._made:
            spool.forget()
        self._forgotten += 1
        if self._forgotten % _TRIMMING == 0:
            trim()


def forget(mapped: mmap.mmap) -> None:
    """Take the pages of a map out of this process; they stay in the system's cache as long as it likes."""
    advice = getattr(mmap, "MADV_DONTNEED", None)  # not on Windows, which trims by itself
    if advice is not None:
        mapped.madvise(advice)


def trim() -> None:
    """Hand freed memory back to the system: between the stages of a build most of the heap is free.

    glibc keeps it for the process otherwise (malloc_trim(3)); other systems have nothing to ask for.
    """
    release = getattr(_libc(), "malloc_trim", None)
    if release is not None:
        release(0)


@cache
def _libc() -> ctypes.CDLL | None:
    try:
        return ctypes.CDLL(None) if sys.platform == "linux" else None
    except OSError:
        return None


def _open(folder: Path) -> IO[bytes] | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryFile(dir=folder)
    except OSError:
        return None
