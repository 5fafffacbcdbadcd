"""Why a request gave no page, in words for the report."""

from __future__ import annotations

from dataclasses import dataclass

from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet.error import ConnectError
from twisted.python.failure import Failure


class Refused(IgnoreRequest):
    """A request that a rule of ours keeps from being sent or followed; `rule` is its name in the report.

    `status` is that of the redirect that was not followed.
    """

    def __init__(self, rule: str, detail: str | None = None, status: int | None = None) -> None:
        super().__init__(f"{rule}: {detail}" if detail else rule)
        self.rule = rule
        self.detail = detail
        self.status = status


class PrivateName(CannotResolveHostError):
    """A name that stood for a private address when it was to be connected to."""


class BrowserFailed(DownloadFailedError):
    """The browser gave no page: it crashed, was ended, or does not start; the text is the reason."""


class RobotsUnreachable(IgnoreRequest):
    """The origin's robots.txt could not be read, so nothing else may be asked for."""


class MovedAway(IgnoreRequest):
    """The start page redirects to another host; `target` is the address it names, `status` the redirect's."""

    def __init__(self, target: str, status: int | None = None) -> None:
        super().__init__(f"moved to {target}")
        self.target = target
        self.status = status


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure told: HTTP status or None, a reason, and whether a connection came about."""

    status: int | None
    reason: str
    connected: bool


def tell(error: BaseException) -> Failed:
    """The failure that an errback was given, in words."""
    if isinstance(error, HttpError):
        status = error.response.status
        return Failed(status, f"answered {status}", True)
    if isinstance(error, Refused):
        return Failed(None, str(error), True)
    if isinstance(error, PrivateName):
        return Failed(None, str(error), False)
    if isinstance(error, CannotResolveHostError):
        return Failed(None, "the host name does not resolve (DNS)", False)
    if isinstance(error, DownloadConnectionRefusedError):
        return Failed(None, "connection refused", False)
    if isinstance(error, DownloadTimeoutError):
        return Failed(None, "no whole answer in time (timeout)", True)
    if isinstance(error, DownloadCancelledError):
        return Failed(None, TOO_LARGE, True)
    if isinstance(error, ResponseDataLossError):
        return Failed(None, "the answer was cut off (incomplete)", True)
    if isinstance(error, BrowserFailed):
        return Failed(None, str(error), True)
    if isinstance(error, DownloadFailedError):
        return Failed(None, _broken(str(error)), True)
    if isinstance(error, ConnectError):
        return Failed(None, f"no connection: {_first_line(error)}", False)
    return Failed(None, _of_an_answer(error) or f"{type(error).__name__}: {_first_line(error)}", True)


def _of_an_answer(error: BaseException) -> str | None:
    """What Scrapy stops at in an answer that came, or None for anything else."""
    text = str(error)
    if isinstance(error, IgnoreRequest):
        if "DOWNLOAD_MAXSIZE" in text:
            return TOO_LARGE
        return "it redirects too often, or in a circle" if "redirections" in text else None
    if isinstance(error, ValueError) and "request url" in text.lower():
        return "it redirects to what is no address of a page"
    if isinstance(error, EOFError) or type(error).__module__.partition(".")[0] in _UNPACKERS:
        return "its body is not packed as its Content-Encoding says"
    return None


_UNPACKERS = frozenset({"gzip", "zlib", "brotli", "brotlicffi", "zstandard", "compression"})
TOO_LARGE = "larger than a page may be"
UNTRUSTED = "its TLS certificate is not trusted"


def _broken(text: str) -> str:
    if "certificate" in text.lower():
        return UNTRUSTED
    if "SSL" in text or "TLS" in text:
        return "the TLS handshake failed"
    return "the connection broke before the whole answer was there (reset)"


def _first_line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:200]


def error_of(failure: Failure) -> BaseException:
    """The exception that an errback was given."""
    assert failure.value is not None
    return failure.value


def request_of(failure: Failure) -> Request:
    """The request that failed."""
    request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy puts it there
    return request
