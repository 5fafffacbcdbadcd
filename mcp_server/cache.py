"""An index kept on disk: one file of arrays, mapped into memory, disposable at any time."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import struct
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcp_server.collection import ranges
from mcp_server.spool import Spools, forget
from sitecrawl import __version__

FORMAT = 4
"""Goes up when the meaning of an array or the analysis of text changes."""

_NAME = "index.cache"
_MAGIC = b"site-knowledge index\n"
_LENGTH = struct.Struct("<Q")
_ALIGN = 64
_STEP = 1 << 18
_SMALL = 1 << 25  # bytes that are kept at hand: below this there is nothing to win

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Kept:
    """A cache that was opened: its notes, and its arrays mapped read-only."""

    notes: dict[str, Any]
    arrays: Arrays
    _mapped: mmap.mmap
    _file: int
    _places: dict[str, int]

    def gather(self, name: str, begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[Any]:
        """Ranges of an array one after the other, read from the file: mapping them takes much around each."""
        array = self.arrays[name]
        if not hasattr(os, "pread"):
            return array[ranges(begins, lengths)]
        size = array.itemsize
        places, sizes = (self._places[name] + begins * size).tolist(), (lengths * size).tolist()
        pieces = [os.pread(self._file, length, place) for place, length in zip(places, sizes, strict=True)]
        return np.frombuffer(b"".join(pieces), array.dtype)

    def forget(self) -> None:
        """Give the memory of what was read of the arrays back."""
        if len(self._mapped) > _SMALL:
            forget(self._mapped)


def save_arrays(folder: Path, digest: str, notes: Mapping[str, Any], arrays: Arrays,
                spools: Spools | None = None) -> bool:  # fmt: skip
    """Write arrays and notes (JSON) as the cache of the data with `digest`; False when that fails.

    The file is written beside and renamed, so that no reader sees half of it. Some of the arrays
    may be those of `spools`.
    """
    header, places = _header(digest, notes, arrays)
    part = folder / f"{_NAME}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(header)
            for name, array in arrays.items():
                file.seek(places[name])
                for begin in range(0, len(array), _STEP):
                    file.write(np.ascontiguousarray(array[begin : begin + _STEP]).data)
                    if spools:
                        spools.forget()
            file.truncate(_end(places, arrays))
        os.replace(part, folder / _NAME)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def open_arrays(folder: Path, digest: str | None) -> Kept | None:
    """What a cache keeps; None when it is of no use.

    It is of no use when there is none, when it is cut short or of another version of this program,
    or when it was made for data with another digest (None takes any).
    """
    try:
        with (folder / _NAME).open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            number = os.dup(file.fileno())
    except (OSError, ValueError):
        return None
    header = _read_header(mapped)
    if header is None or header["version"] != _version() or digest not in (None, header["digest"]):
        mapped.close()
        os.close(number)
        return None
    arrays = {
        name: np.frombuffer(mapped, np.dtype(kind), int(np.prod(shape)), place).reshape(shape)
        for name, (kind, shape, place) in header["arrays"].items()
    }
    kept = Kept(header["notes"], arrays, mapped, number, {n: place for n, (*_, place) in header["arrays"].items()})
    weakref.finalize(kept, os.close, number)
    return kept


def _version() -> str:
    return f"{FORMAT}/{__version__}/{np.dtype(np.int64).byteorder}"


def _header(digest: str, notes: Mapping[str, Any], arrays: Arrays) -> tuple[bytes, dict[str, int]]:
    # the header's own length moves the arrays: leave room for the largest offsets first
    listed = {name: (array.dtype.str, list(array.shape), 1 << 50) for name, array in arrays.items()}
    content = {"version": _version(), "digest": digest, "size": 1 << 50, "notes": dict(notes), "arrays": listed}
    room = len(json.dumps(content).encode())
    place = len(_MAGIC) + _LENGTH.size + room
    places = {}
    for name, array in arrays.items():
        place += -place % _ALIGN
        places[name] = place
        place += array.nbytes
    content["arrays"] = {name: (kind, shape, places[name]) for name, (kind, shape, _) in listed.items()}
    content["size"] = place
    return _MAGIC + _LENGTH.pack(room) + json.dumps(content).encode().ljust(room), places


def _end(places: Mapping[str, int], arrays: Arrays) -> int:
    return max((place + arrays[name].nbytes for name, place in places.items()), default=0)


def _read_header(mapped: mmap.mmap) -> dict[str, Any] | None:
    begin = len(_MAGIC) + _LENGTH.size
    if mapped[: len(_MAGIC)] != _MAGIC or len(mapped) < begin:
        return None
    (room,) = _LENGTH.unpack(mapped[len(_MAGIC) : begin])
    try:
        header: dict[str, Any] = json.loads(mapped[begin : begin + room])
    except ValueError:
        return None
    return header if header.get("size") == len(mapped) else None
