"""Fixtures that several test modules share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.chromium import installed_chromium
from tests.crawl_run import Crawl, run_crawl
from tests.site_server import SiteServer, serve


@pytest.fixture
def serve_site(tmp_path: Path) -> Iterator[Callable[..., SiteServer]]:
    """`serve_site("basic")` serves a case folder; `serve_site(answers={"/": "<h1>…"})` answers alone."""
    with ExitStack() as servers:

        def start(case: str | Path | None = None, answers: dict[str, object] | None = None) -> SiteServer:
            if case is None:
                case = tmp_path / "no-files"
                case.mkdir(exist_ok=True)
            return servers.enter_context(serve(case, answers))

        yield start


@pytest.fixture
def crawl(tmp_path: Path) -> Callable[..., Crawl]:
    """`crawl(url, max_pages=5)` runs `scrapy crawl site` into the test's own data folder."""
    return partial(run_crawl, tmp_path / "data")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser that renders."""
    return installed_chromium()
