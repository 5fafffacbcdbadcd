"""Whether a file is known to be as it was."""

from pathlib import Path

from sitecrawl.folder import FolderFile
from sitecrawl.stamp import Stamp

HOUR = 3_600_000_000_000


def file(size=4, mtime_ns=HOUR):
    return FolderFile(Path("a.md"), "a.md", size, mtime_ns)


def test_size_and_time_tell_that_a_file_is_as_it_was():
    stamp = Stamp.of(file(), b"text", 2 * HOUR)
    assert stamp.fits(file())
    assert not stamp.fits(file(size=5))
    assert not stamp.fits(file(mtime_ns=HOUR + 1))


def test_the_time_of_a_file_that_was_just_written_proves_nothing():
    assert not Stamp.of(file(), b"text", HOUR + 1).fits(file())


def test_a_stamp_comes_back_from_the_page_line():
    stamp = Stamp.of(file(), b"text", 2 * HOUR)
    assert Stamp.read(stamp.etag) == stamp
    assert Stamp.read('"of-a-web-server"') is None
    assert Stamp.read(None) is None
