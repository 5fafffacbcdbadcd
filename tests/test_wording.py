"""Hints name what the one who called can type."""

from __future__ import annotations

import pytest

from sitecrawl.wording import Caller, in_words_of

ADDRESS = "https://a.test/?lang=en&render=auto"


@pytest.mark.parametrize(
    ("written", "installed"),
    [
        ("Run: scrapy crawl site -a url=https://b.test/", "Run: site-knowledge crawl https://b.test/"),
        ("Give one: scrapy crawl folder -a path=docs -a name=docs", "Give one: site-knowledge folder docs --name docs"),
        (
            'Ask it: python -m mcp_server search "YOUR QUESTION" --site a.test',
            'Ask it: site-knowledge search "YOUR QUESTION" --site a.test',
        ),
        ("render=auto reads them in a browser.", "--render auto reads them in a browser."),
        ("try render=auto.", "try --render auto."),
        ("refresh=full would drop them.", "--refresh full would drop them."),
        ("max_pages=5 stopped it; a larger max_pages", "--max-pages 5 stopped it; a larger --max-pages"),
        ("skipped (max_pages=5)", "skipped (--max-pages 5)"),
        ("force=1 publishes all the same.", "--force publishes all the same."),
        ("url=nonsense is no web address. Give one like url=https://a.test", "nonsense is no web address. Give one like https://a.test"),
        ("Name another: -s SITECRAWL_DATA_DIR=DIR", "Name another: --data DIR"),
        (
            "Run in the checkout: pip install -r requirements-render.txt (installed: pip install '.[render]')",
            "Run in the checkout: pip install '.[render]'",
        ),
        (f"{ADDRESS} was read", f"{ADDRESS} was read"),
        ("Set SITECRAWL_CONTACT=mailto:a@a.test", "Set SITECRAWL_CONTACT=mailto:a@a.test"),
    ],
)  # fmt: skip
def test_the_installed_command_names_its_own_options(written, installed):
    assert in_words_of(Caller.INSTALLED, written) == installed
    assert in_words_of(Caller.SCRAPY, written) == written


@pytest.mark.parametrize(
    ("written", "tool"),
    [
        ("a.test has moved. Run: scrapy crawl site -a url=https://b.test/", "a.test has moved. Call crawl_site with url https://b.test/"),
        ('Ask it: python -m mcp_server search "YOUR QUESTION" --site a.test', "Ask it with search_site, site a.test."),
    ],
)  # fmt: skip
def test_a_client_is_told_of_tools(written, tool):
    assert in_words_of(Caller.TOOL, written) == tool
