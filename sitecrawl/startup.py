"""From Scrapy's settings and checked arguments to a session."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from scrapy.settings import BaseSettings

from sitecrawl import __version__
from sitecrawl.arguments import SiteArguments
from sitecrawl.browser import SETTING, find_browser, why_no_browser
from sitecrawl.datafolder import data_folder
from sitecrawl.errors import UsageRefused
from sitecrawl.folderarguments import FolderArguments
from sitecrawl.foldersession import FolderSession
from sitecrawl.passages.sizes import Sizes
from sitecrawl.session import CrawlSession, SessionSettings

# `scrapy check` builds the spider without an address; its contracts answer for this host
CHECK_URL = "https://shop.example/"
_CHOICES = {
    "SITECRAWL_CONTENT_SIGNAL": ("obey", "report"),
    "SITECRAWL_REGION": ("auto", "rule"),
    "SITECRAWL_ALLOW_PRIVATE": ("", "0", "1"),
}
_NUMBERS = (
    "SITECRAWL_CRAWL_DELAY_CAP",
    "SITECRAWL_RETRY_AFTER_CAP",
    "SITECRAWL_RESUME_HOURS",
    "SITECRAWL_PROGRESS_SECONDS",
    "SITECRAWL_PASSAGE_AIM_WORDS",
    "SITECRAWL_PASSAGE_MOST_WORDS",
    "SITECRAWL_PASSAGE_OVERLAP_WORDS",
    "SITECRAWL_PASSAGE_FLOOR_WORDS",
)


def open_session(settings: BaseSettings, arguments: SiteArguments | None) -> CrawlSession:
    """The session of one crawl; without arguments one for contracts, which writes nothing to the data folder."""
    if arguments is None:
        return CrawlSession(SiteArguments(CHECK_URL), _check_folder(), session_settings(settings))
    session = CrawlSession(arguments, data_folder(settings.get("SITECRAWL_DATA_DIR")), session_settings(settings))
    if not settings.get("SITECRAWL_CONTACT"):
        session.ledger.warn(
            "SITECRAWL_CONTACT is not set, so the site's owner cannot reach you. Give a URL or a mailto: address "
            "that the User-Agent names, such as -s SITECRAWL_CONTACT=mailto:you@example.com."
        )
    return session


def open_folder_session(settings: BaseSettings, arguments: FolderArguments | None) -> FolderSession:
    """The session of one reading of a folder; without arguments one for contracts, as above."""
    if arguments is None:
        folder = _check_folder()
        return FolderSession(FolderArguments(folder, "shop"), folder, session_settings(settings))
    return FolderSession(arguments, data_folder(settings.get("SITECRAWL_DATA_DIR")), session_settings(settings))


def check_session(spider: str, settings: BaseSettings) -> CrawlSession | FolderSession:
    """The session in which a spider's contracts run."""
    return open_folder_session(settings, None) if spider == "folder" else open_session(settings, None)


def _check_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"site-knowledge-check-{os.getpid()}"


def user_agent(settings: BaseSettings) -> str:
    """`SiteKnowledge/<version> (+<contact>)`: who crawls, and where its owner can be reached."""
    contact = settings.get("SITECRAWL_CONTACT") or settings["PROJECT_ADDRESS"]
    return f"{settings['PRODUCT_TOKEN']}/{__version__} (+{contact})"


def check_settings(settings: BaseSettings) -> None:
    """Raises UsageRefused, naming the setting and what it may be, for a value of ours that cannot be used."""
    for name, choices in _CHOICES.items():
        if settings.get(name) not in choices:
            raise UsageRefused(f"{name}={settings.get(name)} is none of {', '.join(choices)}.")
    for name in _NUMBERS:
        try:
            fine = settings.getfloat(name) >= 0
        except ValueError:
            fine = False
        if not fine:
            raise UsageRefused(f"{name}={settings.get(name)} is not a number of at least 0.")
    contact = str(settings.get("SITECRAWL_CONTACT") or "")
    if contact and not contact.startswith(("https://", "http://", "mailto:")):
        raise UsageRefused(f"SITECRAWL_CONTACT={contact} is neither a URL nor a mailto: address.")
    try:
        session_settings(settings)
    except ValueError as error:
        raise UsageRefused(f"The sizes of passages (SITECRAWL_PASSAGE_…) do not fit together: {error}") from None


def check_browser(settings: BaseSettings, render: str) -> None:
    """Raises UsageRefused, with what is missing and the next step, when `render` needs a browser and there is none."""
    named = settings.get(SETTING)
    if render != "never" and find_browser(named) is None:
        raise UsageRefused(f"render={render} needs a browser: {why_no_browser(named)}")


def session_settings(settings: BaseSettings) -> SessionSettings:
    """The project's own settings out of Scrapy's."""
    return SessionSettings(
        user_agent=settings["USER_AGENT"],
        token=settings["PRODUCT_TOKEN"],
        content_signal=settings["SITECRAWL_CONTENT_SIGNAL"],
        region=settings["SITECRAWL_REGION"],
        private_areas=settings.getbool("SITECRAWL_PRIVATE_AREAS"),
        resume_hours=settings.getfloat("SITECRAWL_RESUME_HOURS"),
        sizes=Sizes(
            settings.getint("SITECRAWL_PASSAGE_AIM_WORDS"),
            settings.getint("SITECRAWL_PASSAGE_MOST_WORDS"),
            settings.getint("SITECRAWL_PASSAGE_OVERLAP_WORDS"),
            settings.getint("SITECRAWL_PASSAGE_FLOOR_WORDS"),
        ),
    )
