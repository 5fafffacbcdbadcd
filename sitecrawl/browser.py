"""The user's own Chromium: where it is, what is said when it is missing, and which requests go through it.

Nothing here imports Playwright, so that it may be asked for where it is not installed.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitecrawl.journal import NO_TEXT, SHELL, PageEvent

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

SETTING = "SITECRAWL_BROWSER"
RENDERED = "browser"  # the flag of an answer that went through the browser
UNSETTLED = "unsettled"  # the flag of one that was still being loaded when its time was over
DOCUMENT = "browser_document"  # meta: status, headers and body of the answer to be rendered
_EXTRA = ("scrapy_playwright", "playwright")
_ON_PATH = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
_WINDOWS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
_WINDOWS_FOLDERS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
_HANDLER = "sitecrawl.rendering.download.BrowserDownloads"
_HTML = ("text/html", "application/xhtml+xml")
_WITHOUT = ("meta robots", "X-Robots-Tag", "Content-Signal", "meta refresh")
_OF_ONE_ANSWER = (DOCUMENT, "download_latency", "retry_times")
_VALIDATORS = ("If-None-Match", "If-Modified-Since")


def find_browser(named: str | None = None) -> str | None:
    """The path of a Chromium that can be driven, or None when it or the optional extra is missing.

    `named` is the setting SITECRAWL_BROWSER, a path or a name on PATH; unset, the environment
    variable of that name; without both, the usual names and places are looked through.
    """
    if missing_extra():
        return None
    named = named or os.environ.get(SETTING)
    if named:
        return shutil.which(named)
    on_path = filter(None, map(shutil.which, _ON_PATH))
    return next(on_path, None) or next((str(place) for place in _usual_places() if place.is_file()), None)


def why_no_browser(named: str | None = None) -> str:
    """One sentence on what is missing, with the next step; for when `find_browser` gave None."""
    if missing_extra():
        return (
            f"the optional extra is not installed ({missing_extra()} is missing). "
            "Run in the checkout: pip install -r requirements-render.txt (installed: pip install '.[render]')"
        )
    named = named or os.environ.get(SETTING)
    if named:
        return (
            f"{SETTING}={named} is no program that can be run. Give the path of a Chromium or Chrome, or leave it out."
        )
    return (
        "no Chromium or Chrome was found. Install one (Debian: apt-get install chromium), "
        f"or name its path with {SETTING}."
    )


def missing_extra() -> str | None:
    """The package of the optional extra that is not installed, or None."""
    return next((name for name in _EXTRA if find_spec(name) is None), None)


def _usual_places() -> list[Path]:
    if sys.platform == "darwin":
        roots = (Path("/Applications"), Path.home() / "Applications")
        return [root / f"{name}.app/Contents/MacOS/{name}" for name in _MAC for root in roots]
    if sys.platform == "win32":
        roots_there = [Path(os.environ[name]) for name in _WINDOWS_FOLDERS if name in os.environ]
        return [root / place for place in _WINDOWS for root in roots_there]
    return []


def use_browser(settings: BaseSettings, named: str | None = None) -> None:
    """Let requests that `ask_browser` made go through the browser; to be called in a spider's from_crawler.

    Changes nothing when there is no browser.
    """
    path = find_browser(named or settings.get(SETTING))
    if path is None:
        return
    settings.set(SETTING, path, priority="spider")
    settings.set("DOWNLOAD_HANDLERS", {"http": _HANDLER, "https": _HANDLER}, priority="spider")


def ask_browser(request: Request, answer: Response | None = None) -> Request:
    """The same request, to be answered by what a browser makes of the page; `use_browser` has to be on.

    `answer` is what the address answered by HTTP: the browser is given that document instead of
    fetching it once more. The answer comes with the flag "browser" and the document's own status
    and headers, its body the rendered page in UTF-8; what is no HTML comes as it is, without the
    flag. A page that leads elsewhere by itself answers 302.
    """
    meta: dict[str, Any] = {**request.meta, "playwright": True}
    for name in _OF_ONE_ANSWER:
        meta.pop(name, None)
    if answer is not None:
        fields = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in _fields(answer)]
        meta[DOCUMENT] = (answer.status, fields, answer.body)
    asked = request.replace(dont_filter=True, meta=meta)
    if answer is not None:
        asked = asked.replace(url=answer.url)
    for name in _VALIDATORS:
        # a shell that has not changed says nothing about the data that fills it
        asked.headers.pop(name, None)
    return asked


def wants_browser(render: str, event: PageEvent, response: Response) -> bool:
    """Whether a page that was read by HTTP is to be rendered; `render` is the crawl's argument.

    `auto` takes pages whose document is a shell or says nothing, `always` every HTML page; the owner's
    word (noindex, Content-Signal) and a page's own redirect hold without a browser.
    """
    asked = response.request is not None and response.request.meta.get("playwright")
    if render == "never" or asked or response.status == 304 or event.content_type not in _HTML:
        return False
    if event.rule in {SHELL, NO_TEXT}:
        return True
    closed = event.rule is not None and event.rule.startswith(_WITHOUT)
    return render == "always" and not closed


def is_rendered(response: Response) -> bool:
    """Whether an answer is what a browser made of the page."""
    return RENDERED in response.flags


def is_unsettled(response: Response) -> bool:
    """Whether a rendered page was still being loaded when its time was over."""
    return UNSETTLED in response.flags


def _fields(answer: Response) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, values in answer.headers.items() for value in values]
