"""How the browser is started: the user's own program, without a download, behind our proxy."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Browser, BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from scrapy.exceptions import NotSupported

from sitecrawl.rendering.proxy import Admit, GuardedProxy

if TYPE_CHECKING:
    from scrapy_playwright.handler import Config

_ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-pings",
    "--dns-prefetch-disable",
    # what does not speak HTTP does not go around the proxy
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--js-flags=--max-old-space-size=512",
)
_MOST_FAILED_STARTS = 3
_START_MS = 60_000


class BrowserStartError(Exception):
    """The browser does not start; the text says which and why."""


class OwnBrowser:
    """Scrapy-playwright's browser provider: starts nothing before the first page needs it."""

    def __init__(self, config: Config, path: str, admit: Admit) -> None:
        self.path = path
        self._admit = admit
        self._driver: Playwright | None = None
        self._proxy: GuardedProxy | None = None
        self._failed = 0
        self._reason = ""

    async def start(self) -> None:
        """Called when the crawl begins; most crawls with render=auto need no browser."""

    async def launch_browser(self) -> Browser:
        """A running browser. Raises BrowserStartError; after three failures in a row without trying again."""
        if self._failed >= _MOST_FAILED_STARTS:
            raise BrowserStartError(self._reason)
        try:
            browser = await self._launch()
        except PlaywrightError as error:
            self._failed += 1
            await self._end_driver()
            self._reason = f"the browser {self.path} does not start: {_gist(str(error))}"
            raise BrowserStartError(self._reason) from None
        self._failed = 0
        return browser

    async def _launch(self) -> Browser:
        if self._driver is None:
            self._driver = await async_playwright().start()
            self._proxy = GuardedProxy(self._admit)
            self._address = await self._proxy.start()
        return await self._driver.chromium.launch(
            executable_path=self.path,
            args=list(_ARGUMENTS),
            # root may not use the sandbox; everybody else shall
            chromium_sandbox=not _is_root(),
            proxy={"server": self._address},
            timeout=_START_MS,
            # a signal is the crawl's to handle: what is under way may end
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )

    async def launch_persistent_context(self, context_kwargs: dict[str, Any]) -> BrowserContext:
        """Nothing of a visit is kept on disk."""
        raise NotSupported("a browser profile on disk is not used")

    async def close(self) -> None:
        """End driver and proxy."""
        await self._end_driver()

    async def _end_driver(self) -> None:
        # the next start begins with a new one: it may be the driver that is broken
        driver, self._driver = self._driver, None
        if self._proxy is not None:
            await self._proxy.close()
        if driver is not None:
            with suppress(PlaywrightError):
                await driver.stop()


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _gist(text: str) -> str:
    """The line of Playwright's report in which the browser itself says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line.partition("[err]")[2].strip() for line in lines if "[err]" in line]
    telling = [line for line in said if "error" in line.lower() or "sandbox" in line.lower()]
    return (telling or said or lines or ["no reason given"])[0][:200]
