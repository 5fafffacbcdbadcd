"""Links between files lead to the file that they mean."""

import pytest

from sitecrawl.document.model import Block, Document
from sitecrawl.folderlinks import FolderLinks

LINKS = FolderLinks("folder://docs/", ["README.md", "a.md", "guide/index.md", "guide/b c.mdx", "old.html", "old.md"])


@pytest.mark.parametrize(
    ("linked", "meant"),
    [
        ("a.md#x", "a.md#x"),
        ("a#x", "a.md#x"),
        ("a/", "a.md"),
        ("a.html", "a.md"),
        ("", "README.md"),
        ("guide", "guide/index.md"),
        ("guide/", "guide/index.md"),
        ("guide/b%20c", "guide/b%20c.mdx"),
        ("old.html", "old.html"),
        ("nowhere", "nowhere"),
    ],
)
def test_a_target_is_spelled_as_the_file_that_is_there(linked, meant):
    assert LINKS.address(f"folder://docs/{linked}") == f"folder://docs/{meant}"


def test_addresses_elsewhere_stay():
    assert LINKS.address("https://a.test/a") == "https://a.test/a"


def test_links_in_text_are_settled_and_code_stays():
    text = Block("text", "See [a](folder://docs/a#x) and [w](https://a.test/a).")
    code = Block("code", "```\n[a](folder://docs/a)\n```")
    document = LINKS.settle(Document("folder://docs/b.md", "B", None, None, None, (text, code)))
    assert document.blocks[0].markdown == "See [a](folder://docs/a.md#x) and [w](https://a.test/a)."
    assert document.blocks[1] == code
