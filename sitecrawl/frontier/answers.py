"""What pages answered: texts, when two count as the same, and the evidence that a pattern says nothing new."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

KEY_BITS = 64
THIN = 30  # words: so short a text that differs in a name says nothing of its own
SHORTEST = 8  # words: below, one word is so much of a text that distances say nothing
NEAR_BITS = 3  # of 64, the distance at which Manku et al. (2007) found web pages to be near duplicates

# How far one answer goes towards closing a pattern: equal text, nearly equal text, the site's error page.
SAME, NEAR, ERROR = 3, 2, 4

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Text(NamedTuple):
    """A page's text: its exact key, its 64-bit SimHash (0: none), its number of words (None: not known)."""

    key: str
    near: int
    words: int | None = None
    is_error: bool = False


def near_bits(words: int | None) -> int:
    """The SimHash distance, in bits of 64, up to which texts of so many words are nearly the same.

    At least 3. In a short text one other word turns more bits: it is in three shingles of three words, and
    vectors at the angle a differ in a/pi of their bits (Charikar 2002).
    """
    if words is None or words < SHORTEST:
        return NEAR_BITS
    return max(NEAR_BITS, int(KEY_BITS * math.acos(1 - 3 / (words - 2)) / math.pi))


def likeness(text: Text, other: Text) -> int:
    """SAME, NEAR or 0."""
    if text.key == other.key:
        return SAME
    if not text.near or not other.near:
        return 0
    words = None if text.words is None or other.words is None else max(text.words, other.words)
    if (text.near ^ other.near).bit_count() > near_bits(words):
        return 0
    return SAME if words is not None and words <= THIN else NEAR


@dataclass(slots=True)
class Evidence:
    """What the answers of one pattern said: `run` points of sameness since the last new text, and two counts."""

    run: int = 0
    same: int = 0
    different: int = 0
    lowest: int | None = None  # the smallest page number of the run

    def add(self, points: int, number: int | None = None) -> None:
        """Count one answer: `points` of sameness, 0 for a new text; `number` where the pattern counts pages."""
        if not points:
            self.run, self.lowest = 0, None
            self.different += 1
            return
        self.run += points
        self.same += 1
        if number is not None:
            self.lowest = number if self.lowest is None else min(self.lowest, number)

    def forgive(self) -> None:
        """Take back what the newest answers said: they led on to something new."""
        self.run, self.lowest = 0, None

    def is_closed(self, points: int) -> bool:
        """Whether the newest answers were all the same, and most of all answers were."""
        return self.run >= points and self.same >= 2 * (self.different - 1)

    def is_past_the_end(self, points: int, number: int) -> bool:
        """Whether a page number lies in or behind the pages that only repeat."""
        return self.run >= points and self.lowest is not None and number >= self.lowest


class Bounded(dict[Key, Value], Generic[Key, Value]):
    """A dict that forgets its oldest keys beyond `most`, so that no site can fill the memory."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        if len(self) > self._most:
            del self[next(iter(self))]
