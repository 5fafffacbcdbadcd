"""What a start page that cannot be had means for the crawl."""

from __future__ import annotations

from enum import Enum
from urllib.parse import urlsplit

from scrapy import Request

from sitecrawl.failures import UNTRUSTED, Failed, MovedAway, Refused, RobotsUnreachable, tell
from sitecrawl.session import CrawlSession
from sitecrawl.visits import Visits


class Next(Enum):
    """What follows: the crawl ends, sitemaps may still name pages, or the address is tried with plain http."""

    END = "end"
    DISCOVER = "discover"
    PLAIN_HTTP = "plain http"


def judge_start(session: CrawlSession, visits: Visits, request: Request, error: BaseException) -> Next:
    """Journal the failure, end the session where that is what it means, and say what follows."""
    if isinstance(error, MovedAway):
        session.ledger.skip("start moved to another host", request.url, error.target)
        host = urlsplit(error.target).netloc
        session.end("start page", f"{session.site} has moved to {host}. Run: scrapy crawl site -a url={error.target}")
        return Next.END
    if isinstance(error, RobotsUnreachable):
        if _may_try_plain_http(session, request):
            return Next.PLAIN_HTTP
        end_unreachable(session)
        return Next.END
    if isinstance(error, Refused):
        visits.refused(request, error)
        if error.rule == "private address":
            session.end(
                "start page",
                f"{session.site} stands for the private address {error.detail}, which this crawl may not reach "
                "(SITECRAWL_ALLOW_PRIVATE).",
            )
            return Next.END
        return Next.DISCOVER
    told = tell(error)
    visits.failed(request, told)
    return _judge_failure(session, request, told)


def _judge_failure(session: CrawlSession, request: Request, told: Failed) -> Next:
    if told.status in {404, 410}:
        session.end("start page", f"The start page {request.url} answered {told.status}.")
        return Next.END
    if not told.connected:
        session.end("no connection", f"No connection to {session.site}: {told.reason}.")
        return Next.END
    return Next.DISCOVER


def end_unreachable(session: CrawlSession) -> None:
    """robots.txt could not be had: end, as a host that answers or as one that gave no connection."""
    read = session.robots_home
    if read is not None and read.failed is not None and not read.failed.connected:
        session.end("no connection", f"No connection to {session.site}: {read.failed.reason}.")
        return
    words = read.outcome.words if read is not None else "unreachable"
    session.end("unreachable", f"robots.txt of {session.site} could not be read ({words}).")


def _may_try_plain_http(session: CrawlSession, request: Request) -> bool:
    read = session.robots_home
    if read is None or read.failed is None or session.arguments.scheme_given:
        return False
    # a certificate that is not trusted is no reason to go on without one
    return request.url.startswith("https://") and read.failed.reason != UNTRUSTED


def settle_on_plain_http(session: CrawlSession, visits: Visits, request: Request) -> str:
    """Go on with http for a host that was given without a scheme; returns the new start address."""
    read = session.robots_home
    reason = read.failed.reason if read is not None and read.failed is not None else "no answer"
    plain = "http://" + request.url.removeprefix("https://")
    session.ledger.warn(f"https://{session.site} gave no answer ({reason}); plain http is used.")
    session.settle_on(plain)
    session.spent = 0  # the attempt with https is no page
    visits.record_settling()
    return plain
