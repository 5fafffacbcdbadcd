"""Calendars: pages of days, months and years that go on for ever in both directions."""

from __future__ import annotations

from datetime import date

from sitecrawl.frontier.answers import Bounded
from sitecrawl.frontier.calendardate import CalendarDate, calendar_date
from sitecrawl.frontier.querypattern import Pairs

# Steps from a date that a page outside the calendar links, or that led to a page: further ones are refused.
REACH = {"day": 3, "month": 2, "year": 2}
BARREN = 3  # pages of a calendar in a row that led to no page before the rest is closed
MONTHS_AHEAD = 24
MONTHS_BACK = 12 * 40
_MEMORY = 5_000


class Calendars:
    """Bounds every calendar by its distance from the dates that matter: linked from outside, or with events."""

    def __init__(self, today: date | None) -> None:
        self._this_month = today and today.year * 12 + today.month - 1
        self._barren: Bounded[tuple[str, str], int] = Bounded(_MEMORY)
        self._anchors: Bounded[tuple[str, str], set[int]] = Bounded(_MEMORY)

    def waits(self, path: str, pairs: Pairs) -> int:
        """Rounds that a page of a calendar waits."""
        return int(calendar_date(path, pairs) is not None)

    def is_far(self, path: str, pairs: Pairs, parent: tuple[str, Pairs] | None) -> bool:
        """Whether the address is a calendar page out of reach; a link from outside the calendar makes an anchor."""
        found = calendar_date(path, pairs)
        if found is None:
            return False
        if self._this_month and not -MONTHS_BACK <= found.months - self._this_month <= MONTHS_AHEAD:
            return True
        anchors = self._anchors.setdefault((found.calendar, found.unit), set())
        if not anchors or parent is None or calendar_date(*parent) is None:
            _anchor(anchors, found)
            return False
        return min(abs(found.number - anchor) for anchor in anchors) > REACH[found.unit]

    def answered(self, path: str, pairs: Pairs, parent: tuple[str, Pairs] | None) -> None:
        """Count a calendar page that was fetched; `found_new` takes it back when it leads on."""
        found = calendar_date(path, pairs)
        if found:
            self.is_far(path, pairs, parent)  # after a resume the links that made the anchors are not told again
            self._barren[found.calendar, found.unit] = self._barren.get((found.calendar, found.unit), 0) + 1

    def is_closed(self, path: str, pairs: Pairs) -> bool:
        """Whether the last pages of this calendar led nowhere and no other page links this date."""
        found = calendar_date(path, pairs)
        if found is None or self._barren.get((found.calendar, found.unit), 0) < BARREN:
            return False
        return found.number not in self._anchors.get((found.calendar, found.unit), set())

    def found_new(self, path: str, pairs: Pairs, new_path: str) -> None:
        """Note that a calendar page linked a page of another kind: its date reaches further from now on."""
        found = calendar_date(path, pairs)
        if found and calendar_date(new_path, ()) is None:
            self._barren[found.calendar, found.unit] = 0
            _anchor(self._anchors.setdefault((found.calendar, found.unit), set()), found)


def _anchor(anchors: set[int], found: CalendarDate) -> None:
    if len(anchors) < _MEMORY:
        anchors.add(found.number)
