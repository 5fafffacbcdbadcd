"""What a page that cannot be had means for the crawl."""

from __future__ import annotations

from scrapy import Request

from sitecrawl.failures import Refused, RobotsUnreachable, tell
from sitecrawl.llms.twins import GUESSED, Twins
from sitecrawl.visits import Visits


def note_failure(visits: Visits, twins: Twins, request: Request, error: BaseException) -> None:
    """Journal a page under the rule that refused it, or as a failure."""
    if isinstance(error, Refused):
        visits.refused(request, error)
        return
    if isinstance(error, RobotsUnreachable):
        # no word of the owner: what the earlier file holds of the page stays
        visits.refused(request, Refused("robots.txt unreachable", str(error)))
        return
    told = tell(error)
    if twins.failed(request.url, told.status):
        visits.refused(request, Refused(GUESSED, told.reason, told.status))
    else:
        visits.failed(request, told)
