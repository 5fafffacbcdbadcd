"""`unavailable_after` of robots meta tags and X-Robots-Tag: a page that is not to be shown after a date.

Google's "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications": a date in a widely adopted
format such as RFC 822, RFC 850 or ISO 8601; without a valid one the rule is ignored.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sitecrawl.frontier.lastmod import read_date

PAST = "unavailable_after"

_TIME = r"\d{1,2}:\d\d(?::\d\d)?"
_ZONE = r"z|utc?|gmt|[ecmp][sd]t|ces?t|bst|jst|[+-]\d\d:?\d\d"
_RULE = re.compile(
    rf"""unavailable_after\s*[:=]?\s*(?:
      (?P<iso>\d{{4}}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:\s*(?:{_ZONE})\b)?)?)
    | (?:[a-z]{{3,9}},?\s+)?(?P<day>\d{{1,2}})[ -](?P<month>[a-z]{{3}})[a-z]*\.?[ -](?P<year>\d{{4}}|\d\d)
      (?:,?\s+(?P<time>{_TIME})(?:\s*(?P<zone>{_ZONE})\b)?)?
    | (?:[a-z]{{3}},?\s+)?(?P<month2>[a-z]{{3}})[a-z]*\.?\s+(?P<day2>\d{{1,2}})(?:,\s*|\s+)
      (?:(?P<time2>{_TIME})\s+(?:(?P<zone2>{_ZONE})\s+)?)?(?P<year2>\d{{4}})
    )?""",
    re.IGNORECASE | re.VERBOSE,
)


def judge_dates(value: str, now: datetime | None = None) -> str:
    """A value of directives in which each `unavailable_after` stands without its date if that is past, and is
    left out otherwise. A day alone is past when it is over; a time without a zone is UTC.
    """
    if PAST not in value.lower():
        return value
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    return _RULE.sub(lambda found: PAST if _is_past(found, moment) else "", value)


def _is_past(found: re.Match[str], now: datetime) -> bool:
    date = read_date(_date(found).upper())
    return date is not None and date < now.strftime("%Y-%m-%dT%H:%M:%SZ" if "T" in date else "%Y-%m-%d")


def _date(found: re.Match[str]) -> str:
    if found["iso"]:
        return re.sub("gmt|utc?", "Z", found["iso"], flags=re.IGNORECASE)
    day, month, year = (found[name] or found[f"{name}2"] for name in ("day", "month", "year"))
    time = found["time"] or found["time2"]
    if not day:
        return ""
    if time:
        return f"{day} {month} {year} {time} {found['zone'] or found['zone2'] or 'GMT'}"
    return (read_date(f"{day} {month} {year} 00:00:00 GMT") or "").partition("T")[0]
