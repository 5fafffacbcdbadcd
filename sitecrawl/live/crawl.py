"""Runs the spider of a live crawl in this process."""

from __future__ import annotations

from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings

from sitecrawl.browser import SETTING, find_browser, why_no_browser
from sitecrawl.live.job import LiveJob
from sitecrawl.live.session import Write, open_live_session
from sitecrawl.spiders.pages import PagesSpider
from sitecrawl.startup import check_browser, check_settings

_GRACE_SECONDS = 5.0  # whoever started the crawl ends it in time; this is for when it cannot


def run_live_crawl(job: LiveJob, write: Write) -> None:
    """Crawl and write rows as they come. Raises UsageRefused when the job cannot be done as asked."""
    settings = Settings()
    settings.setmodule("sitecrawl.settings", priority="project")
    for name, value in _bounds(job).items():
        settings.set(name, value, priority="cmdline")
    check_settings(settings)
    session = open_live_session(settings, job, write)
    session.render = _rendering(job, settings, write)
    process = CrawlerProcess(settings)
    process.crawl(PagesSpider, session=session)
    process.start()


def _rendering(job: LiveJob, settings: Settings, write: Write) -> str:
    """The way of rendering that is possible here."""
    if job.render == "always":
        check_browser(settings, job.render)
    named = settings.get(SETTING)
    if job.render == "auto" and find_browser(named) is None:
        write({"kind": "http_only", "why": why_no_browser(named)})
        return "never"
    return job.render


def _bounds(job: LiveJob) -> dict[str, object]:
    return {
        "SITECRAWL_ALLOW_PRIVATE": "1" if job.allow_private else "0",
        "CONCURRENT_REQUESTS": job.at_once,
        "CONCURRENT_REQUESTS_PER_DOMAIN": job.at_once,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(job.at_once),
        "CLOSESPIDER_TIMEOUT": job.seconds + _GRACE_SECONDS,
    }
