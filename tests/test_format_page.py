import dataclasses
import re
from pathlib import Path

import pytest

import sitecrawl.passagefile as passagefile
from sitecrawl.passagefile import FORMAT_VERSION, Page, Passage
from sitecrawl.passages import Sizes

FORMAT = (Path(__file__).parents[1] / "data" / "FORMAT.md").read_text(encoding="utf-8")

TYPES = {
    "str": "string",
    "str | None": "string or null",
    "int": "integer",
    "bool": "boolean",
    "list[str]": "array of strings",
    "list[int]": "array of integers",
    "list[dict[str, Any]]": "array of objects",
}


def section(name: str) -> str:
    return FORMAT.split(f"\n## {name}\n")[1].split("\n## ")[0]


def listed(name: str) -> list[tuple[str, str]]:
    return re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", section(name), re.MULTILINE)


def declared(record: type) -> list[tuple[str, str]]:
    return [
        (field.name, "string, optional" if field.default is None else TYPES[str(field.type)])
        for field in dataclasses.fields(record)
    ]


@pytest.mark.parametrize(("name", "record"), [("Page line", Page), ("Passage line", Passage)])
def test_the_format_page_lists_exactly_the_fields_with_their_types(name, record):
    assert listed(name) == declared(record)


def test_the_format_page_names_the_version():
    assert f"**Format version: {FORMAT_VERSION}**" in FORMAT


def test_the_format_page_and_the_module_tell_the_same_history():
    history = re.findall(r"^(\d+): (.+)$", passagefile.__doc__ or "", re.MULTILINE)

    assert re.findall(r"^\| (\d+) \| (.+) \|$", FORMAT, re.MULTILINE) == history
    assert [int(version) for version, _ in history] == list(range(1, FORMAT_VERSION + 1))


def test_the_format_page_names_the_default_sizes():
    sizes = Sizes()

    assert f"aim at {sizes.aim} words, none is over {sizes.most}" in FORMAT
    assert f"{sizes.overlap} words are repeated" in FORMAT and f"fewer than {sizes.floor} new words" in FORMAT
    assert f"more than {sizes.grain} words is not repeated" in FORMAT
