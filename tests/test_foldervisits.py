"""What becomes of a folder's pages from one reading to the next, without a crawler around it."""

from __future__ import annotations

import os

import pytest

from sitecrawl import folder, foldervisits
from sitecrawl.folderarguments import FolderArguments
from sitecrawl.folderpublishing import FolderPublisher
from sitecrawl.foldersession import FolderSession
from sitecrawl.foldervisits import FolderVisits
from sitecrawl.passagefile import read_pages
from sitecrawl.session import SessionSettings

LONG_AGO = (1_700_000_000, 1_700_000_000)


@pytest.fixture
def root(tmp_path):
    """Three pages, one of them in a folder."""
    for name in ("a.md", "b.md", "in/c.md"):
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Page {name}\n\nWhat stands in {name} is not said elsewhere.\n", encoding="utf-8")
        os.utime(path, LONG_AGO)
    return tmp_path / "docs"


class Reading:
    """One reading, as spider and pipeline do it; `broken` are files that cannot be read."""

    def __init__(self, root, broken=(), **arguments):
        self.session = FolderSession(
            FolderArguments(root, "docs", **arguments), root.parent / "data", SessionSettings("test", "test")
        )
        visits = FolderVisits(self.session)
        self.asked = []
        for file in visits.open():
            self.asked.append(file.relative)
            if file.relative in broken:
                visits.failed(file, "Permission denied")
            else:
                visits.record(visits.read(visits.address(file), file.path.read_bytes(), file))
        self.closing = FolderPublisher(self.session, visits).close("finished")

    @property
    def counts(self):
        counts = self.closing.report.counts
        return {name: counts[name] for name in ("new", "changed", "unchanged", "gone", "stale") if counts[name]}

    @property
    def pages(self):
        return {entry.page.url: entry for entry in read_pages(self.session.paths.passages)}


def test_a_second_reading_opens_no_file_that_is_as_it_was(root):
    assert Reading(root).counts == {"new": 3}
    again = Reading(root)
    assert (again.asked, again.counts) == ([], {"unchanged": 3})


def test_a_file_that_was_only_touched_is_read_and_found_unchanged(root):
    Reading(root)
    (root / "a.md").touch()
    again = Reading(root)
    assert (again.asked, again.counts) == (["a.md"], {"unchanged": 3})


def test_a_file_that_was_just_written_is_read_again_next_time(root):
    (root / "a.md").touch()
    Reading(root)
    assert Reading(root).asked == ["a.md"]


def test_a_new_id_of_a_heading_is_a_change(root):
    (root / "a.md").write_text("# Page\n\n## Part\n\nText of it.\n", encoding="utf-8")
    Reading(root)
    (root / "a.md").write_text("# Page\n\n## Part { #new }\n\nText of it.\n", encoding="utf-8")
    again = Reading(root)
    assert again.counts == {"changed": 1, "unchanged": 2}
    assert again.pages["folder://docs/a.md"].passages[0].anchor == "new"


def test_a_file_that_was_emptied_is_gone_at_once(root):
    Reading(root)
    (root / "a.md").write_text("", encoding="utf-8")
    assert Reading(root).counts == {"unchanged": 2, "gone": 1}


def test_a_file_that_cannot_be_read_keeps_its_passages_as_stale(root):
    Reading(root)
    (root / "a.md").touch()
    again = Reading(root, broken=["a.md"])
    assert again.counts == {"unchanged": 2, "stale": 1}
    assert again.pages["folder://docs/a.md"].page.stale


def test_what_stands_in_a_folder_that_cannot_be_listed_is_kept(root, monkeypatch):
    Reading(root)
    entries = folder._entries

    def refusing(place):
        if place.name == "in":
            raise PermissionError(13, "Permission denied")
        return entries(place)

    monkeypatch.setattr(folder, "_entries", refusing)
    again = Reading(root)
    assert again.counts == {"unchanged": 2, "stale": 1}
    assert again.closing.report.failed[0]["url"] == "folder://docs/in"


def test_a_folder_that_has_gone_deletes_nothing(root, monkeypatch):
    Reading(root)

    def missing(place):
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(foldervisits, "list_folder", missing)
    again = Reading(root)
    assert (again.closing.exit_code, len(again.pages)) == (5, 3)
    assert "cannot be read" in again.closing.facts.reason


def test_a_full_refresh_reads_every_file(root):
    Reading(root)
    again = Reading(root, refresh="full")
    assert (again.asked, again.counts) == (["a.md", "b.md", "in/c.md"], {"unchanged": 3})


def test_another_folder_under_the_same_name_is_named_when_the_gate_refuses_it(root):
    Reading(root)
    other = root.parent / "other"
    other.mkdir()
    (other / "x.md").write_text("# Other\n\nAnother text altogether.\n", encoding="utf-8")
    again = Reading(other)
    assert again.closing.exit_code == 5
    assert again.closing.facts.reason.startswith(f"docs was read from {root} before; another name keeps both.")


def test_under_new_addresses_a_file_that_cannot_be_read_goes(root):
    Reading(root)
    again = Reading(root, broken=["a.md"], base_url="https://docs.example/")
    assert again.counts == {"changed": 2, "gone": 1}
    assert set(again.pages) == {"https://docs.example/b.md", "https://docs.example/in/c.md"}
