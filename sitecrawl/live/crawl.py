"""Runs the spider of a live crawl in this process."""

from __future__ import annotations

from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings

from sitecrawl.errors import UsageRefused
from sitecrawl.live.job import LiveJob
from sitecrawl.live.session import Write, open_live_session
from sitecrawl.spiders.pages import PagesSpider
from sitecrawl.startup import check_settings

_GRACE_SECONDS = 5.0  # whoever started the crawl ends it in time; this is for when it cannot


def run_live_crawl(job: LiveJob, write: Write) -> None:
    """Crawl and write rows as they come. Raises UsageRefused when the job cannot be done as asked."""
    settings = Settings()
    settings.setmodule("sitecrawl.settings", priority="project")
    for name, value in _bounds(job).items():
        settings.set(name, value, priority="cmdline")
    check_settings(settings)
    session = open_live_session(settings, job, write)
    if job.render == "always":
        raise UsageRefused("render=always needs a browser, and none is installed here. Use render=auto or never.")
    if job.render == "auto":
        write({"kind": "http_only"})
    process = CrawlerProcess(settings)
    process.crawl(PagesSpider, session=session)
    process.start()


def _bounds(job: LiveJob) -> dict[str, object]:
    return {
        "SITECRAWL_ALLOW_PRIVATE": "1" if job.allow_private else "0",
        "CONCURRENT_REQUESTS": job.at_once,
        "CONCURRENT_REQUESTS_PER_DOMAIN": job.at_once,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(job.at_once),
        "CLOSESPIDER_TIMEOUT": job.seconds + _GRACE_SECONDS,
    }
