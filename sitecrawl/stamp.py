"""What tells whether a file is as it was: its size and time, and its text's digest where these do not."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from sitecrawl.folder import FolderFile

_ETAG = re.compile(r'"([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]{64})"')
# a file may change again within the clock's grain and keep its time: such a time proves nothing
_GRAIN_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """Size in bytes, time of change in nanoseconds (0: not to be relied on), SHA-256 of the bytes."""

    size: int
    mtime_ns: int
    digest: str

    @classmethod
    def of(cls, file: FolderFile, body: bytes, now_ns: int) -> Stamp:
        """The stamp of a file read at `now_ns`."""
        settled = file.mtime_ns < now_ns - _GRAIN_NS
        return cls(len(body), file.mtime_ns if settled else 0, hashlib.sha256(body).hexdigest())

    @classmethod
    def read(cls, etag: str | None) -> Stamp | None:
        """The stamp behind a page line's `etag`, or None."""
        found = _ETAG.fullmatch(etag or "")
        return cls(int(found[1], 16), int(found[2], 16), found[3]) if found else None

    @property
    def etag(self) -> str:
        """The stamp as the `etag` of a page line."""
        return f'"{self.size:x}-{self.mtime_ns:x}-{self.digest}"'

    def fits(self, file: FolderFile) -> bool:
        """Whether the file needs no reading to know that it is the same."""
        return self.mtime_ns != 0 and (self.size, self.mtime_ns) == (file.size, file.mtime_ns)
