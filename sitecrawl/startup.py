"""From Scrapy's settings and checked arguments to a session."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from scrapy.settings import BaseSettings

from sitecrawl.arguments import SiteArguments
from sitecrawl.datafolder import data_folder
from sitecrawl.passages.sizes import Sizes
from sitecrawl.session import CrawlSession, SessionSettings

# `scrapy check` builds the spider without an address; its contracts answer for this host
CHECK_URL = "https://shop.example/"


def open_session(settings: BaseSettings, arguments: SiteArguments | None) -> CrawlSession:
    """The session of one crawl; without arguments one for contracts, which writes nothing to the data folder."""
    if arguments is None:
        folder = Path(tempfile.gettempdir()) / f"site-knowledge-check-{os.getpid()}"
        return CrawlSession(SiteArguments(CHECK_URL), folder, session_settings(settings))
    return CrawlSession(arguments, data_folder(settings.get("SITECRAWL_DATA_DIR")), session_settings(settings))


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
