"""Which pages of a live crawl go through the browser, and what is kept for when it gives nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scrapy import Request
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError

from sitecrawl.browser import ask_browser, is_rendered
from sitecrawl.document.model import Document
from sitecrawl.document.shell import still_empty
from sitecrawl.failures import UNTRUSTED, tell
from sitecrawl.pagereading import header

_BEFORE, _TIMES = "before_browser", "times_rendered"
_MOST_TIMES = 3  # of one page, whose scripts may lead on to the next
_THIN = 200  # characters of text; a page with less may be waiting for a browser
_ERRORS = range(400, 1000)
_HTML = ("text/html", "application/xhtml+xml")
# what is the page's, not the attempt's, begins anew: the browser has the time of a page for itself
_OF_THE_ATTEMPT = ("seconds_left", "download_timeout", "refreshes")


@dataclass(frozen=True, slots=True)
class Before:
    """What HTTP gave: an answer with its document, or an error."""

    answer: Response | None = None
    document: Document | None = None
    error: BaseException | None = None


def wants_browser(render: str, response: Response, document: Document) -> bool:
    """Whether a page that was read by HTTP is to be rendered: every HTML page, or (`auto`) a thin one.

    What the browser led on to by itself is a page like any other, a few times.
    """
    rendered = response.request.meta.get(_TIMES, 0) if response.request is not None else 0
    if render == "never" or is_rendered(response) or rendered >= _MOST_TIMES:
        return False
    kind = (header(response, "Content-Type") or "text/html").partition(";")[0].strip().lower()
    return kind in _HTML and (render == "always" or bool(document.shell) or text_length(document) < _THIN)


def after_failure(render: str, request: Request, error: BaseException) -> Request | None:
    """The request for the browser after HTTP failed: with an error page, or without a whole answer; else None."""
    if render == "never" or before_browser(request) is not None:
        return None
    if isinstance(error, HttpError):
        return ask_rendering(request, error.response, Before(error=error))
    # a rule of ours holds for the browser too, and what is too large or not trusted is so there as well
    if isinstance(error, IgnoreRequest | DownloadCancelledError) or tell(error).reason == UNTRUSTED:
        return None
    return ask_rendering(request, None, Before(error=error)) if tell(error).connected else None


def ask_rendering(request: Request, answer: Response | None, before: Before) -> Request:
    """The same page, asked of the browser."""
    asked = ask_browser(request, answer)
    for name in _OF_THE_ATTEMPT:
        asked.meta.pop(name, None)
    asked.meta.update({_BEFORE: before, _TIMES: request.meta.get(_TIMES, 0) + 1})
    # an error page that was rendered still gives its content, and is not asked for again; where a script
    # leads elsewhere that is a redirect, which has to be followed
    asked.meta.update(handle_httpstatus_list=_ERRORS, dont_retry=True)
    return asked


def before_browser(request: Request | None) -> Before | None:
    """What HTTP gave before the browser was asked, or None when it was not."""
    before: Before | None = request.meta.get(_BEFORE) if request is not None else None
    return before


def as_rendered(document: Document) -> Document:
    """The document of a rendered page: of the signals of a shell those of missing text are left."""
    return replace(document, shell=still_empty(document.shell))


def text_length(document: Document) -> int:
    """Characters of text."""
    return sum(len(block.markdown) for block in document.blocks)
