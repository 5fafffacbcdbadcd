"""Failures told in words, and whether a connection came about: that decides between exit codes 3 and 4."""

from __future__ import annotations

import gzip
import zlib

import pytest
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
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.internet.error import ConnectError

from sitecrawl.failures import Refused, tell


@pytest.mark.parametrize(
    ("error", "word", "connected"),
    [
        (CannotResolveHostError("x"), "DNS", False),
        (DownloadConnectionRefusedError("x"), "refused", False),
        (ConnectError(None, "no route"), "no connection", False),
        (DownloadTimeoutError("x"), "timeout", True),
        (DownloadCancelledError("x"), "larger", True),
        (ResponseDataLossError("x"), "cut off", True),
        (DownloadFailedError("certificate verify failed\nmore"), "certificate", True),
        (DownloadFailedError("SSL: wrong version number"), "TLS handshake", True),
        (DownloadFailedError("broken\nmore"), "reset", True),
        (RuntimeError(), "RuntimeError", True),
    ],
)
def test_each_failure_has_its_words(error, word, connected):
    told = tell(error)
    assert word in told.reason
    assert (told.status, told.connected, "\n" in told.reason) == (None, connected, False)


def test_an_error_page_is_told_by_its_status():
    response = Response("https://shop.example/", status=503, request=Request("https://shop.example/"))
    assert tell(HttpError(response)).status == 503


@pytest.mark.parametrize(("detail", "words"), [(None, "nofollow"), ("a link", "nofollow: a link")])
def test_a_refusal_names_its_rule(detail, words):
    assert str(Refused("nofollow", detail)) == words


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (IgnoreRequest("max redirections reached"), "it redirects too often, or in a circle"),
        (
            IgnoreRequest("Ignored response <200 http://a.test/> because its body exceeded DOWNLOAD_MAXSIZE (1 B)"),
            "larger than a page may be",
        ),
        (ValueError("Missing scheme in request url: javascript:alert(1)"), "it redirects to what is no address"),
        (gzip.BadGzipFile("Not a gzipped file (b'no')"), "its body is not packed as its Content-Encoding says"),
        (zlib.error("Error -3 while decompressing data"), "its body is not packed as its Content-Encoding says"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told_in_words(error, reason):
    told = tell(error)
    assert (told.status, told.connected) == (None, True)
    assert told.reason.startswith(reason)
