"""Answers in the order in which their pages were asked for, however fast each came."""

from __future__ import annotations

import asyncio

MOST_SECONDS = 5.0  # that an answer waits for the slower ones before it


class Turns:
    """Gives a number to each page asked for, and lets their answers go on one after another.

    Which pages of a site are read under a budget depends on the order in which links are met, and that must not
    depend on which answer was the fastest. Answers that are too slow for those behind them lose their turn.
    """

    def __init__(self, most_seconds: float = MOST_SECONDS) -> None:
        self._most_seconds = most_seconds
        self._given = 0
        self._next = 1
        self._done: set[int] = set()
        self._waiting: dict[int, asyncio.Future[None]] = {}

    def take(self) -> int:
        """The number of the next page; `done` has to be told of each."""
        self._given += 1
        return self._given

    async def wait(self, number: int | None) -> None:
        """Wait until all pages before this one are done; a page without a number does not wait."""
        if number is None or number <= self._next:
            return
        turn = self._waiting.setdefault(number, asyncio.get_running_loop().create_future())
        await asyncio.wait([turn], timeout=self._most_seconds)
        self._go_on(number)

    def done(self, number: int | None) -> None:
        """The page's answer was dealt with, or there will be none."""
        if number is None or number < self._next:
            return
        self._done.add(number)
        self._go_on(self._next)

    def _go_on(self, number: int) -> None:
        """It is the turn of the page of that number, or of one behind it."""
        self._next = max(self._next, number)
        while self._next in self._done:
            self._done.remove(self._next)
            self._next += 1
        for waiting in sorted(number for number in self._waiting if number <= self._next):
            turn = self._waiting.pop(waiting)
            if not turn.done():
                turn.set_result(None)
        if self._done and min(self._done) < self._next:
            self._done = {done for done in self._done if done > self._next}
