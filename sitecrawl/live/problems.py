"""Why a page gave nothing, in words for the reply."""

from __future__ import annotations

from scrapy.exceptions import DownloadTimeoutError

from sitecrawl.failures import MovedAway, Refused, RobotsUnreachable, tell
from sitecrawl.frontier.filetype import PDF_READER_MISSING

_UNASKED = frozenset({"robots.txt", "private address"})


def problem_of(error: BaseException, page_seconds: float) -> tuple[str, int | None]:
    """The sentence and the HTTP status (None where no answer came)."""
    if isinstance(error, MovedAway):
        return f"It redirects to another host: {error.target}. Ask for that address instead.", error.status
    if isinstance(error, RobotsUnreachable):
        return str(error), None
    if isinstance(error, Refused):
        return _refusal(error), error.status
    if isinstance(error, DownloadTimeoutError):
        return f"No whole answer within perPageTimeoutMs={round(page_seconds * 1000)}.", None
    told = tell(error)
    return f"{told.reason[:1].upper()}{told.reason[1:]}.", told.status


def was_unasked(error: BaseException) -> bool:
    """Whether the page itself was never asked for: it costs nothing of max_pages."""
    return isinstance(error, Refused) and error.rule in _UNASKED


def _refusal(error: Refused) -> str:
    sentences = {
        "robots.txt": "robots.txt does not allow it.",
        "private address": f"It stands for the private address {error.detail}, which is not fetched.",
        "content type": f"It is no page of text ({error.detail}).",
        PDF_READER_MISSING: "It is a PDF, and nothing that reads them is installed: see requirements-pdf.txt.",
        "redirect out of scope": f"It redirects out of scope: {error.detail}.",
        "redirect loop": f"It redirects in a circle, back to {error.detail}.",
        "Content-Signal": "Its owner does not let models read it (Content-Signal ai-input=no).",
    }
    return sentences.get(error.rule, f"{error.rule}: {error.detail}." if error.detail else f"{error.rule}.")
