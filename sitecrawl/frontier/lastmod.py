"""Dates of sitemaps and feeds in one form."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COARSE = re.compile(r"\d{4}(?:-\d\d)?")
_STAMP = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d|[+-]\d\d)?", re.IGNORECASE
)


def read_date(text: str | None) -> str | None:
    """A W3C date and time or an RFC 5322 date as `2024-05-01` or `2024-05-01T12:00:00Z`; None for anything else.

    A time without a zone is taken as UTC; a year or month alone says too little to compare with.
    """
    text = (text or "").strip()
    if not text or _COARSE.fullmatch(text):
        return None
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text).isoformat()
        stamp = _STAMP.fullmatch(text)
        if stamp:
            zone = (stamp[3] or "Z").upper()
            moment = datetime.fromisoformat(f"{stamp[1]}T{stamp[2]}{zone}")
        else:
            moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, TypeError):
        return None
