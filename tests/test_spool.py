import numpy as np
import pytest

from mcp_server.spool import Spool, Spools

PARTS = ([3, 1], [], [4, 1, 5], [9])


def filled(folder):
    spool = Spool(np.int32, folder)
    for part in PARTS:
        spool.append(np.array(part))
    return spool


class FullDisk:
    """A file of a disk that takes nothing more."""

    def __init__(self, file):
        self._file = file

    def seek(self, place):
        self._file.seek(place)

    def read(self, size):
        return self._file.read(size)

    def write(self, _):
        raise OSError(28, "No space left on device")


@pytest.fixture(params=["memory", "disk"])
def folder(request, tmp_path):
    return tmp_path / "made" if request.param == "disk" else None


def test_what_was_appended_comes_back_in_order(folder):
    spool = filled(folder)

    assert (spool.read(1, 4).tolist(), len(spool)) == ([1, 4, 1], 6)
    assert spool.array().tolist() == [3, 1, 4, 1, 5, 9]


def test_an_empty_spool_is_an_empty_array(folder):
    array = Spool(np.float32, folder).array()

    assert (array.dtype, array.tolist()) == (np.float32, [])


def test_what_is_forgotten_is_read_again(folder):
    spools = Spools(folder)
    spool = spools.new(np.int64)
    spool.append(np.arange(10_000))
    array = spool.array()

    before = int(array.sum())
    spools.forget()

    assert int(array.sum()) == before == 49_995_000


def test_a_full_disk_loses_nothing(tmp_path):
    spool = filled(tmp_path)
    spool._file = FullDisk(spool._file)

    spool.append(np.array([2, 6]))

    assert spool.array().tolist() == [3, 1, 4, 1, 5, 9, 2, 6]


def test_a_folder_that_takes_no_file_leaves_it_in_memory(tmp_path):
    (tmp_path / "file").write_text("in the way", "utf-8")

    assert filled(tmp_path / "file").array().tolist() == [3, 1, 4, 1, 5, 9]


def test_the_file_has_no_name_to_be_left_behind_under(tmp_path):
    spool = filled(tmp_path)

    left = list(tmp_path.iterdir())

    assert (spool.array()[0], left) == (3, [])
