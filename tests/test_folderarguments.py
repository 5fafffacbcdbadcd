"""The arguments of `scrapy crawl folder` are refused before a crawler is made."""

import pytest

from sitecrawl.errors import UsageRefused
from sitecrawl.folderarguments import FolderArguments, read_folder_arguments


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "My Docs_2024"
    folder.mkdir()
    return str(folder)


def test_the_name_is_the_folders_own_made_fit_for_a_file(docs):
    assert read_folder_arguments({"path": docs}).name == "my-docs-2024"


def test_a_name_is_lower_case_as_hosts_are(docs):
    assert read_folder_arguments({"path": docs, "name": "FastAPI"}).base == "folder://fastapi/"


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", ".x", "x.", "a b", "größe", "docs_80", "con", "nul.txt", "x" * 101]
)
def test_a_name_that_is_no_safe_file_name_is_refused(docs, name):
    with pytest.raises(UsageRefused, match=r"safe file name.*Give one like name=[a-z0-9.-]+$"):
        read_folder_arguments({"path": docs, "name": name})


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({}, "No folder to read"),
        ({"path": "/no/such/folder"}, "no such folder"),
        ({"path": __file__}, "is a file"),
        ({"path": "DOCS", "base": "x"}, "Did you mean base_url"),
        ({"path": "DOCS", "watch": "maybe"}, "neither 0 nor 1"),
        ({"path": "DOCS", "base_url": "docs"}, "base_url=docs"),
        ({"path": "DOCS", "base_url": "ftp://a.test/"}, "base_url=ftp"),
        ({"path": "DOCS", "base_url": "https://a.test/?p=1"}, "base_url=https"),
        ({"path": "DOCS", "refresh": "some"}, "auto, full"),
    ],
)
def test_what_cannot_be_used_is_named(docs, given, word):
    given = {name: docs if value == "DOCS" else value for name, value in given.items()}
    with pytest.raises(UsageRefused, match=word):
        read_folder_arguments(given)


def test_a_base_url_ends_in_a_slash(docs):
    given = {"path": docs, "name": "x", "base_url": "https://A.test/guide"}
    assert read_folder_arguments(given).base == "https://a.test/guide/"


def test_the_report_keeps_what_repeats_the_reading(docs):
    arguments = read_folder_arguments({"path": docs, "name": "x", "force": "1"})
    given = {name: str(value) for name, value in arguments.as_given().items() if value not in (None, False)}
    assert isinstance(arguments, FolderArguments)
    assert read_folder_arguments({**given, "force": "1"}) == arguments
