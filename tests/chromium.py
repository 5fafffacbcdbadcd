"""The Chromium that rendering tests drive; without one they are skipped, or fail where CI is set."""

from __future__ import annotations

import os

import pytest

from sitecrawl.browser import find_browser, why_no_browser


def give_up(reason: str) -> None:
    """Skip the test with the reason; with CI set nothing is skipped."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def installed_chromium() -> str:
    """The path of the browser that a crawl would take."""
    path = find_browser()
    if path is None:
        give_up(f"pages cannot be rendered: {why_no_browser()}")
    return str(path)
