"""Anchors: which id opens the page at a block."""

from __future__ import annotations


class AnchorTrail:
    """Follows the ids met in reading order.

    A block takes the id met since the last text (its own, a section's that begins with it, an
    `<a name>` just before it); without one the nearest id before it.
    """

    def __init__(self) -> None:
        self._pending: str | None = None
        self._last: str | None = None

    def see(self, identifier: str) -> None:
        """Note an id at this place."""
        self._pending = identifier

    def take(self) -> str | None:
        """The anchor of text that begins here."""
        if self._pending is not None:
            self._last, self._pending = self._pending, None
        return self._last

    def settle_on(self, identifier: str) -> None:
        """A block named its own id."""
        self._last, self._pending = identifier, None
