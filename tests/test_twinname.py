"""Which page a Markdown file may be the twin of."""

from __future__ import annotations

import pytest

from sitecrawl.frontier.twinname import page_candidates


@pytest.mark.parametrize(
    ("path", "pages"),
    [
        ("/a/page.html.md", ["/a/page.html"]),
        ("/a/page.md", ["/a/page", "/a/page.html", "/a/page/"]),
        ("/a/index.html.md", ["/a/index.html", "/a/"]),
        ("/a/index.md", ["/a/", "/a/index.html", "/a"]),
        ("/index.md", ["/", "/index.html"]),
        ("/ed-commonmark.md", ["/ed.html", "/ed", "/ed/"]),
        ("/page.md?v=2", ["/page?v=2", "/page.html?v=2", "/page/?v=2"]),
        ("/page.html", []),
        ("/docs/.md", []),
    ],
)
def test_a_markdown_file_belongs_to_the_page_of_its_name(path, pages):
    home = "https://shop.example"
    assert page_candidates(home + path) == [home + page for page in pages]
