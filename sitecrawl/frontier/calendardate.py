"""The date that an address of a calendar names."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from sitecrawl.frontier.querypattern import Pairs

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PATH = re.compile(
    r"(?P<before>/(?:.*/)?)(?P<year>\d{4})[/-](?P<month>\d{1,2}|[a-z]{3,9})(?:[/-](?P<day>\d{1,2}))?/?", re.I
)
_VALUE = re.compile(r"(?P<year>\d{4})-?(?P<month>\d{2})(?:-?(?P<day>\d{2}))?(?:T.*)?")
_DATE_NAMES = frozenset({"date", "day", "month", "year", "cal", "calendar", "start", "from", "to", "ym", "mon", "yr"})


class CalendarDate(NamedTuple):
    """A date of a calendar page: what `calendar` it is in, its `unit` ("day", "month", "year") and its `number`.

    `number` counts days, months or years, so that neighbours differ by one; `months` counts from year 0.
    """

    calendar: str
    unit: str
    number: int
    months: int


def calendar_date(path: str, pairs: Pairs) -> CalendarDate | None:
    """The date an address ends in ("/events/2024/05/", "?month=2024-05", "?year=2024&month=5"), or None.

    A slug after the date ("/blog/2021/03/my-post") is a page of its own, and a bare number such as
    "/product/2024" is no year.
    """
    named = {name.lower(): value for name, value in pairs if name.lower() in _DATE_NAMES}
    for name, value in named.items():
        match = _VALUE.fullmatch(value)
        if match:
            return _read(f"{path}?{name}", match["year"], match["month"], match["day"])
    year = named.get("year") or named.get("yr") or ""
    if re.fullmatch(r"\d{1,6}", year):
        return _read(f"{path}?year", year, named.get("month") or named.get("mon"), named.get("day"))
    match = _PATH.fullmatch(path)
    return _read(match["before"], match["year"], match["month"], match["day"]) if match else None


def _read(calendar: str, year: str, month: str | None, day: str | None) -> CalendarDate | None:
    number = _month(month)
    if number is None and month is not None:
        return None
    if number is None:
        return CalendarDate(calendar, "year", int(year), int(year) * 12)
    months = int(year) * 12 + number - 1
    if day is None:
        return CalendarDate(calendar, "month", months, months)
    try:
        return CalendarDate(calendar, "day", date(int(year), number, int(day)).toordinal(), months)
    except ValueError:
        return None


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdigit():
        return int(text) if 1 <= int(text) <= 12 else None
    return _MONTHS.index(text[:3].lower()) + 1 if text[:3].lower() in _MONTHS else None
